import { isWhole } from './found-parts'
import { committedAt, versionsIn, type Committed, type RecordsPlace } from './records-table'

/** Versions that are looked at, at most: each may take as long as reading the workspace. */
const MOST_LOOKED_AT = 16

/** The last commit before one of which every part has a hash, and is what was written. */
export async function wholeBefore(
  records: RecordsPlace,
  { head: now, version: newest }: Committed,
): Promise<Committed | undefined> {
  const before = versionsIn(records.dir).filter((version) => version < newest)
  for (const version of before.slice(0, MOST_LOOKED_AT)) {
    try {
      const committed = await committedAt(records, version)
      const { head, table } = committed
      if (head.id !== now.id || head.revision >= now.revision) continue
      const isHashed = Object.values(head.parts).every(({ sum }) => sum !== undefined)
      if (isHashed && (await isWhole(table, head))) return committed
    } catch {
      // Not whole either.
    }
  }
  return undefined
}
