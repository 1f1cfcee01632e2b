import { isWhole } from './found-parts'
import type { Head } from './head'
import { committedAt, versionsIn, type Committed, type RecordsPlace } from './records-table'

/** Versions that are looked at, at most: each may take as long as reading the workspace. */
const MOST_LOOKED_AT = 16

/** The last commit before one of which every part has a hash, and is what was written. */
export const wholeBefore = (
  records: RecordsPlace,
  { head: now, version: newest }: Committed,
): Promise<Committed | undefined> =>
  lastWhole(
    records,
    versionsIn(records.dir).filter((version) => version < newest),
    ({ id, revision }) => id === now.id && revision < now.revision,
  )

/** The same where what the last commit says of itself cannot be read; else none. */
export async function wholeBeforeUnreadable(records: RecordsPlace): Promise<Committed | undefined> {
  const [newest, ...versions] = versionsIn(records.dir)
  if (newest === undefined) return undefined
  const isReadable = await committedAt(records, newest).then(
    () => true,
    () => false,
  )
  return isReadable ? undefined : lastWhole(records, versions)
}

/** @param versions the newest first */
export async function lastWhole(
  records: RecordsPlace,
  versions: readonly number[],
  isWanted: (head: Head) => boolean = () => true,
): Promise<Committed | undefined> {
  for (const version of versions.slice(0, MOST_LOOKED_AT)) {
    try {
      const committed = await committedAt(records, version)
      const { head, table } = committed
      if (!isWanted(head)) continue
      const isHashed = Object.values(head.parts).every(({ sum }) => sum !== undefined)
      if (isHashed && (await isWhole(await table(), head))) return committed
    } catch {
      // Not whole either.
    }
  }
  return undefined
}
