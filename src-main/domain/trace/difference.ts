import type { JsonObject, ToolId } from '../tool/tool'
import type { StepOutput, TraceStep } from './trace'

/** A tool's place (from 1) in two lists; absent where it is in one alone. */
export interface PlaceChange {
  tool: ToolId
  before?: number
  after?: number
}

/** How one step of two traces differs. */
export interface StepDifference {
  path: string
  stage: string
  /** `scores`: the same tools in the same order, scored otherwise. */
  kind: 'same' | 'scores' | 'other' | 'only before' | 'only after'
  /** Tools whose place differs, as far as both traces tell; none for plans. */
  changes: PlaceChange[]
}

/** How one answer differs from another. */
export interface AnswerDifference {
  /** Every tool of the two sets: those of the later one in its order, then those that went. */
  places: PlaceChange[]
  came: number
  went: number
  moved: number
  /** What they were asked with differs, in words of the answer's fields. */
  askedOtherwise: (typeof ASKED)[number][]
  /** In the order of running; those of branches before the step that joins them. */
  steps: StepDifference[]
  /** The first step that differs. */
  first?: StepDifference
}

const ASKED = ['recipe', 'options', 'k', 'embedder', 'model'] as const

/** An answer as far as it is compared. */
export interface ComparedAnswer {
  recipe: string
  options: JsonObject
  /** Tools wanted; absent where the recipe decides itself. */
  k?: number
  /** The embedder's name, where embeddings were compared. */
  embedder?: string
  /** As in {@link LanguageModel.fingerprint}, where the recipe asks a model. */
  model?: string
  tools: ToolId[]
  /** What every step did. */
  steps: TraceStep[]
}

/** What came, went and moved between two answers, and the step where they begin to differ. */
export function answerDifference(before: ComparedAnswer, after: ComparedAnswer): AnswerDifference {
  const places = placeChanges(before.tools, after.tools)
  const steps = stepDifferences(before.steps, after.steps)
  const first = steps.find(({ kind }) => kind !== 'same')
  return {
    places,
    came: places.filter(({ before }) => before === undefined).length,
    went: places.filter(({ after }) => after === undefined).length,
    moved: places.filter((each) => each.before && each.after && each.before !== each.after).length,
    askedOtherwise: ASKED.filter((field) => askedText(before, field) !== askedText(after, field)),
    steps,
    ...(first && { first }),
  }
}

const askedText = (answer: ComparedAnswer, field: (typeof ASKED)[number]): string =>
  JSON.stringify(answer[field]) ?? ''

/**
 * Every tool of two lists with its places: those of the later list in its order, then those that it
 * lacks.
 */
export function placeChanges(before: readonly ToolId[], after: readonly ToolId[]): PlaceChange[] {
  const was = new Map(before.map((tool, at) => [tool, at + 1]))
  const is = new Map(after.map((tool, at) => [tool, at + 1]))
  return [...new Set([...after, ...before])].map((tool) => {
    const from = was.get(tool)
    const to = is.get(tool)
    return {
      tool,
      ...(from !== undefined && { before: from }),
      ...(to !== undefined && { after: to }),
    }
  })
}

function stepDifferences(
  before: readonly TraceStep[],
  after: readonly TraceStep[],
): StepDifference[] {
  const was = new Map(flat(before).map((step) => [step.path, step]))
  const is = new Map(flat(after).map((step) => [step.path, step]))
  const both = flat(after).map((step) => {
    const old = was.get(step.path)
    return old ? stepDifference(old, step) : onlyIn(step, 'only after')
  })
  const gone = [...was.values()].filter(({ path }) => !is.has(path))
  // Where a step is gone, those after it are the consequence: it comes first.
  return [...gone.map((step) => onlyIn(step, 'only before')), ...both]
}

const onlyIn = ({ path, stage }: TraceStep, kind: StepDifference['kind']): StepDifference => ({
  path,
  stage,
  kind,
  changes: [],
})

const flat = (steps: readonly TraceStep[]): TraceStep[] =>
  steps.flatMap((step) => [...step.branches.flatMap((branch) => flat(branch.steps)), step])

function stepDifference(before: TraceStep, after: TraceStep): StepDifference {
  const { path, stage } = after
  const was = toolsOf(before.output)
  const is = toolsOf(after.output)
  if (!was || !is) {
    const isSame = planText(before.output) === planText(after.output)
    return { path, stage, kind: isSame ? 'same' : 'other', changes: [] }
  }
  // One trace may tell more of a list than the other.
  const told = Math.min(was.tools.length, is.tools.length)
  const isWhole = was.tools.length === was.count && is.tools.length === is.count
  const [first, second] = isWhole
    ? [was.tools, is.tools]
    : [was.tools.slice(0, told), is.tools.slice(0, told)]
  const changes = placeChanges(idsOf(first), idsOf(second)).filter(
    (each) => each.before !== each.after,
  )
  const scores = (tools: typeof first) => JSON.stringify(tools.map(({ score }) => score))
  const isOther = changes.length > 0 || was.count !== is.count
  const kind = isOther ? 'other' : scores(first) === scores(second) ? 'same' : 'scores'
  return { path, stage, kind, changes }
}

const idsOf = (tools: readonly { tool: ToolId }[]): ToolId[] => tools.map(({ tool }) => tool)

const toolsOf = (output: StepOutput) =>
  output.shape === 'ranking' || output.shape === 'tool-set' ? output : undefined

const planText = (output: StepOutput): string => JSON.stringify(output)
