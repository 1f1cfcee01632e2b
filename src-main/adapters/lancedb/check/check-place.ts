import {
  isDamagedContent,
  type CheckedContent,
  type CheckedPart,
  type DamageCheck,
} from '../../../domain/workspace/check'
import { Problem } from '../../../domain/problem'
import type { CheckCall } from '../../../ports/workspace-store'
import { RECORD_KINDS } from '../../../domain/workspace/record-kinds'
import type { FolderOptions } from '../folder/open-folder'
import type { PublishEvent } from '../published/events'
import { fullEvent } from '../published/full-event'
import { openLog, requirePublished } from '../published/log'
import { closeDatabase, connectTo, patiently, patientlyEach } from '../published/place'
import type { Database } from '../tables/database'
import { checkedTable } from './checked-table'

interface Expected {
  as: string
  rows: number
  sum?: string | undefined
}

/**
 * Reads every snapshot that is kept at an address, whole, and holds it against the hashes of its
 * event.
 * @throws Problem as for reading there.
 */
export async function checkPlace(
  address: string,
  { signal, onParts, repair }: CheckCall,
  options: FolderOptions,
): Promise<DamageCheck> {
  if (repair) {
    throw new Problem(
      'bad-input',
      'A published snapshot never changes, so it is not repaired.',
      `Publish again, or roll back to a whole one: pegboard rollback ${address} NUMBER`,
    )
  }
  requirePublished(address)
  const database = await connectTo(address)
  try {
    const { snapshots } = await (await openLog({ database, address })).read()
    const kept = snapshots.filter(({ isForgotten }) => !isForgotten)
    const contents: CheckedContent[] = []
    for (const [at, logged] of kept.entries()) {
      onParts(at, kept.length)
      signal.throwIfAborted()
      const { number: snapshot } = logged
      try {
        const event = fullEvent(logged, address, options.kinds ?? RECORD_KINDS)
        contents.push({ snapshot, parts: await checkParts(event, { database, address, signal }) })
      } catch (error) {
        if (!(error instanceof Problem) || error.code === 'unavailable') throw error
        contents.push({ snapshot, parts: [], fault: error.message })
      }
    }
    const isDamaged = contents.some(isDamagedContent)
    return { place: address, contents, isDamaged, hashed: 0 }
  } finally {
    closeDatabase(database)
  }
}

async function checkParts(
  event: PublishEvent,
  { database, address, signal }: { database: Database; address: string; signal: AbortSignal },
): Promise<CheckedPart[]> {
  const waiting = { address, what: 'Reading from', signal }
  const parts: CheckedPart[] = []
  for (const [name, { as, rows, sum }] of tablesIn(event)) {
    const checked = await checkedTable(
      { name, rows, sum },
      {
        signal,
        open: () => patiently(database.openTable(as), waiting),
        each: (batches) => patientlyEach(batches, waiting),
      },
    )
    const { sum: _, ...part } = checked
    parts.push(part)
  }
  return parts
}

const tablesIn = ({ tables, documents, searched, derived }: PublishEvent): [string, Expected][] => [
  ...Object.entries(tables),
  ...(documents ? [['documents', documents] satisfies [string, Expected]] : []),
  ...(searched
    ? ([
        ['searched', searched.searched],
        ['terms', searched.terms],
      ] satisfies [string, Expected][])
    : []),
  ...(derived ? [['derived', derived] satisfies [string, Expected]] : []),
]
