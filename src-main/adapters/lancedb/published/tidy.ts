import type { AnyRecordKinds } from '../../../domain/workspace/record-kinds'
import { SEARCHED_TABLES } from '../in-place/write'
import { isReadLater, type Log, type LoggedSnapshot } from './events'
import { patiently, type PublishedPlace } from './place'
import { DERIVED } from './stored-files'
import { DOCUMENTS, dropTables, publishedTables } from './publish'

/**
 * Tables that no event names are left by publishers that were killed, or are being written right
 * now. Publishing takes minutes, and who publishes looks at its tables once more before it names
 * them: after a day nobody comes back for them, even where clocks are hours apart.
 */
const LEFT_AFTER_MS = 24 * 60 * 60 * 1000

const NAMES_AT_ONCE = 1000

interface At extends PublishedPlace {
  kinds: AnyRecordKinds
  now: number
}

/**
 * Removes the tables of forgotten snapshots, and what killed publishers left. Whatever fails is
 * left for the next.
 */
export async function tidy(at: At, { snapshots }: Log): Promise<void> {
  const named = new Map(snapshots.map((snapshot) => [snapshot.head.id, isOver(snapshot, at.now)]))
  const parts = publishedTables(at.kinds).map(({ name }) => name)
  const known = [...parts, DOCUMENTS, DERIVED, ...SEARCHED_TABLES].join('|')
  const ours = new RegExp(`^(?:${known})-([0-9a-f]{32})$`)
  const gone: string[] = []
  for (const name of await tableNames(at)) {
    const [, id] = ours.exec(name) ?? []
    if (id === undefined) continue
    if (named.get(id) ?? (await isLeft(at, name))) gone.push(name)
  }
  await dropTables(at, gone)
}

/**
 * A server that searches a snapshot in place goes on with it until it has taken up the next: its
 * tables stay for a day.
 */
function isOver(snapshot: LoggedSnapshot, now: number): boolean {
  const { isForgotten, forgottenAt = '' } = snapshot
  if (!isForgotten || !isReadLater(snapshot)) return isForgotten
  return now - Date.parse(forgottenAt) > LEFT_AFTER_MS
}

async function tableNames({ database, address }: PublishedPlace): Promise<string[]> {
  const names: string[] = []
  for (;;) {
    const startAfter = names.at(-1)
    const page = await patiently(
      database.tableNames({
        limit: NAMES_AT_ONCE,
        ...(startAfter !== undefined && { startAfter }),
      }),
      { address, what: 'Reading from' },
    )
    names.push(...page)
    if (page.length < NAMES_AT_ONCE) return names
  }
}

/**
 * One that cannot be opened is being written, or is the rest of one that is gone: then its files
 * are in nobody’s way.
 */
async function isLeft({ database, address, now }: At, name: string): Promise<boolean> {
  const written = async () => {
    const table = await database.openTable(name)
    const times = (await table.listVersions()).map(({ timestamp }) => timestamp.getTime())
    table.close()
    return Math.max(...times)
  }
  try {
    return now - (await patiently(written(), { address, what: 'Reading from' })) > LEFT_AFTER_MS
  } catch {
    return false
  }
}
