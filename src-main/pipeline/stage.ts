import type { Query, QueryPlan, RankedTool, Ranking, Shape, ToolSet } from '../domain/query'
import type { TraceStep } from '../domain/trace'
import type { Clock } from '../ports/clock'

/** What travels beside the shapes: how to stop, what time it is, and where steps are written down. */
export interface StageContext {
  signal: AbortSignal
  clock: Clock
  /** Absent: nothing is recorded and no score explained. */
  trace?: TraceStep[]
  /** Why stages passed their input on instead of doing their work. */
  degraded: string[]
}

/** What a stage spends, decides and admits while it works. */
export type Account = Pick<TraceStep, 'llmCalls' | 'tokens' | 'degraded' | 'settings'>
export type Settings = TraceStep['settings']
/** Stage names in order; an inner list is a set of branches side by side. */
export type Diagram = (string | string[][])[]

export interface Stage<In extends Shape, Out extends Shape> {
  readonly diagram: Diagram
  run(input: In, context: StageContext): Promise<Out>
  to<Next extends Shape>(next: Stage<Out, Next>): Stage<In, Next>
}
export type Retriever = Stage<QueryPlan, Ranking>
export type Pipeline = Stage<Query, ToolSet>

export interface Work<In extends Shape, Out extends Shape> {
  name: string
  settings?: Settings
  diagram?: Diagram
  run(
    input: In,
    context: StageContext & { account: Account; branches: TraceStep[][] },
  ): Promise<Out> | Out
}

/** A stage that does `work` and writes down what it did. */
export function stage<In extends Shape, Out extends Shape>(work: Work<In, Out>): Stage<In, Out> {
  return chain(work.diagram ?? [work.name], async (input, context) => {
    context.signal.throwIfAborted()
    const account: Account = { llmCalls: 0, tokens: 0, settings: { ...work.settings } }
    const branches: TraceStep[][] = []
    const started = context.clock.elapsedMs()
    const output = await work.run(input, { ...context, account, branches })
    const latencyMs = context.clock.elapsedMs() - started
    if (account.degraded) context.degraded.push(`${work.name}: ${account.degraded}`)
    context.trace?.push({ stage: work.name, input, output, latencyMs, ...account, branches })
    return output
  })
}

function chain<In extends Shape, Out extends Shape>(
  diagram: Diagram,
  run: Stage<In, Out>['run'],
): Stage<In, Out> {
  return {
    diagram,
    run,
    to: (next) =>
      chain([...diagram, ...next.diagram], async (input, context) =>
        next.run(await run(input, context), context),
      ),
  }
}

/** Makes one list of several; `rankings[i]` is the i-th retriever's. */
export interface FusionMethod {
  name: string
  fuse(rankings: Ranking[]): Fused
}
export interface Fused {
  tools: RankedTool[]
  /** What it was done with, this time. */
  settings: Settings
}

/** Asks all `retrievers` side by side and makes one ranking of theirs. */
export function fuse(method: FusionMethod, ...retrievers: Retriever[]): Retriever {
  return stage({
    name: method.name,
    diagram: [retrievers.map((retriever) => retriever.diagram.flat(2)), method.name],
    async run(plan, context) {
      const rankings = await Promise.all(
        retrievers.map((retriever, branch) => {
          const trace = context.trace && (context.branches[branch] = [])
          return retriever.run(plan, { ...context, trace })
        }),
      )
      const { tools, settings } = method.fuse(rankings)
      Object.assign(context.account.settings, settings)
      return { shape: 'ranking', plan, tools }
    },
  })
}
