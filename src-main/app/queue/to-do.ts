import { z } from 'zod'
import {
  ToDoFilters,
  ToDoKind,
  ToDoOrder,
  ToDoState,
  type QueueListAnswer,
  type ToDoRow,
} from '../../contract/to-do'
import { page } from '../../contract/page'
import { Dir } from '../../contract/workspace'
import type { EdgeClue } from '../../domain/proposal/edge'
import { yieldToEventLoop } from '../../evaluation/yield-to-event-loop'
import type { Call } from '../app'
import type { AppContext } from '../context'
import type { MeasuredRuns } from '../evaluation/measured-runs'
import { choicesOf, rulesOf } from '../lint/findings'
import { gatePlace, rowsOf as textsOf, countedParts } from '../review/list'
import { noGates, type Measures } from '../review/stored-measures'
import type { Rows } from '../review/review-rows'
import { clueOf, fitting, gatesBy, ofKinds, requireKnown } from './fitting-things'
import type { QueuePlace } from './missed-in'
import { kindOf, thingsIn, type Thing, type ThingOf, type Things } from './things'
import { toDoRows } from './to-do-rows'

export const QueueListInput = z.object({
  dir: Dir,
  ...ToDoFilters,
  sort: ToDoOrder.default('weight').describe(
    'weight: what weighs most first, or was decided last; helps: texts that mend most golden queries; worth: edges that most tools gain by; sure: the surest edges',
  ),
  ...page(100),
})
export type QueueListInput = z.output<typeof QueueListInput>

export type QueueContext = AppContext & { measured: MeasuredRuns }

/** Where things are, with all of them and what was measured of texts. */
export interface Queue extends QueuePlace, Things {
  texts: Rows
}

export async function openQueue(context: QueueContext, dir: string, call: Call): Promise<Queue> {
  const { session, ...asking } = await gatePlace(context, dir, call)
  const catalog = await session.catalog()
  const things = await thingsIn({ context, session, catalog, dir, call })
  const texts = await textsOf({ ...asking, session })
  return { context, session, catalog, dir, call, texts, ...things }
}

/**
 * Works out what was measured of texts, with pauses, where filters or an order ask for it, or all
 * that wait are counted by it.
 */
export async function workOutGates(
  { context, call, texts, all }: Queue,
  { state, gates }: Pick<ToDoFilters, 'state' | 'gates'>,
  sort: ToDoOrder,
  isCounted = false,
): Promise<void> {
  if (!isCounted && gates === undefined && sort !== 'helps') return
  const wanted = thingsOf(all, 'text').filter((text) => text.state === state)
  const proposals = wanted.map(({ proposal }) => proposal)
  await texts.measures.workOut(proposals, yieldToEventLoop(context.clock, call.signal))
}

export const thingsOf = <Kind extends Thing['kind']>(
  things: readonly Thing[],
  kind: Kind,
): ThingOf<Kind>[] => things.filter((thing): thing is ThingOf<Kind> => thing.kind === kind)

/** What filters show of a queue, and its tools in their order. */
export function shownIn(
  { context, catalog, texts, all, missed }: Queue,
  filters: ToDoFilters,
  sort: ToDoOrder,
): { things: Thing[]; rows: ToDoRow[] } {
  const found = all.filter(fitting(filters, { catalog, gateOf: gatesBy(texts.measures) }))
  const things = found.filter(ofKinds(filters.kinds))
  const listed = new Set(things.map(({ tool }) => tool))
  const rows = toDoRows(catalog)
  const titleOf = ruleTitles(context)
  for (const thing of found) addTo(rows, thing, titleOf)
  for (const [tool, { asked }] of missed?.tools ?? []) {
    const row = filters.state === 'open' ? rows.rowOf(tool) : undefined
    if (row) row.asked = asked
  }
  const values = new Map(things.map((thing) => [thing, valueOf(thing, sort, texts.measures)]))
  return { things, rows: rows.sorted(sort, values).filter(({ tool }) => listed.has(tool)) }
}

function addTo(
  rows: ReturnType<typeof toDoRows>,
  thing: Thing,
  titleOf: (rule: string) => string,
): void {
  const { tool } = thing
  switch (thing.kind) {
    case 'finding': {
      const { severity, rule } = thing.finding
      rows.addFinding(tool, { severity, title: titleOf(rule) })
      break
    }
    case 'text':
    case 'edge':
      rows.addProposed(tool, thing.kind)
      break
    case 'changed': {
      const row = rows.add(tool, 'changed')
      const broken = thing.change.broken.length
      if (row && broken > 0) row.broken = broken
      break
    }
    case 'served': {
      const row = rows.add(tool, 'served')
      const missedBy = thing.served.missedBy.length
      if (row && missedBy > 0) row.missedByAgents = missedBy
      break
    }
    case 'feature': {
      const row = rows.rowOf(tool)
      const { count, short } = thing.found
      if (row) row.ofFeatures = [...(row.ofFeatures ?? []), { kind: kindOf(thing), count, short }]
      break
    }
    case 'missed': {
      const row = rows.rowOf(tool)
      if (row) row.counts.missed = thing.queries.length
    }
  }
}

