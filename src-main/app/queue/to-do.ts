import { z } from 'zod'
import {
  ToDoKind,
  type FeatureItem,
  type MissedQuery,
  type QueueListAnswer,
  type QueueToolAnswer,
  type ToDoBasis,
  type ToDoItem,
  type ToDoRow,
} from '../../contract/to-do'
import { page } from '../../contract/page'
import type { ReviewRow } from '../../contract/review'
import { SearchText } from '../../contract/search-text'
import { Dir } from '../../contract/workspace'
import type { GateVerdict } from '../../domain/proposal/gate'
import { LINT_RULES } from '../../authoring/lint/registry'
import { Problem } from '../../domain/problem'
import { isMeasuredByItself, msAgain } from '../../domain/run/measured-by-itself'
import { servedEvidence } from '../../domain/served/evidence'
import type { SearchOutcome } from '../../domain/served/follow-up'
import { ToolId } from '../../domain/tool/tool'
import { yieldToEventLoop } from '../../evaluation/yield-to-event-loop'
import { recipeOf } from '../../pipeline/recipes/recipe'
import type { Call } from '../app'
import type { Catalog } from '../workspaces/catalog'
import type { AppContext } from '../context'
import { fittingRun } from '../evaluation/fitting-run'
import type { MeasuredRuns } from '../evaluation/measured-runs'
import { choicesOf, findingsOf, rowsOf } from '../lint/findings'
import { decisionsOf, isOpen } from '../proposals/chosen-proposals'
import { pageOf as pageOfEdges } from '../proposals/list'
import { lastLook } from '../proposals/looks'
import { infoOf } from '../recipes/works-with'
import { containing } from '../requests/containing'
import { listProposals as listTexts } from '../review/list'
import { proposalsOf, stateOf } from '../review/proposed-texts'
import { followedIn } from '../served/served-list'
import type { Session } from '../workspaces/session'
import { countedAt, missedByTool, type MissedOfTool } from './missed'
import { toDoRows, type ToDoRows } from './to-do-rows'

export const QueueListInput = z.object({
  dir: Dir,
  kinds: z
    .array(z.string())
    .optional()
    .describe(
      `only tools with something of these kinds, such as ${ToDoKind.options.join(', ')}; left out: of any`,
    ),
  search: SearchText,
  ...page(100),
})
export type QueueListInput = z.output<typeof QueueListInput>

export const QueueToolInput = z.object({
  dir: Dir,
  tool: ToolId.describe('the tool, by its id'),
})
export type QueueToolInput = z.output<typeof QueueToolInput>

type Context = AppContext & { measured: MeasuredRuns }

/** A page of the tools of which something asks for a decision, those first that are missed most. */
export async function listToDo(
  context: Context,
  { dir, kinds, search, offset, limit }: QueueListInput,
  call: Call,
): Promise<QueueListAnswer> {
  requireKinds(kinds, context.places.toDo)
  const session = await context.sessions.of(dir)
  const catalog = await session.catalog()
  const { rows, ofFeatures, basis, untaken } = await toDoIn(
    { context, session, catalog, dir },
    call,
  )
  const holds = containing(search)
  const found = rows.filter(
    (row) =>
      (kinds?.some((kind) => rowKinds(row).includes(kind)) ?? true) &&
      holds({ id: row.tool, text: row.name }),
  )
  const countOf = (kind: ToDoKind) => rows.filter(({ counts }) => counts[kind]).length
  return {
    total: found.length,
    rows: found.slice(offset, offset + limit),
    counts: Object.fromEntries(ToDoKind.options.map((kind) => [kind, countOf(kind)])) as Record<
      ToDoKind,
      number
    >,
    ofFeatures,
    all: rows.length,
    untaken,
    ...(basis && { basis }),
  }
}

const rowKinds = ({ counts, ofFeatures = [] }: ToDoRow): string[] => [
  ...Object.keys(counts),
  ...ofFeatures.map(({ kind }) => kind),
]

/** @throws Problem `bad-input` where a kind is none of the core’s and no feature’s. */
function requireKinds(
  kinds: readonly string[] = [],
  ofFeatures: readonly { kind: string }[],
): void {
  const known: string[] = [...ToDoKind.options, ...ofFeatures.map(({ kind }) => kind)]
  const unknown = kinds.find((kind) => !known.includes(kind))
  if (unknown === undefined) return
  const message = `There is nothing to decide of the kind “${unknown}”.`
  throw new Problem('bad-input', message, `There are ${known.join(', ')}.`)
}

