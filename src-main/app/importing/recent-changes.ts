import { Problem } from '../../domain/problem'
import type { ChangeLists } from './change-lists'

/** Imports whose changes can be looked through: the one on show, and those of a few other windows. */
const KEPT = 4

/** What the last few imports do, or did, to be looked through page by page. */
export function recentChanges() {
  const kept = new Map<string, ChangeLists>()
  let count = 0
  return {
    /** Keeps the lists, and gives the name that they are found by; the oldest ones go. */
    keep(lists: ChangeLists): string {
      const name = `import ${++count}`
      kept.set(name, lists)
      for (const oldest of kept.keys()) if (kept.size > KEPT) kept.delete(oldest)
      return name
    },
    /** @throws Problem `not-found` for those that are not kept any more. */
    of(name: string): ChangeLists {
      const lists = kept.get(name)
      if (lists) return lists
      throw new Problem(
        'not-found',
        'Other imports were looked at since: the list of changes is not kept any more.',
        'Go back and choose the files again.',
      )
    },
  }
}
