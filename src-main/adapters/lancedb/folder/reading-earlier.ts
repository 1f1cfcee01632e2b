import { constants } from 'node:fs'
import { copyFile, mkdir, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { ownedFolder } from '../../files/owned-folder'
import { recordsFromEarlier } from '../earlier/migrate'
import { earlierTables } from '../earlier/read-earlier'
import type { Committed, RecordsPlace } from '../records/records-table'
import { openDatabase } from '../tables/database'
import { isRefusal, writeProblem } from '../tables/storage-problem'
import type { AnyMarker } from '../tables/marker'
import type { Current } from './known-commits'

/** The records of an earlier layout in one table, in the system's temporary folder. */
interface UpToDateCopy {
  committed: Committed
  close(): Promise<void>
}

/**
 * Up-to-date copies of a folder that may not be brought up to date itself, one for each marker that
 * lay there. Vectors are the same in all layouts, and stay there.
 */
export function readingEarlier(records: RecordsPlace, say: (text: string) => void) {
  const copies = new Map<string, Promise<UpToDateCopy>>()
  const currentOf = ({ committed }: UpToDateCopy, { stamp }: AnyMarker): Current => ({
    ...committed,
    place: { stamp },
  })
  return {
    async read(marker: AnyMarker, refusal: unknown): Promise<Current> {
      const making = copies.get(marker.stamp) ?? upToDateCopy(records, marker, say)
      copies.set(marker.stamp, making)
      try {
        return currentOf(await making, marker)
      } catch (error) {
        copies.delete(marker.stamp)
        throw writeProblem(isRefusal(error) ? refusal : error, records.dir)
      }
    },
    async known(marker: AnyMarker): Promise<Current | undefined> {
      const copy = await copies.get(marker.stamp)?.catch(() => undefined)
      return copy && currentOf(copy, marker)
    },
    async close(): Promise<void> {
      for (const copy of copies.values()) await (await copy).close()
    },
  }
}

async function upToDateCopy(
  { dir, kinds }: RecordsPlace,
  marker: AnyMarker,
  say: (text: string) => void,
): Promise<UpToDateCopy> {
  const folder = await ownedFolder()
  try {
    for (const name of await earlierTables(dir, kinds))
      await copyFolder(join(dir, name), join(folder.path, name))
    const database = await openDatabase(folder.path)
    const place = { dir: folder.path, database, kinds }
    return {
      committed: await recordsFromEarlier({ ...place, home: dir }, marker, { ...place, say }),
      async close() {
        await database.close()
        await folder.remove()
      },
    }
  } catch (error) {
    await folder.remove()
    throw error
  }
}

/** Not as the system copies folders: those that may not be written to would come out as such. */
async function copyFolder(from: string, to: string): Promise<void> {
  await mkdir(to)
  for (const entry of await readdir(from, { withFileTypes: true })) {
    const source = join(from, entry.name)
    const target = join(to, entry.name)
    if (entry.isDirectory()) await copyFolder(source, target)
    else await copyFile(source, target, constants.COPYFILE_FICLONE)
  }
}