interface Place {
  context: Context
  session: Session
  catalog: Catalog
  dir: string
}

interface Asking extends Place {
  call: Call
}

async function toDoIn(
  { context, session, catalog, dir }: Place,
  call: Call,
): Promise<Pick<QueueListAnswer, 'rows' | 'ofFeatures' | 'basis' | 'untaken'>> {
  const rows = toDoRows(catalog)
  const pause = yieldToEventLoop(context.clock, call.signal)
  const { findings } = await findingsOf(context, catalog, call)
  for (const finding of rowsOf(findings, await choicesOf(session))) {
    if (finding.setAside) continue
    const { tool, severity, rule } = finding
    rows.addFinding(tool, { severity, title: titleOf(rule) })
  }
  await pause()
  await countProposed({ session, catalog }, rows)
  for (const { change } of await changedBySources(session)) {
    const row = rows.add(change.tool, 'changed')
    if (row && change.broken.length > 0) row.broken = change.broken.length
  }
  const untaken = await countServed({ context, dir }, rows)
  const ofFeatures = await countFeatures({ context, session, catalog, dir, call }, rows)
  const missed = await missedIn({ context, session, dir, call }, pause)
  for (const [tool, { asked, queries }] of missed?.tools ?? []) {
    const row = rows.rowOf(tool)
    if (!row) continue
    row.asked = asked
    if (queries.length > 0) row.counts.missed = queries.length
  }
  return {
    rows: rows.sorted(),
    ofFeatures,
    untaken,
    basis: missed?.basis,
  }
}

/** Counts what agents did, and gives how many searches they took nothing of. */
async function countServed(
  { context, dir }: Pick<Place, 'context' | 'dir'>,
  { add }: Pick<ToDoRows, 'add'>,
): Promise<number> {
  const { searches } = await followedIn(context, dir)
  for (const [tool, { missedBy }] of servedEvidence(searches)) {
    const row = add(tool, 'served')
    if (row && missedBy.length > 0) row.missedByAgents = missedBy.length
  }
  return searches.filter(({ outcome }) => UNTAKEN.has(outcome)).length
}

/** Counts what features find, and gives their kinds. */
async function countFeatures(
  place: Asking,
  { rowOf }: Pick<ToDoRows, 'rowOf'>,
): Promise<QueueListAnswer['ofFeatures']> {
  const kinds: QueueListAnswer['ofFeatures'] = []
  for (const { kind, title, find } of place.context.places.toDo) {
    const rows = [...(await find(place))].flatMap(([tool, found]) => {
      const row = rowOf(tool)
      return row ? [{ row, found }] : []
    })
    for (const { row, found } of rows) {
      const { count, short } = found
      row.ofFeatures = [...(row.ofFeatures ?? []), { kind, count, short }]
    }
    kinds.push({ kind, title, tools: rows.length })
  }
  return kinds
}

async function countProposed(
  { session, catalog }: Pick<Place, 'session' | 'catalog'>,
  { add }: Pick<ToDoRows, 'add'>,
): Promise<void> {
  for (const proposal of await proposalsOf(session)) {
    if (stateOf(proposal) === 'open') add(proposal.tool, 'text')
  }
  const look = await lastLook(session)
  const decisions = await decisionsOf(session)
  for (const proposal of look?.proposals.values() ?? []) {
    if (isOpen(proposal, { catalog, decisions })) add(proposal.from, 'edge')
  }
}

/** Searches of these say that something is missing, or badly found. */
const UNTAKEN: ReadonlySet<SearchOutcome> = new Set(['asked again', 'nothing taken'])

/** What sources changed and nobody has looked at, by the source. */
async function changedBySources({ store }: Session) {
  const { sources } = await store.read('sources')
  return sources.flatMap(({ name, changed }) => changed.map((change) => ({ source: name, change })))
}

/**
 * Everything of one tool that asks for a decision, what is missed first, then what is proposed,
 * then what lint finds.
 */
