import type { Problem } from '../domain/problem'
import type { PlacedTool, Query, QueryPlan, Ranking, Shape, ToolSet } from '../domain/query/query'
import type { ToolId } from '../domain/tool/tool'
import type { Settings, DiagramNode } from '../domain/trace/trace'
import type { PublishedDocuments } from '../ports/in-place'
import type { Prompt } from './prompt'

/**
 * What must be ready before a stage runs: an index, past queries, learned weights. Making one
 * computes nothing.
 */
export interface Source<Value = unknown> {
  /** Tells it from every other source of the same catalog: what it is made of. */
  readonly key: string
  /** The embedder's vectors are compared. */
  readonly embeds?: boolean
  /** Computes it at the first call, and gives what is kept at every later one. */
  prepare(call?: PrepareCall): Promise<Value>
  /**
   * What is published of it, so that a reader can search it where it lies; left out where it is not
   * of one text for each tool.
   */
  published?(): Promise<PublishedDocuments>
  /**
   * What is to be known of all that is made with it, whatever the query; nothing where there is
   * nothing to say.
   */
  remark?(): Promise<string | undefined>
}

/** How long preparing is stopped, and whom it tells how far it is. */
export interface PrepareCall {
  signal?: AbortSignal
  onProgress?: (done: number, total: number) => void
  /** As texts are cut into words. */
  onAnalysed?: (done: number, total: number) => void
  /** As it is learned from past queries. */
  onLearned?: (done: number, total: number) => void
  /** As golden queries are read. */
  onLabelled?: (done: number, total: number) => void
  /**
   * Called before the first document is embedded where there are only another embedder's vectors so
   * far.
   */
  onRenewal?: (documents: number, embedder: string) => unknown
  /**
   * Called with what texts stand for that were embedded now, of which the embedder took in only the
   * beginning.
   */
  onCut?: (keys: readonly string[], embedder: string) => void
  /**
   * Called with what texts stand for that were sent now, of which the embedder made no vector, and
   * what it did with the first.
   */
  onNone?: (keys: readonly string[], sent: { of: number; embedder: string; why: string }) => void
}

/** One step of a pipeline, as data but for its `run`: it takes one shape and gives the next. */
export interface Stage<In extends Shape, Out extends Shape> {
  readonly name: string
  readonly gives: Out['shape']
  /**
   * All that shapes its output besides its input and its sources. Two stages that are alike in
   * these give the same.
   */
  readonly settings: Settings
  /** What must be ready before it runs. */
  readonly sources?: readonly Source[]
  /** The prompts it may ask a model. */
  readonly prompts?: readonly Prompt[]
  /** See {@link mostCalls}; left out: each of its prompts once, and what is inside it once. */
  mostCalls?(steps: number): number
  /**
   * Set where it looks at how many tools are wanted: `prefix` where the tools for a smaller k are
   * the first of those for a larger one, `any` where they may be others. A sweep over k runs again
   * from the first `any`.
   */
  readonly readsK?: 'prefix' | 'any'
  /** Whether it reads what was said before the query. */
  readonly readsTurns?: boolean
  /** The pipelines it runs itself. */
  readonly inside?: readonly Inner[]
  /**
   * Of a stage that searches more than the query itself: those texts, as far as a rule makes them.
   */
  ahead?(query: Query): readonly string[]
  /** Whether it searches words: what can, answers also where searching by meaning fails. */
  readonly searchesWords?: boolean
  /**
   * Why a tool is not in its output although nothing dropped it, in words: `no word of the query is
   * in its document`.
   */
  readonly absent?: string
  run(input: In, step: Step): Promise<Out> | Out
  /** Of a stage that searches a plan: what it scores tools that it need not have listed. */
  rate?(plan: QueryPlan, tools: readonly ToolId[], step: Step): Promise<RatedTools>
}

/** What a stage scores some tools, without those that it would not list at any depth. */
export interface RatedTools {
  tools: readonly PlacedTool[]
  /** How its scores are read beside those of other searches. */
  scale: ScoreScale
}

/** A score counts (score − `from`) · `unit`, on one scale for searches of every kind. */
export interface ScoreScale {
  from: number
  unit: number
}

/** A pipeline that a stage runs itself, under its label in the trace. */
export interface Inner {
  readonly label: string
  readonly pipeline: AnyPipeline
}