/** What a thing gives its tool in an order: the more, the sooner the tool is listed. */
function valueOf(thing: Thing, sort: ToDoOrder, measures: Measures): number {
  switch (sort) {
    case 'helps':
      return thing.kind === 'text' ? mendedBy(measures.of(thing.proposal)) : 0
    case 'worth':
      return thing.kind === 'edge' ? (thing.proposal?.worth ?? 0) : 0
    case 'sure':
      return thing.kind === 'edge' ? (thing.proposal?.probability ?? 0) : 0
    case 'weight':
      return thing.decidedAt === undefined ? 0 : Date.parse(thing.decidedAt)
    case 'name':
      return 0
  }
}

/** Golden queries that a text mends, without those that it breaks. */
function mendedBy(measure: ReturnType<Measures['of']>): number {
  if (!measure) return 0
  const { own, neighbours } = measure
  return own.fixed + neighbours.fixed - own.broken - neighbours.broken
}

/** A page of the tools of which something asks for a decision, those first that are missed most. */
export async function listToDo(
  context: QueueContext,
  { dir, sort, offset, limit, ...filters }: QueueListInput,
  call: Call,
): Promise<QueueListAnswer> {
  requireKnown(filters, context.places)
  const queue = await openQueue(context, dir, call)
  const { all, ofFeatures, failed, untaken, missed, session } = queue
  const isOpen = filters.state === 'open'
  await workOutGates(queue, filters, sort, isOpen)
  const { things, rows } = shownIn(queue, filters, sort)
  const isHere = isListed(queue)
  const ofState = all.filter((thing) => thing.state === filters.state && isHere(thing))
  const texts = thingsOf(ofState, 'text')
  const gates = noGates()
  const gateOf = gatesBy(queue.texts.measures)
  if (isOpen) for (const text of texts) gates[gateOf(text)]++
  const findings = thingsOf(all, 'finding').map(({ finding }) => finding)
  const toolsOfState = (state: ToDoState) =>
    tools(all.filter((thing) => thing.state === state && isHere(thing)))
  return {
    total: rows.length,
    rows: rows.slice(offset, offset + limit),
    shown: byKind((kind) => things.filter((thing) => thing.kind === kind && isHere(thing)).length),
    states: Object.fromEntries(
      ToDoState.options.map((state) => [state, toolsOfState(state)]),
    ) as Record<ToDoState, number>,
    rules: rulesOf(context.places.lintRules, findings, await choicesOf(session)),
    parts: countedParts(texts.map(({ proposal }) => proposal)),
    gates,
    clues: clueCounts(thingsOf(ofState, 'edge')),
    counts: byKind((kind) => tools(ofState.filter((thing) => thing.kind === kind))),
    ofFeatures: ofFeatures.map(({ kind, title }) => ({
      kind,
      title,
      tools: tools(ofState.filter((thing) => kindOf(thing) === kind)),
    })),
    ...(failed.length > 0 && { failed }),
    all: toolsOfState('open'),
    untaken,
    ...(missed && { basis: missed.basis }),
  }
}

/** Of tools that the catalog lacks, only what was proposed is listed. */
const isListed =
  ({ catalog }: Queue) =>
  ({ kind, tool }: Thing): boolean =>
    kind === 'text' || kind === 'edge' || catalog.has(tool)

const tools = (things: readonly Thing[]): number => new Set(things.map(({ tool }) => tool)).size

const byKind = (count: (kind: ToDoKind) => number): Record<ToDoKind, number> =>
  Object.fromEntries(ToDoKind.options.map((kind) => [kind, count(kind)])) as Record<
    ToDoKind,
    number
  >

function clueCounts(edges: readonly ThingOf<'edge'>[]): Partial<Record<EdgeClue, number>> {
  const counts: Partial<Record<EdgeClue, number>> = {}
  for (const edge of edges) {
    const clue = clueOf(edge)
    if (clue) counts[clue] = (counts[clue] ?? 0) + 1
  }
  return counts
}

/** What rules are called, by their ids. */
export function ruleTitles({ places }: Pick<AppContext, 'places'>): (rule: string) => string {
  const titles = new Map(places.lintRules.map(({ id, title }) => [id, title]))
  return (rule) => titles.get(rule) ?? rule
}
