import { isWhole } from '../records/found-parts'
import type { Place } from '../records/head'
import {
  committedAt,
  dropVersionsBeyond,
  versionsFolder,
  versionsIn,
  type Committed,
  type RecordsPlace,
} from '../records/records-table'
import { RECORDS } from '../records/rows'
import { withWorkspaceLock } from '../tables/workspace-lock'
import { goneBack, isItsFolder, readMarker, writeMarker, type Marker } from '../tables/marker'

/** Where a folder's last commit is to be read: at a version of the table, or at its newest. */
interface Settled {
  place: Place
  version?: number
}

const placeOf = ({ stamp, folder }: Marker): Place => ({
  stamp,
  folder: `${folder.file} ${folder.bornNs}`,
})

/**
 * A folder other than the one its marker was written in was copied, perhaps while it was written:
 * it goes back to the last commit that is whole, and is a workspace like any other from then on.
 * Where that cannot be written, in a folder that may only be read say, it is what is read all the
 * same.
 */
export function settlingCopies(records: RecordsPlace, say: (text: string) => void) {
  const { dir } = records
  let settled: { stamp: string; found: Promise<Settled> } | undefined
  const settle = async (marker: Marker): Promise<Settled> => {
    const { whole, newest } = await lastWholeCommit(records)
    const goesBack = whole !== undefined && whole.version !== newest
    if (goesBack) say(goneBack(dir, whole.head.revision))
    const write = withWorkspaceLock(
      dir,
      async (lock) => {
        if ((await readMarker(dir)).stamp !== marker.stamp) return { place: placeOf(marker) }
        if (goesBack) await restore(records, whole)
        return { place: placeOf(await writeMarker(dir, lock)) }
      },
      0,
    )
    return write.catch(() => ({
      place: placeOf(marker),
      ...(goesBack && { version: whole.version }),
    }))
  }
  return async (marker: Marker): Promise<Settled> => {
    if (await isItsFolder(marker, dir)) return { place: placeOf(marker) }
    if (settled?.stamp !== marker.stamp) settled = { stamp: marker.stamp, found: settle(marker) }
    return settled.found
  }
}

/** Makes an earlier commit the last one again. */
export async function restore({ dir, database }: RecordsPlace, { version }: Committed) {
  const table = await database.openTable(RECORDS).catch(async () => {
    await dropVersionsBeyond(versionsFolder(dir), version)
    return database.openTable(RECORDS)
  })
  if ((await table.version()) === version) return
  await table.checkout(version)
  await table.restore()
}

/**
 * The last commit that is whole in a folder that was copied while it was written, where a version
 * of the table may name files that were not yet there when they were copied. None where the newest
 * is damaged rather than missing something: then something else is wrong, and reading says so.
 */
async function lastWholeCommit(records: RecordsPlace) {
  const versions = versionsIn(records.dir)
  const [newest] = versions
  for (const version of versions) {
    const found = await lookAt(records, version)
    if (found.is === 'whole') return { whole: found.committed, newest }
    if (found.is === 'damaged' && version === newest) return { newest }
  }
  return { newest }
}

type Found = { is: 'whole'; committed: Committed } | { is: 'damaged' | 'missing' }

async function lookAt(records: RecordsPlace, version: number): Promise<Found> {
  try {
    const committed = await committedAt(records, version)
    const whole = await isWhole(await committed.table(), committed.head)
    return whole ? { is: 'whole', committed } : { is: 'damaged' }
  } catch (error) {
    return { is: /not found|no such file/i.test(String(error)) ? 'missing' : 'damaged' }
  }
}
