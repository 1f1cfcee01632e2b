import { Problem } from '../../../domain/problem'
import { RECORD_KINDS } from '../../../domain/workspace/record-kinds'
import type { Publication, PublishCall, Published, Publishing } from '../../../ports/publishing'
import type { Database } from '../tables/database'
import { listed, type Log, type LoggedSnapshot, type PublishEvent } from './events'
import { fullEvent, orHalf, tablesOf } from './full-event'
import { beginLog, openLog, requirePublished, type PublishedLog } from './log'
import {
  closeDatabase,
  connectTo,
  patiently,
  publishedAddress,
  requirePublishable,
  type PublishedPlace,
} from './place'
import { writeSnapshot, type PublishOptions } from './publish'
import { tidy } from './tidy'

/** Publishes to LanceDB databases: in folders, in object stores, and in LanceDB’s own service. */
export const publishedDatabases = (options: PublishOptions = {}): Publishing => ({
  address: publishedAddress,
  async publish(publication, call) {
    const { address } = publication
    await requirePublishable(address)
    return within(address, async ({ database }) =>
      publish(database, { publication, call, options }),
    )
  },
  async list(address) {
    requirePublished(address)
    return within(address, async (at) => listed(await (await openLog(at)).read()))
  },
  async rollBack(address, to, at) {
    requirePublished(address)
    return within(address, async (place) => rollBack(place, { to, at }, options))
  },
})

/** Does something at an address, and closes it. */
async function within<T>(address: string, work: (at: PublishedPlace) => Promise<T>): Promise<T> {
  const database = await connectTo(address)
  try {
    return await work({ database, address })
  } finally {
    closeDatabase(database)
  }
}

interface Publishes {
  publication: Publication
  call: PublishCall
  options: PublishOptions
}

async function publish(
  database: Database,
  { publication, call, options }: Publishes,
): Promise<Published> {
  const { address, at, keep } = publication
  const { kinds = RECORD_KINDS } = options
  const log = await beginLog({ database, address })
  // A list that cannot be read is better known before the work.
  await log.read()
  await options.onPublishStep?.('list begun')
  const event = await writeSnapshot({ database, address }, publication, call, options)
  await options.onPublishStep?.('tables written')
  call.signal.throwIfAborted()
  await log.append(event)
  await options.onPublishStep?.('event appended')
  const removed = keep === undefined ? [] : await forget(log, keep, at)
  const now = await log.read()
  // The snapshot is there; that tidying up fails must not look as if it were not.
  const tidying = { database, address, kinds, now: Date.parse(at) }
  await tidy(tidying, now).catch(() => undefined)
  const own = now.snapshots.find(({ head }) => head.id === event.id)
  const snapshot = listed(now).find(({ number }) => number === own?.number)
  if (!snapshot) {
    // Another publisher that keeps fewer was faster.
    throw new Problem(
      'conflict',
      `What was published to ${address} was removed at once by another publisher.`,
      'Publish again.',
    )
  }
  return { snapshot, vectors: vectorsIn(event), removed }
}

/**
 * Has all but the newest ones forgotten, and gives the numbers of those that are: not the current
 * one.
 */
async function forget(log: PublishedLog, keep: number, at: string): Promise<number[]> {
  const before = await log.read()
  const there = before.snapshots.filter(({ isForgotten }) => !isForgotten)
  const numbers = there
    .slice(0, Math.max(0, there.length - keep))
    .flatMap(({ number }) => (number === before.current?.number ? [] : [number]))
  if (numbers.length === 0) return []
  await log.append({ kind: 'forget', numbers, at })
  // Another may have been rolled back to meanwhile: that one stays.
  const after = await log.read()
  return numbers.filter((number) => after.snapshots[number - 1]?.isForgotten)
}

async function rollBack(
  { database, address }: PublishedPlace,
  { to, at }: { to: number; at: string },
  options: PublishOptions,
) {
  const log = await openLog({ database, address })
  const before = await log.read()
  const wanted = requireThere(before, to, address)
  await requireWhole({ database, address }, wanted, options)
  if (before.current !== wanted) await log.append({ kind: 'rollback', to, at })
  const after = await log.read()
  requireThere(after, to, address)
  return listed(after)
}

function requireThere(log: Log, to: number, address: string): LoggedSnapshot {
  const wanted = log.snapshots[to - 1]
  if (wanted && !wanted.isForgotten) return wanted
  const numbers = listed(log).map(({ number }) => number)
  throw new Problem(
    'bad-input',
    wanted
      ? `Snapshot ${to} of ${address} was removed: fewer are kept.`
      : `There is no snapshot ${to} at ${address}.`,
    `Choose one of those that are there: ${numbers.join(', ') || 'none'}.`,
  )
}

/** @throws Problem `unreadable` where a table of the snapshot is not there, `newer-version`. */
async function requireWhole(
  { database, address }: PublishedPlace,
  snapshot: LoggedSnapshot,
  { kinds = RECORD_KINDS }: PublishOptions,
): Promise<void> {
  const event = fullEvent(snapshot, address, kinds)
  for (const { as } of tablesOf(event)) {
    const opening = database.openTable(as).then((table) => table.close())
    await patiently(opening.catch(orHalf(snapshot.number, address)), {
      address,
      what: 'Reading from',
    })
  }
}

/** Those that are looked up, and those that are searched where they lie. */
const vectorsIn = ({ documents, searched }: PublishEvent): number =>
  (searched?.columns ?? [])
    .filter(({ kind }) => kind === 'meaning')
    .reduce((sum) => sum + (searched?.searched.rows ?? 0), documents?.rows ?? 0)
