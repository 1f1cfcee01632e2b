import { toolsIn, type PlacedTool, type Shape, type Witness } from '../domain/query/query'
import type { ModelCall, Settings, StepOutput, TraceStep } from '../domain/trace/trace'
import type { AnyStage } from './stage'

/** What one stage did in one run, whole; a {@link TraceStep} is what is shown of it. */
export interface RecordedStep {
  stage: AnyStage
  input: Shape
  output: Shape
  notes: Settings
  latencyMs: number
  calls: ModelCall[]
  /** See {@link TraceStep}. */
  embedded: NonNullable<TraceStep['embedded']>
  degraded: string[]
  dropped: Dropped[]
  /** Words of the query as written, by the term they are matched as. */
  words: Map<string, string>
  shared: boolean
  branches: { label: string; steps: RecordedStep[] }[]
}

/** Tools that a stage did not pass on. */
interface Dropped {
  why: string
  tools: readonly PlacedTool[]
  /**
   * The place (from 1) of the first of them among all that the stage had, where they stood in one
   * row.
   */
  firstRank?: number
}

/** What is written down of a stage that begins. */
export const emptyRecord = (stage: AnyStage, input: Shape): RecordedStep => ({
  stage,
  input,
  output: input,
  notes: {},
  latencyMs: 0,
  calls: [],
  embedded: [],
  degraded: [],
  dropped: [],
  words: new Map(),
  shared: false,
  branches: [],
})

/** A recorded step with the path that names it in every run of the same pipeline. */
export interface PathStep {
  path: string
  step: RecordedStep
  branches: { label: string; steps: PathStep[] }[]
}

/**
 * Names each step by its stage and, inside others, by their path and the branch; equal names are
 * numbered.
 */
export function withPaths(steps: readonly RecordedStep[], prefix = ''): PathStep[] {
  const nameOf = numbered()
  return steps.map((step) => {
    const path = `${prefix}${nameOf(step.stage.name)}`
    const labelOf = numbered()
    const branches = step.branches.map((branch) => {
      const label = labelOf(branch.label)
      return { label, steps: withPaths(branch.steps, `${path}/${label}/`) }
    })
    return { path, step, branches }
  })
}

/** The same text the first time, `text#2` the second. */
function numbered(): (text: string) => string {
  const seen = new Map<string, number>()
  return (text) => {
    const times = (seen.get(text) ?? 0) + 1
    seen.set(text, times)
    return times === 1 ? text : `${text}#${times}`
  }
}

/** Steps in the order they ended: those of branches before the step that joins them. */
export const flatSteps = (steps: readonly PathStep[]): PathStep[] =>
  steps.flatMap((each) => [...each.branches.flatMap((branch) => flatSteps(branch.steps)), each])

/** Tools shown of each step; the rest is counted. As many as retrievers fetch by default. */
export const MOST_TOOLS_TRACED = 100
/**
 * The same of steps in branches of branches, of which there may be dozens, and of steps that pass
 * on what they were given, but for the last ranking: in that the place of a tool is looked up.
 */
const FEW_TOOLS_TRACED = 20

/**
 * What is shown of recorded steps: no input, of each list the first tools, of each tool the
 * witnesses that are new, scores to seven digits.
 */
export const traceOf = (
  steps: readonly PathStep[],
  most = MOST_TOOLS_TRACED,
  level = 0,
): TraceStep[] => {
  const last = steps.findLastIndex(({ step }) => step.output.shape === 'ranking')
  return steps.map(({ path, step, branches }, at) => ({
    path,
    stage: step.stage.name,
    settings: step.stage.settings,
    notes: step.notes,
    output: outputOf(step, tracedOf(step, { most, level, isLast: at === last })),
    latencyMs: step.latencyMs,
    calls: step.calls,
    ...(step.embedded.length > 0 && { embedded: step.embedded }),
    degraded: step.degraded,
    dropped: step.dropped.map(({ why, tools }) => ({ why, count: tools.length })),
    ...(step.words.size > 0 && { words: Object.fromEntries(step.words) }),
    shared: step.shared,
    branches: branches.map(({ label, steps: inner }) => ({
      label,
      steps: traceOf(inner, most, level + 1),
    })),
  }))
}

function tracedOf(
  { input, output }: RecordedStep,
  { most, level, isLast }: { most: number; level: number; isLast: boolean },
): number {
  const isPassedOn = input === output && !(isLast && level === 0)
  return level < 2 && !isPassedOn ? most : Math.min(most, FEW_TOOLS_TRACED)
}

function outputOf(step: RecordedStep, most: number): StepOutput {
  const { output } = step
  switch (output.shape) {
    case 'query':
      return { shape: 'query', text: output.text }
    case 'plan': {
      const { steps, kept, rewritten, questions } = output
      return {
        shape: 'plan',
        steps,
        kept,
        ...(rewritten && { rewritten }),
        ...(questions && { questions }),
      }
    }
    case 'ranking':
      return { shape: 'ranking', order: output.order, ...shownOf(step, most) }
    case 'tool-set':
      return {
        shape: 'tool-set',
        size: output.size,
        ...shownOf(step, most),
        ...(output.grounds && { grounds: output.grounds }),
      }
  }
}

function shownOf(step: RecordedStep, most: number): { count: number; tools: PlacedTool[] } {
  const tools = toolsIn(step.output)
  const known = witnessesBefore(step)
  const shown = tools.slice(0, most).map(({ tool, score, witnesses }) => ({
    tool,
    ...(score !== undefined && { score: shortened(score) }),
    witnesses: witnesses.filter((witness) => !known.has(witness)).map(shortenedWitness),
  }))
  return { count: tools.length, tools: shown }
}

/** Digits of a score that are shown: half a trace would else be digits that nobody reads. */
const DIGITS = 7

const shortened = (value: number): number => Number(value.toPrecision(DIGITS))

function shortenedWitness(witness: Witness): Witness {
  if (witness.kind !== 'score') return witness
  const { score, terms, ...part } = witness
  const parts = Object.entries(terms ?? {}).map(([term, value]) => [term, shortened(value)])
  return {
    ...part,
    score: shortened(score),
    ...(terms && { terms: Object.fromEntries(parts) as Record<string, number> }),
  }
}

/** The witnesses that the step was given, or that the pipelines inside it gave. */
function witnessesBefore({ input, branches }: RecordedStep): Set<Witness> {
  const ends = branches.flatMap(({ steps }) => steps.at(-1)?.output ?? [])
  return new Set(
    [input, ...ends].flatMap((shape) => toolsIn(shape).flatMap(({ witnesses }) => witnesses)),
  )
}
