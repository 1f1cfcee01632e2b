import type { FindingRow } from '../../contract/lint'
import type { FailedKind, MissedQuery, QueueListAnswer, ToDoState } from '../../contract/to-do'
import type { SourceChange } from '../../domain/catalog/source'
import { edgeKey, type EdgeDecision } from '../../domain/proposal/edge-decision'
import type { EdgeProposal } from '../../domain/proposal/edge'
import type { TextProposal } from '../../domain/proposal/text'
import { servedEvidence, type ServedTool } from '../../domain/served/evidence'
import type { SearchOutcome } from '../../domain/served/follow-up'
import type { ToolId } from '../../domain/tool/tool'
import { yieldToEventLoop } from '../../evaluation/yield-to-event-loop'
import type { FoundToDo, ToDoSource } from '../context'
import { choicesOf, findingsOf, rowsOf } from '../lint/findings'
import { decisionsOf, isOpen } from '../proposals/chosen-proposals'
import { lastLook } from '../proposals/looks'
import { proposalsOf, stateOf } from '../review/proposed-texts'
import { problemReport } from '../requests/problem-report'
import { followedIn } from '../served/followed-searches'
import type { Session } from '../workspaces/session'
import { missedIn, type Missed, type QueuePlace } from './missed-in'

/** One thing of a tool that waits for a decision, or that was decided. */
export type Thing = { tool: ToolId; state: ToDoState; decidedAt?: string } & (
  | { kind: 'finding'; finding: FindingRow }
  | { kind: 'text'; proposal: TextProposal }
  | ({ kind: 'edge' } & ThingOfEdge)
  | { kind: 'changed'; source: string; change: SourceChange }
  | { kind: 'served'; served: ServedTool }
  | { kind: 'feature'; source: ToDoSource; found: FoundToDo }
  | { kind: 'missed'; asked: number; queries: MissedQuery[] }
)

/** A proposed edge; of a decided one, what proposes it now, if anything does. */
interface ThingOfEdge {
  on: ToolId
  proposal?: EdgeProposal
  decision?: EdgeDecision
}

export type ThingOf<Kind extends Thing['kind']> = Extract<Thing, { kind: Kind }>

/** Every thing of a workspace, whatever its state, and what they rest on. */
export interface Things {
  all: Thing[]
  missed: Missed | undefined
  untaken: number
  /** Kinds that features find, also where there is nothing of them. */
  ofFeatures: Pick<QueueListAnswer['ofFeatures'][number], 'kind' | 'title'>[]
  /** Those of these that could not be looked for. */
  failed: FailedKind[]
}

/** By which a list is narrowed to a thing. */
export const kindOf = (thing: Thing): string =>
  thing.kind === 'feature' ? thing.source.id : thing.kind

export async function thingsIn(place: QueuePlace): Promise<Things> {
  const { context, session, catalog, call, dir } = place
  const pause = yieldToEventLoop(context.clock, call.signal)
  const { findings } = await findingsOf(context, catalog, call)
  const choices = await choicesOf(session)
  await pause()
  const { searches } = await followedIn(context, dir)
  const missed = await missedIn(place, pause)
  const ofFeatures = await foundByFeatures(place)
  return {
    all: [
      ...rowsOf(findings, choices).map(thingOfFinding),
      ...(await proposalsOf(session)).map(thingOfText),
      ...(await edgesIn(place)),
      ...(await changesIn(session)),
      ...[...servedEvidence(searches)].map(([tool, served]): Thing => {
        return { kind: 'served', tool, state: 'open', served }
      }),
      ...ofFeatures.things,
      ...missedThings(missed),
    ],
    missed,
    untaken: searches.filter(({ outcome }) => UNTAKEN.has(outcome)).length,
    ofFeatures: context.places.toDo.map(({ id, title }) => ({ kind: id, title })),
    failed: ofFeatures.failed,
  }
}

/** Searches of these say that something is missing, or badly found. */
const UNTAKEN: ReadonlySet<SearchOutcome> = new Set(['asked again', 'nothing taken'])

function thingOfFinding(finding: FindingRow): Thing {
  const { tool, setAside } = finding
  return {
    kind: 'finding',
    tool,
    state: setAside ? 'rejected' : 'open',
    ...(setAside && { decidedAt: setAside.at }),
    finding,
  }
}

function thingOfText(proposal: TextProposal): Thing {
  const { tool, decision } = proposal
  return {
    kind: 'text',
    tool,
    state: stateOf(proposal),
    ...(decision && { decidedAt: decision.decidedAt }),
    proposal,
  }
}

async function edgesIn({ session, catalog }: QueuePlace): Promise<Thing[]> {
  const look = await lastLook(session)
  const decisions = await decisionsOf(session)
  const open = [...(look?.proposals.values() ?? [])].filter((proposal) =>
    isOpen(proposal, { catalog, decisions }),
  )
  return [
    ...open.map((proposal): Thing => {
      const { from, edge } = proposal
      return { kind: 'edge', tool: from, state: 'open', on: edge.on, proposal }
    }),
    ...[...decisions.values()].map((decision): Thing => {
      const { from, on, verdict, decidedAt } = decision
      const proposal = look?.proposals.get(edgeKey(from, on))
      const known = { tool: from, on, state: verdict, decidedAt, decision }
      return { kind: 'edge', ...known, ...(proposal && { proposal }) }
    }),
  ]
}

/** What sources changed and nobody has looked at, by the source. */
async function changesIn({ store }: Session): Promise<Thing[]> {
  const { sources } = await store.read('sources')
  return sources.flatMap(({ name, changed }) =>
    changed.map((change): Thing => {
      return { kind: 'changed', tool: change.tool, state: 'open', source: name, change }
    }),
  )
}

/** A feature that fails keeps nothing of the others from the list. */
async function foundByFeatures(
  place: QueuePlace,
): Promise<{ things: Thing[]; failed: FailedKind[] }> {
  const things: Thing[] = []
  const failed: FailedKind[] = []
  for (const source of place.context.places.toDo) {
    try {
      for (const [tool, found] of await source.find(place)) {
        things.push({ kind: 'feature', tool, state: 'open', source, found })
      }
    } catch (error) {
      place.call.signal.throwIfAborted()
      failed.push({ title: source.title, problem: problemReport(error) })
    }
  }
  return { things, failed }
}

const missedThings = (missed: Missed | undefined): Thing[] =>
  [...(missed?.tools ?? [])].flatMap(([tool, { asked, queries }]): Thing[] =>
    queries.length > 0 ? [{ kind: 'missed', tool, state: 'open', asked, queries }] : [],
  )
