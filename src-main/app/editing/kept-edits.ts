import { randomUUID } from 'node:crypto'
import { Problem } from '../../domain/problem'
import type { CatalogTool, ToolId } from '../../domain/tool/tool'

/** A tool before and after an edit; absent where it was not there. */
export interface EditedEntry {
  id: ToolId
  before?: CatalogTool | undefined
  after?: CatalogTool | undefined
}

/** Edits of all windows together: enough for an afternoon. */
const MOST_EDITS = 200
/** Records in them: many of a catalog of 100,000 tools may be changed at once, and each is held in memory. */
const MOST_RECORDS = 300_000

export interface KeptEdits<Entry = EditedEntry> {
  /** Keeps an edit and gives the name that it is found by; nothing for one that changed nothing. */
  keep(dir: string, entries: readonly Entry[]): string | undefined
  /** @throws Problem `not-found` for one that is not kept any more. */
  of(dir: string, edit: string): readonly Entry[]
}

/**
 * The last edits that this program made, to be undone.
 * @param thing what they change, in messages
 * @param recordsIn how many records an entry holds
 */
export function keptEdits<Entry = EditedEntry>(
  thing = 'tool',
  recordsIn: (entry: Entry) => number = () => 1,
): KeptEdits<Entry> {
  const kept = new Map<string, { dir: string; entries: readonly Entry[] }>()
  const sizeOf = (entries: readonly Entry[]) =>
    entries.reduce((sum, entry) => sum + recordsIn(entry), 0)
  let records = 0
  const forgetOldest = (): void => {
    for (const [name, { entries }] of kept) {
      if (kept.size <= 1 || (kept.size <= MOST_EDITS && records <= MOST_RECORDS)) return
      kept.delete(name)
      records -= sizeOf(entries)
    }
  }
  return {
    keep(dir, entries) {
      if (entries.length === 0) return undefined
      const name = randomUUID()
      kept.set(name, { dir, entries })
      records += sizeOf(entries)
      forgetOldest()
      return name
    },
    of(dir, edit) {
      const found = kept.get(edit)
      if (found?.dir === dir) return found.entries
      throw new Problem(
        'not-found',
        'This edit is too long ago, or the program was started again since: it cannot be undone any more.',
        `Look at the ${thing} as it is now, and change it by hand.`,
      )
    },
  }
}