/** Texts of a search that were sent to an embedder, by which call. */
export interface EmbedCall {
  /**
   * Stands for the call, which may have embedded texts of other searches as well: these are told
   * the same object.
   */
  batch: object
  texts: number
}

/** What a stage has at hand while it runs. */
export interface Step {
  readonly signal: AbortSignal
  /** How many tools are wanted. */
  readonly k: number
  /** Whether the run is recorded, so that what matched is worth telling. */
  readonly recorded: boolean
  /**
   * Whether the run is to explain what was left out: a search then looks beyond its depth, and
   * {@link cut}s.
   */
  readonly explaining: boolean
  /**
   * Asks a model: counted, cached, tried once more where the answer does not fit, else `otherwise`.
   */
  ask<Input, Answer>(
    prompt: Prompt<Input, Answer>,
    input: Input,
    otherwise: Answer,
  ): Promise<Answer>
  /** Runs a pipeline inside this stage; `k` where it is to want another number of tools. */
  branch<In extends Shape, Out extends Shape>(
    inner: { label: string; pipeline: Pipeline<In, Out> },
    input: In,
    k?: number,
  ): Promise<Out>
  /** Says in the trace what was decided this time. */
  note(notes: Settings): void
  /** Says which word of the query, as written, each matched term stands for. */
  words(written: ReadonlyMap<string, string>): void
  /**
   * Says, in the trace and beside the answer, that only the beginning of a text could be taken in.
   */
  shorten(what: string): void
  /** Says, in the trace, which call of an embedder embedded texts for it. */
  embedded(call: EmbedCall): void
  /**
   * Goes on without what failed, and says so, where the run may leave it out.
   * @throws the problem where it may not.
   */
  leaveOut<Value>(problem: Problem, otherwise: Value): Value
  /**
   * Does work of a stage inside this one beside its run; where that stage is left out, gives
   * `otherwise`.
   */
  workOf<Value>(stage: AnyStage, work: () => Promise<Value>, otherwise: Value): Promise<Value>
  /**
   * Says why the stage could not do its work and what it did instead (`no answer: kept the order`),
   * and gives that.
   */
  degrade<Value>(why: string, otherwise: Value): Value
  /** The first `most`; the rest is dropped as cut off. */
  cut(tools: PlacedTool[], most: number, why?: string): PlacedTool[]
  /** Says why tools are not passed on. */
  drop(tools: readonly PlacedTool[], why: string): void
}

/** Stages one after the other. Only a stage that takes what the last one gives can follow. */
export interface Pipeline<In extends Shape, Out extends Shape> {
  readonly stages: readonly AnyStage[]
  to<Next extends Shape>(next: Chain<Out, Next>): Pipeline<In, Next>
  /** Never set: holds the types of both ends. */
  readonly ends?: (input: In) => Out
}

/** A stage or a pipeline, where either will do. */
export type Chain<In extends Shape, Out extends Shape> = Stage<In, Out> | Pipeline<In, Out>
export type AnyStage = Stage<Shape, Shape>
/** A pipeline where only its stages matter. */
export type AnyPipeline = Pick<Pipeline<Shape, Shape>, 'stages'>
/** From a plan to a ranking: what fusion and each step of a plan run. */
export type Retriever = Chain<QueryPlan, Ranking>
/** From the query to the tools an agent is given. */
export type ToolSelection = Pipeline<Query, ToolSet>

/** The pipeline of one stage, to be continued by `to`; a pipeline is given back as it is. */
export function pipe<In extends Shape, Out extends Shape>(
  first: Chain<In, Out>,
): Pipeline<In, Out> {
  return 'stages' in first ? first : pipelineOf([first as AnyStage])
}

function pipelineOf<In extends Shape, Out extends Shape>(
  stages: readonly AnyStage[],
): Pipeline<In, Out> {
  return { stages, to: (next) => pipelineOf([...stages, ...pipe(next).stages]) }
}

/**
 * With a stage before the last one, which selects.
 * @param added makes it for what is selected from, and gives the same
 */
