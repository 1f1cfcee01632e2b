import { z } from 'zod'
import { ModelChoice } from '../../../domain/model/model'
import { WorksWith } from '../../../domain/recipe/choice'
import type { PublishedSnapshot } from '../../../domain/workspace/published'
import { Problem } from '../../../domain/problem'
import { newerVersion } from '../tables/marker'
import { sealOf } from '../tables/sealed-json'
import { SearchedTables } from '../in-place/write'
import { fitInMemory } from './vectors'

/** A table of a snapshot, under a name that is never given again. */
const PublishedTable = z.object({
  as: z.string(),
  rows: z.number().int(),
  /** See {@link RowSum}: of all columns. Absent where an older program published. */
  sum: z.string().optional(),
})

const Searched = SearchedTables.extend({
  embedder: z.string().optional(),
  recall: z.array(z.object({ recipe: z.string(), queries: z.number().int(), recall: z.number() })),
})

const Figures = z.object({
  goldenSet: z.string(),
  queries: z.number().int(),
  measures: z.record(z.string(), z.number()),
  isStale: z.literal(true).optional(),
})

/** What every version of the program reads of a snapshot: enough to list it. */
const Head = z.looseObject({
  kind: z.literal('publish'),
  id: z.string().regex(/^[0-9a-f]{16,64}$/),
  schemaVersion: z.number().int(),
  program: z.string(),
  at: z.string(),
  /** The workspace’s. */
  name: z.string().min(1),
  tools: z.number().int(),
  worksWith: WorksWith,
  figures: Figures.optional().catch(undefined),
})

/** What a snapshot holds, as a workspace’s manifest says it. */
export const PublishEvent = Head.extend({
  createdAt: z.string(),
  models: ModelChoice.optional().catch(undefined),
  /** By the name that they have in a workspace. */
  tables: z.record(z.string(), PublishedTable),
  summaries: z.record(z.string(), z.array(z.unknown())),
  documents: PublishedTable.extend({
    embedder: z.string(),
    fingerprint: z.string(),
    dimensions: z.number().int(),
  }).optional(),
  searched: Searched.optional(),
  /** What was kept of the catalog, see `derived` of a workspace’s store. */
  derived: PublishedTable.optional(),
})
export type PublishEvent = z.infer<typeof PublishEvent>

const RollBackEvent = z.looseObject({
  kind: z.literal('rollback'),
  to: z.number().int(),
  at: z.string(),
})
const ForgetEvent = z.looseObject({
  kind: z.literal('forget'),
  numbers: z.array(z.number().int()),
  at: z.string(),
})
export type LogEvent = PublishEvent | z.infer<typeof RollBackEvent> | z.infer<typeof ForgetEvent>

const AnyEvent = z.discriminatedUnion('kind', [Head, RollBackEvent, ForgetEvent])

/** A snapshot as the log tells it: what it holds is looked at where it is opened. */
export interface LoggedSnapshot {
  number: number
  head: z.infer<typeof Head>
  isForgotten: boolean
  /** By the clock of who removed it. */
  forgottenAt?: string
}

export interface Log {
  /** In the order of their numbers. */
  snapshots: readonly LoggedSnapshot[]
  current: LoggedSnapshot | undefined
}

/**
 * What the events of an address come to, in the order in which they were appended: no clock counts.
 * A snapshot’s number is its place among those published. What came too late has no effect: a
 * roll-back to what was forgotten, and forgetting what is current.
 * @throws Problem `unreadable`, `newer-version`.
 */
export function readLog(rows: readonly string[], address: string): Log {
  const snapshots: LoggedSnapshot[] = []
  let current: LoggedSnapshot | undefined
  const at = (number: number) => snapshots[number - 1]
  for (const event of rows.map((row) => parseEvent(row, address))) {
    if (event.kind === 'publish') {
      current = { number: snapshots.length + 1, head: event, isForgotten: false }
      snapshots.push(current)
    } else if (event.kind === 'rollback') {
      const wanted = at(event.to)
      if (wanted && !wanted.isForgotten) current = wanted
    } else {
      for (const wanted of event.numbers.map(at)) {
        if (!wanted || wanted === current) continue
        Object.assign(wanted, { isForgotten: true, forgottenAt: event.at })
      }
    }
  }
  return { snapshots, current }
}

function parseEvent(row: string, address: string): z.infer<typeof AnyEvent> {
  const read = jsonOf(row)
  const event = AnyEvent.safeParse(read)
  if (event.success) return event.data
  const kind = z.looseObject({ kind: z.string() }).safeParse(read)
  const isKnown = kind.success && ['publish', 'rollback', 'forget'].includes(kind.data.kind)
  // What it does not know may say which snapshot counts: guessing would serve the wrong one.
  if (kind.success && !isKnown) throw newerVersion(`What is published at ${address}`)
  throw new Problem(
    'unreadable',
    `The list of what is published at ${address} is damaged.`,
    'Publish to another address. What is there is left as it is.',
  )
}

function jsonOf(row: string): unknown {
  try {
    return sealOf(row) === 'broken' ? undefined : JSON.parse(row)
  } catch {
    return undefined
  }
}

/** The snapshots whose tables are there, as they are told. */
export const listed = ({ snapshots, current }: Log): PublishedSnapshot[] =>
  snapshots
    .filter(({ isForgotten }) => !isForgotten)
    .map(({ number, head }) => ({
      number,
      name: head.name,
      at: head.at,
      program: head.program,
      tools: head.tools,
      worksWith: head.worksWith,
      ...partsOf(head),
      ...(head.figures && { figures: head.figures }),
      isCurrent: number === current?.number,
      isNewest: number === snapshots.length,
    }))

function partsOf(head: object): Pick<PublishedSnapshot, 'embedder' | 'inPlace'> {
  const { success, data } = PublishEvent.pick({ documents: true, searched: true }).safeParse(head)
  if (!success) return {}
  const { documents, searched } = data
  const embedder = documents?.embedder ?? searched?.embedder
  return {
    ...(embedder !== undefined && { embedder }),
    ...(searched && { inPlace: searched.recall }),
  }
}

/** Whether readers of the snapshot may want its tables at any moment. */
export function isReadLater({ head }: LoggedSnapshot): boolean {
  const { success, data } = PublishEvent.pick({ documents: true, searched: true }).safeParse(head)
  if (!success) return false
  const { documents, searched } = data
  return searched !== undefined || (documents !== undefined && !fitInMemory(documents))
}
