import type { FoundTools } from '../../contract/agent'
import { SESSION_BOUNDS } from '../../domain/agent/session'
import { toolsIn, type PlacedTool } from '../../domain/query/query'
import { definitionOf } from '../../domain/tool/catalog-tool'
import type { JsonObject, ToolId } from '../../domain/tool/tool'
import { traceOf, type PathStep } from '../../pipeline/record'
import { HELD_ALREADY } from '../../pipeline/selection/only-new'
import {
  answerQuery,
  prepareRecipe,
  type Answer,
  type GoesOn,
  type Prepared,
} from '../query/answering'
import type { Call } from '../app'
import type { Catalog } from '../workspaces/catalog'
import type { AppContext } from '../context'
import { namesOf } from '../query/run-query'
import type { Session } from '../workspaces/session'
import { selectedTools } from '../catalog/tool-summaries'

/** How tools are found for an agent, and what it has so far. */
export interface Finding {
  dir: string
  query: string
  recipe: string
  options: JsonObject
  embedder?: string | undefined
  /** Tools wanted, where the recipe leaves that to its caller. */
  k: number
  /** Of tools that are in the catalog; none: the agent only begins. */
  held?: readonly ToolId[]
  /** Whether every stage is told. */
  withTrace?: boolean
  /** Who waits for it; left out: a person. */
  goesOn?: GoesOn
}

/** Where it is found: the catalog as of one commit, held open. */
export interface FoundIn {
  context: AppContext
  catalog: Catalog
  promptOverrides: Session['promptOverrides']
}

/** What {@link foundFor} finds, and what is told of it. */
export async function findTools(at: FoundIn, finding: Finding, call: Call): Promise<FoundTools> {
  const { catalog } = at
  const { query, withTrace = false } = finding
  const { set, steps, already, latencyMs, degraded } = await foundFor(at, finding, call)
  const tools = selectedTools(set, catalog).map((tool) => ({
    ...tool,
    definition: definitionOf(catalog.tool(tool.tool)),
  }))
  return {
    query,
    tools,
    latencyMs,
    degraded,
    promptTokens: tools.reduce((sum, { promptTokens }) => sum + promptTokens, 0),
    ...(withTrace && { already, trace: traceOf(steps), names: namesOf(steps, catalog) }),
  }
}

/**
 * The first tools that a query finds for an agent, without those that it holds, as many as a
 * session has room for.
 */
export async function foundFor(
  { context, catalog, promptOverrides }: FoundIn,
  { query, k, held = [], withTrace = false, goesOn = 'once it fails', ...finding }: Finding,
  call: Call,
): Promise<Found> {
  const inMidRun = held.length > 0
  const room = SESSION_BOUNDS.tools - held.length
  const choice = { ...finding, k: Math.min(k, room), catalog, promptOverrides, inMidRun, goesOn }
  const prepared = await prepareRecipe(context, choice, call)
  const question = {
    text: query,
    signal: call.signal,
    emit: call.emit,
    record: withTrace ? 'steps' : 'nothing',
  } as const
  return inMidRun
    ? findMore(prepared, { question, held, room })
    : { ...cutTo(room, await answerQuery(prepared, question)), already: [] }
}

interface MidRun {
  question: Parameters<typeof answerQuery>[1]
  held: readonly ToolId[]
  /** The most that may join. */
  room: number
}

export interface Found extends Answer {
  /** Those held that stood before the last one given. */
  already: ToolId[]
}

/**
 * By the recipe's own search of an agent in mid-run, or else by its only one, of whose tools those
 * held are left out.
 */
async function findMore(prepared: Prepared, { question, held, room }: MidRun): Promise<Found> {
  const { runWith, size } = prepared
  const most = size === 'k' ? runWith.k : room
  if (prepared.isOwnExpansion) {
    const answer = cutTo(most, await answerQuery(prepared, { ...question, held: [...held] }))
    return { ...answer, already: toolsHeldBefore(answer.set.tools, answer.steps) }
  }
  const wider = { ...prepared, runWith: { ...runWith, k: runWith.k + held.length } }
  const answer = await answerQuery(wider, question)
  const isHeld = ({ tool }: PlacedTool) => held.includes(tool)
  const all = answer.set.tools
  const fresh = all.filter((placed) => !isHeld(placed))
  const tools = fresh.slice(0, most)
  const last = tools.length < fresh.length ? all.indexOf(tools.at(-1) as PlacedTool) : all.length
  const already = all.slice(0, last).filter(isHeld)
  return { ...answer, set: { ...answer.set, tools }, already: already.map(({ tool }) => tool) }
}

const cutTo = (most: number, answer: Answer): Answer => ({
  ...answer,
  set: { ...answer.set, tools: answer.set.tools.slice(0, most) },
})

/**
 * The held tools that a recorded run left out and that stood before the last one given, or anywhere
 * where none is.
 */
function toolsHeldBefore(given: readonly PlacedTool[], steps: readonly PathStep[]): ToolId[] {
  for (const { step } of steps) {
    const left = step.dropped.find(({ why }) => why === HELD_ALREADY)
    if (!left) continue
    const order = toolsIn(step.input).map(({ tool }) => tool)
    // One that the request names need not have been found.
    const last = given.findLast(({ tool }) => order.includes(tool))?.tool
    const end = last === undefined ? order.length : order.indexOf(last)
    return left.tools.map(({ tool }) => tool).filter((tool) => order.indexOf(tool) < end)
  }
  return []
}
