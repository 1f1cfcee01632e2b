import type { CatalogImport } from '../../domain/catalog/import'
import { Problem } from '../../domain/problem'
import { perApp } from '../action'
import type { ChangeLists } from './change-lists'
import type { ReadSource } from '../sources/read-source'
import type { ImportOutcome } from './planned-import'
import type { BrokenQuery } from './source-record'

/** Imports whose changes can be looked through: the one on show, and those of a few other windows. */
const KEPT = 4

interface RecentImport {
  lists: ChangeLists
  outcome: ImportOutcome
  /** What was read of a source: what a person saw is what is imported. */
  read?: { source: ReadSource; imported: CatalogImport } | undefined
  /** Golden queries that it breaks, once they were asked. */
  broken?: readonly BrokenQuery[]
}

export type RecentImports = ReturnType<typeof recentImports>

/** What the last few imports do, or did, to be looked through page by page. */
export const recentOf = perApp(recentImports)

function recentImports() {
  const kept = new Map<string, RecentImport>()
  let count = 0
  return {
    /** Keeps the lists, and gives the name that they are found by; the oldest ones go. */
    keep(lists: ChangeLists, outcome: ImportOutcome, read?: RecentImport['read']): string {
      const name = `import ${++count}`
      kept.set(name, { lists, outcome, read })
      for (const oldest of kept.keys()) if (kept.size > KEPT) kept.delete(oldest)
      return name
    },
    /** @throws Problem `not-found` for those that are not kept any more. */
    of(name: string): RecentImport {
      const found = kept.get(name)
      if (found) return found
      throw new Problem(
        'not-found',
        'Other imports were previewed since, so the list of changes is gone.',
        'Go back and choose the files again.',
      )
    },
  }
}
