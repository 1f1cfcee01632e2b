import type { Table } from '@lancedb/lancedb'
import type { Table as ArrowTable } from 'apache-arrow'
import { textsOf } from './arrow-tables'
import { deleteInSoundFiles, soundFiles } from './sound-files'
import { isRefusal } from './storage-problem'
import { isOneOf, type StoredTable } from './workspace-tables'

/** Those of the keys that a table has rows of. */
export const keysAmong = (table: Table, stored: StoredTable, keys: string[]): Promise<string[]> =>
  besideDamage(stored, {
    async whole() {
      const rows = table.query().where(isOneOf(stored.key, keys)).select([stored.key])
      return textsOf(await rows.toArrow(), stored.key)
    },
    async sound() {
      const files = await soundFiles(table, [stored.key])
      const held = new Set(files.flatMap((file) => textsOf(file, stored.key)))
      return keys.filter((key) => held.has(key))
    },
  })

/** Deletes the rows with one of the keys. */
export const deleteRows = (table: Table, stored: StoredTable, keys: string[]): Promise<unknown> =>
  besideDamage<unknown>(stored, {
    whole: () => table.delete(isOneOf(stored.key, keys)),
    sound: () => deleteInSoundFiles(table, stored.key, new Set(keys)),
  })

/** Adds rows in place of those with their keys. */
export const replaceRows = (
  table: Table,
  stored: StoredTable,
  rows: ArrowTable,
): Promise<unknown> =>
  besideDamage<unknown>(stored, {
    whole: () =>
      table.mergeInsert(stored.key).whenMatchedUpdateAll().whenNotMatchedInsertAll().execute(rows),
    async sound() {
      await deleteInSoundFiles(table, stored.key, new Set(textsOf(rows, stored.key)))
      return table.add(rows)
    },
  })

interface TwoWays<T> {
  whole(): Promise<T>
  /** Without the files that cannot be read. */
  sound(): Promise<T>
}

/** Lance gives up a table with a damaged file as a whole. */
async function besideDamage<T>({ readInPart }: StoredTable, ways: TwoWays<T>): Promise<T> {
  try {
    return await ways.whole()
  } catch (error) {
    if (!readInPart || isRefusal(error)) throw error
    return ways.sound()
  }
}
