import type { PlacedTool, QueryPlan, Ranking, RankingOrder, Shape } from '../domain/query/query'
import type { ToolId } from '../domain/tool/tool'
import type { Settings } from '../domain/trace/trace'
import type { Prompt } from './prompt'
import {
  mostCalls,
  pipe,
  stage,
  type Chain,
  type Pipeline,
  type RatedTools,
  type Retriever,
  type ScoreScale,
  type Source,
  type Stage,
  type Step,
} from './stage'

/** Makes one list of several; `rankings[i]` is the i-th retriever's. */
export interface FusionMethod {
  name: string
  /** What shapes its lists, whatever the query. */
  settings: Settings
  /**
   * Whether each list is first completed with what its retriever scores the tools of the others,
   * and told how these scores are read beside others.
   */
  completes?: boolean
  fuse(rankings: FusedRanking[]): Fused
}
/** A list to be fused. */
export interface FusedRanking extends Ranking {
  /** How scores are read beside those of other retrievers, where lists are completed. */
  scale?: ScoreScale
}
/** One list made of several. */
interface Fused {
  tools: PlacedTool[]
  /** By score where left out. */
  order?: RankingOrder
  /** What it was done with, this time. */
  notes?: Settings
}

/**
 * Runs all retrievers side by side, each under its label, and makes one ranking of theirs.
 * @throws Error where the method completes lists and a retriever is no single stage that rates
 * tools.
 */
export function fuse(
  method: FusionMethod,
  retrievers: Readonly<Record<string, Retriever>>,
): Stage<QueryPlan, Ranking> {
  const inside = Object.entries(retrievers).map(([label, chain]) => ({
    label,
    pipeline: pipe(chain),
  }))
  const complete = method.completes ? completion(inside) : undefined
  return stage({
    name: method.name,
    gives: 'ranking',
    settings: method.settings,
    inside,
    absent: 'no list that it joined holds it',
    async run(plan, step) {
      const found = await Promise.all(inside.map((inner) => step.branch(inner, plan)))
      const rankings = complete ? await complete(found, step) : found
      const { tools, order = 'score', notes } = method.fuse(rankings)
      if (notes) step.note(notes)
      return { shape: 'ranking', plan, order, tools }
    },
  })
}

/**
 * Gives each list the tools that only others hold, as its own retriever scores them: no tool is
 * judged by a cut.
 */
function completion(inside: readonly { label: string; pipeline: Pipeline<QueryPlan, Ranking> }[]) {
  const ratings = inside.map(({ label, pipeline: { stages } }) => {
    const [retriever] = stages as Stage<QueryPlan, Ranking>[]
    if (!retriever?.rate || stages.length > 1) throw new Error(`“${label}” does not rate tools.`)
    const { rate } = retriever
    return (plan: QueryPlan, tools: readonly ToolId[], step: Step) =>
      step.workOf(retriever, async () => rate(plan, tools, step), NOT_RATED)
  })
  return async (rankings: Ranking[], step: Step): Promise<FusedRanking[]> => {
    const all = new Set<ToolId>()
    for (const { tools } of rankings) for (const { tool } of tools) all.add(tool)
    return Promise.all(
      rankings.map(async (ranking, at) => {
        const listed = new Set(ranking.tools.map(({ tool }) => tool))
        const others = [...all].filter((tool) => !listed.has(tool))
        const { tools, scale } = (await ratings[at]?.(ranking.plan, others, step)) ?? NOT_RATED
        return { ...ranking, scale, tools: [...ranking.tools, ...tools] }
      }),
    )
  }
}

/** Of a search that is left out: nothing is added to its list, and what it holds counts nothing. */
const NOT_RATED: RatedTools = { tools: [], scale: { from: 0, unit: 0 } }

/** Makes one list of a plan's; `rankings[i]` belongs to the plan's i-th step. */
export interface Join {
  name: string
  settings: Settings
  /**
   * How many tools each step is to give, `shares[i]` for the i-th; left out: as many as are wanted
   * in all.
   */
  shares?(k: number, plan: QueryPlan): number[]
  join(rankings: Ranking[], step: Step): Fused
}

/** Runs `inner` once for each step of the plan, on that step alone, and joins what they give. */
export function eachStep(inner: Retriever, join: Join): Stage<QueryPlan, Ranking> {
  const pipeline = pipe(inner)
  return stage({
    name: join.name,
    gives: 'ranking',
    settings: join.settings,
    inside: [{ label: 'each step', pipeline }],
    mostCalls: (steps) => steps * mostCalls(pipeline, 1),
    ...(join.shares && { readsK: 'any' }),
    absent: 'no step of the plan found it',
    async run(plan, step) {
      const shares = join.shares?.(step.k, plan)
      const rankings = await Promise.all(
        plan.steps.map((part, at) =>
          step.branch(
            { label: `steps[${at}]`, pipeline },
            { ...plan, steps: [part] },
            shares?.[at],
          ),
        ),
      )
      const { tools, order = 'score', notes } = join.join(rankings, step)
      if (notes) step.note(notes)
      return { shape: 'ranking', plan, order, tools }
    },
  })
}

/** A question about a shape; it may ask a model. */
interface Condition<In extends Shape> {
  name: string
  settings?: Settings
  prompts?: readonly Prompt[]
  /** What must be ready before it is asked. */
  sources?: readonly Source[]
  test(input: In, step: Step): Promise<boolean> | boolean
}

/** More rounds than this are a fault: each may ask a model. */
export const MOST_ROUNDS = 20

/**
 * Runs `body` again and again on what it gave, as long as `again` holds, and at most `most` times.
 * @throws RangeError unless `most` is a whole number of 1 to {@link MOST_ROUNDS}.
 * @public for recipes to come.
 */
export function repeat<Of extends Shape>(
  {
    name,
    most,
    again,
    gives,
  }: { name: string; most: number; again: Condition<Of>; gives: Of['shape'] },
  body: Chain<Of, Of>,
): Stage<Of, Of> {
  if (!Number.isInteger(most) || most < 1 || most > MOST_ROUNDS) {
    throw new RangeError(`“${name}” may run 1 to ${MOST_ROUNDS} rounds, not ${most}.`)
  }
  const pipeline = pipe(body)
  return stage<Of, Of>({
    name,
    gives,
    settings: { 'at most': most, ...again.settings },
    ...(again.prompts && { prompts: again.prompts }),
    inside: [{ label: 'round', pipeline }],
    mostCalls: (steps) => most * ((again.prompts?.length ?? 0) + mostCalls(pipeline, steps)),
    async run(input, step) {
      let output = input
      let rounds = 0
      while (rounds < most && (await again.test(output, step))) {
        step.signal.throwIfAborted()
        rounds++
        output = await step.branch({ label: `round ${rounds}`, pipeline }, output)
      }
      step.note({ rounds })
      return output
    },
  })
}

/** Runs `then` where the condition holds, else `otherwise`. */
export function when<In extends Shape, Out extends Shape>(
  { name, settings = {}, prompts, sources, test }: Condition<In>,
  { gives, ...ways }: { gives: Out['shape']; then: Chain<In, Out>; otherwise: Chain<In, Out> },
): Stage<In, Out> {
  const then = { label: 'yes', pipeline: pipe(ways.then) }
  const otherwise = { label: 'no', pipeline: pipe(ways.otherwise) }
  return stage<In, Out>({
    name,
    gives,
    settings,
    ...(prompts && { prompts }),
    ...(sources && { sources }),
    inside: [then, otherwise],
    async run(input, step) {
      const holds = await test(input, step)
      return step.branch(holds ? then : otherwise, input)
    },
  })
}