export async function listToDoOf(
  context: Context,
  { dir, tool }: QueueToolInput,
  call: Call,
): Promise<QueueToolAnswer> {
  const session = await context.sessions.of(dir)
  const catalog = await session.catalog()
  const { name, server } = catalog.tool(tool).tool
  const whole = { offset: 0, limit: MOST_OF_A_TOOL, search: '', state: 'open' as const }
  const texts = await listTexts(context, { ...whole, dir, tool }, call)
  const edges = await pageOfEdges(session, { ...whole, tool, atLeast: 0, sort: 'worth' })
  const { findings } = await findingsOf(context, catalog, call)
  const found = rowsOf(findings, await choicesOf(session)).filter(
    (finding) => finding.tool === tool && !finding.setAside,
  )
  const pause = yieldToEventLoop(context.clock, call.signal)
  const missed = await missedIn({ context, session, dir, call }, pause)
  const { asked = 0, queries = [] } = missed?.tools.get(tool) ?? {}
  const changes = (await changedBySources(session)).filter(({ change }) => change.tool === tool)
  const served = servedEvidence((await followedIn(context, dir)).searches).get(tool)
  const items: ToDoItem[] = [
    ...(served
      ? [{ kind: 'served' as const, ...served, missedBy: served.missedBy.slice(-MOST_OF_A_TOOL) }]
      : []),
    ...changes.map((each) => ({ kind: 'changed' as const, ...each })),
    ...(await featureItems({ context, session, catalog, dir, call }, tool)),
    ...(queries.length > 0 ? [missedItem(asked, queries)] : []),
    ...texts.rows
      .toSorted((a, b) => worthOf(b) - worthOf(a))
      .map((proposal) => ({ kind: 'text' as const, proposal })),
    ...edges.rows
      .filter(({ from }) => from === tool)
      .map((proposal) => ({ kind: 'edge' as const, proposal })),
    ...found.slice(0, MOST_OF_A_TOOL).map((finding) => ({
      kind: 'finding' as const,
      title: titleOf(finding.rule),
      finding,
    })),
  ]
  return {
    tool,
    name,
    ...(server && { server }),
    items,
    ...(missed && { basis: missed.basis }),
  }
}

async function featureItems(place: Asking, tool: ToolId): Promise<FeatureItem[]> {
  const items: FeatureItem[] = []
  for (const { kind, title, how, find } of place.context.places.toDo) {
    const found = (await find(place)).get(tool)
    if (!found) continue
    const { text, lines, basis } = found
    items.push({ kind: 'feature', by: kind, title, text, lines, basis, how })
  }
  return items
}

const WORTH: Record<GateVerdict, number> = { helps: 2, untold: 1, 'no-change': 0, harms: -1 }

/** What helps comes first and what harms last; what is not measured in between. */
const worthOf = ({ gate }: ReviewRow): number => (gate ? WORTH[gate.verdict] : 1)

const missedItem = (asked: number, queries: MissedQuery[]): ToDoItem => ({
  kind: 'missed',
  asked,
  missed: queries.length,
  queries: queries.slice(0, MOST_OF_A_TOOL),
})

/** Things of a kind that are listed of one tool. */
const MOST_OF_A_TOOL = 500

/**
 * What a run of the workspace's recipe on a development set misses: the newest that is current,
 * else the newest.
 */
async function missedIn(
  { context, session, dir, call }: Omit<Asking, 'catalog'>,
  pause: () => Promise<unknown>,
): Promise<{ basis: ToDoBasis; tools: ReadonlyMap<ToolId, MissedOfTool> } | undefined> {
  const { worksWith } = await infoOf(context, session)
  const found = await fittingRun(context, { dir, worksWith }, call)
  if (!found) return undefined
  const { run, outdated: parts } = found
  const { outcomes } = await context.measured.of(dir, run.id)
  const k = countedAt(run, worksWith.k)
  const tools = await missedByTool(outcomes, k, pause)
  const { id, recipe, goldenSet, queries, startedAt } = run
  const basis = {
    run: id,
    recipe: recipeOf(context.recipes, recipe).title,
    goldenSet,
    queries,
    measuredAt: startedAt,
    ...(k !== undefined && { k }),
    ...(parts && {
      outdated: {
        parts,
        againMs: msAgain(run, parts),
        byItself: isMeasuredByItself([run], { [run.id]: parts }),
      },
    }),
  }
  return { basis, tools }
}

const TITLES = new Map(LINT_RULES.map(({ id, title }) => [id, title]))
const titleOf = (rule: string): string => TITLES.get(rule) ?? rule