export function beforeSelection(
  { stages }: ToolSelection,
  added: (gives: 'plan' | 'ranking') => AnyStage,
): ToolSelection {
  const gives = stages.at(-2)?.gives
  if (gives !== 'plan' && gives !== 'ranking') throw new Error('Nothing is selected from.')
  return pipelineOf([...stages.slice(0, -1), added(gives), ...stages.slice(-1)])
}

/** Ties the types of a stage's ends to its `run`. */
export const stage = <In extends Shape, Out extends Shape>(
  definition: Stage<In, Out>,
): Stage<In, Out> => definition

/** Every stage of a pipeline, those of the pipelines inside them included. */
export const stagesOf = (pipeline: AnyPipeline): AnyStage[] =>
  pipeline.stages.flatMap((each) => [
    each,
    ...(each.inside ?? []).flatMap((inner) => stagesOf(inner.pipeline)),
  ])

/** Whether a stage compares vectors of an embedder itself. */
export const embeds = ({ sources = [] }: AnyStage): boolean =>
  sources.some((source) => source.embeds)

/**
 * Whether a pipeline finds tools by words too, so that it answers where searching by meaning fails.
 */
export const searchesWords = (pipeline: AnyPipeline): boolean =>
  stagesOf(pipeline).some((each) => each.searchesWords)

/** What must be ready before the pipeline runs, each once. */
export const sourcesOf = (pipeline: AnyPipeline): Source[] => [
  ...new Map(
    stagesOf(pipeline)
      .flatMap(({ sources = [] }) => sources)
      .map((source) => [source.key, source]),
  ).values(),
]

/** What the pipeline’s sources have to say of every answer it gives, each once. */
export async function remarksOf(pipeline: AnyPipeline): Promise<string[]> {
  const said = new Set<string>()
  for (const source of sourcesOf(pipeline)) {
    const remark = await source.remark?.()
    if (remark !== undefined) said.add(remark)
  }
  return [...said]
}

/**
 * The texts that the pipeline will search for a query, as far as they are known without running it.
 */
export const textsAhead = (pipeline: AnyPipeline, query: Query): string[] => [
  ...new Set([query.text, ...stagesOf(pipeline).flatMap(({ ahead }) => ahead?.(query) ?? [])]),
]

/** The prompts that the pipeline may ask, each once. */
export const promptsOf = (pipeline: AnyPipeline): Prompt[] => [
  ...new Set(stagesOf(pipeline).flatMap(({ prompts = [] }) => prompts)),
]

/**
 * Questions that the pipeline asks a model at most, about a plan of so many steps. One whose answer
 * does not fit is asked once more, which is not counted.
 */
export const mostCalls = ({ stages }: AnyPipeline, steps: number): number =>
  stages.reduce((sum, stage) => sum + (stage.mostCalls?.(steps) ?? eachOnce(stage, steps)), 0)

const eachOnce = ({ prompts = [], inside = [] }: AnyStage, steps: number): number =>
  inside.reduce((sum, { pipeline }) => sum + mostCalls(pipeline, steps), prompts.length)

/** How the stage, or any inside it, looks at k. */
export function readsK({ readsK: own, inside = [] }: AnyStage): Stage<Shape, Shape>['readsK'] {
  // A stage that joins pipelines may give other tools where theirs are others.
  const isReadInside = inside.some(({ pipeline }) => pipeline.stages.some((inner) => readsK(inner)))
  return own === 'any' || isReadInside ? 'any' : own
}

/**
 * Whether the tools for a smaller k are the first of those for a larger one, so that one run gives
 * all k.
 */
export const isNested = ({ stages }: AnyPipeline): boolean =>
  !stages.some((stage) => readsK(stage) === 'any')

/** All stages with what shapes their output: pipelines that are alike in it search alike. */
export const shapeOf = ({ stages }: AnyPipeline): string =>
  JSON.stringify(
    stages.map(({ name, settings, inside = [] }) => [
      name,
      settings,
      inside.map(({ label, pipeline }) => [label, shapeOf(pipeline)]),
    ]),
  )

/** The pipeline drawn: its stages in order, each with those of the pipelines inside it. */
export const diagramOf = ({ stages }: AnyPipeline): DiagramNode[] =>
  stages.map(({ name, inside = [] }) => ({
    stage: name,
    inside: inside.map(({ label, pipeline }) => ({ label, nodes: diagramOf(pipeline) })),
  }))
