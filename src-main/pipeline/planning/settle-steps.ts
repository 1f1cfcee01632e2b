import type { PlacedTool, PlanStep, Query, QueryPlan } from '../../domain/query/query'
import type { ToolId } from '../../domain/tool/tool'
import { saysNothing } from '../../domain/value/says-nothing'
import type { Planned, ToolsHeld } from '../prompts/planned-steps'

/** Steps searched of one plan; a planner that gives more has not planned. */
const MOST_STEPS = 12
/** Texts searched for one step, the step itself included. */
const MOST_VARIATIONS = 12
/** What is longer is no text to search with. In characters. */
const LONGEST_TEXT = 1000

/** A step as a planner gave it: perhaps empty, endless, or said before. */
export type ProposedStep = Pick<PlanStep, 'text' | 'difficulty'> & {
  variations?: readonly string[]
}

/** The steps of a model's answer. */
export const proposedSteps = ({ steps }: Planned): ProposedStep[] =>
  steps.map(({ action, ...step }) => ({ text: action, ...step }))

/** The steps of use among those given, each once; the query as it stands where there are none. */
export function settledSteps(
  query: Query,
  given: readonly ProposedStep[],
): { steps: PlanStep[]; left: number } {
  const byText = new Map<string, ProposedStep>()
  for (const step of given) {
    const text = settledText(step.text)
    const known = byText.get(text.toLowerCase())
    if (saysNothing(text)) continue
    const variations = [...(known?.variations ?? []), ...(step.variations ?? [])]
    byText.set(text.toLowerCase(), known ? { ...known, variations } : { ...step, text, variations })
  }
  const all = [...byText.values()]
  const [only = { text: query.text }] = all
  // One step is the whole request: its own words are searched, whatever the planner made of them.
  const used = all.length > 1 ? all.slice(0, MOST_STEPS) : [{ ...only, text: query.text }]
  const steps = used.map(({ text, difficulty, variations = [] }) =>
    withVariations({ text, variations: [text], ...(difficulty && { difficulty }) }, variations),
  )
  if (all.length === 1 && only.text !== query.text) {
    return { steps: steps.map((step) => withVariations(step, [only.text])), left: 0 }
  }
  return { steps, left: Math.max(0, all.length - steps.length) }
}

/** A step with further texts to search it with, each once. */
export function withVariations(step: PlanStep, more: readonly string[]): PlanStep {
  const texts = new Map(step.variations.map((text) => [text.toLowerCase(), text]))
  for (const text of more.map(settledText)) {
    if (texts.size >= MOST_VARIATIONS) break
    const key = text.toLowerCase()
    if (!saysNothing(text) && !texts.has(key)) texts.set(key, text)
  }
  return { ...step, variations: [...texts.values()] }
}

const settledText = (text: string): string => text.trim().slice(0, LONGEST_TEXT)

/**
 * The plan that an answer comes to: with tools held already where they do something, without steps
 * where they do all.
 */
export function planOf(query: Query, steps: PlanStep[], toolsHeld: ToolsHeld = 'none'): QueryPlan {
  const held = toolsHeld === 'none' ? [] : (query.held ?? [])
  return {
    shape: 'plan',
    query,
    steps: toolsHeld === 'enough' && held.length > 0 ? [] : steps,
    kept: keptOf(held),
  }
}

/** Tools that are kept without being searched. */
export const keptOf = (tools: readonly ToolId[]): PlacedTool[] =>
  tools.map((tool) => ({ tool, witnesses: [] }))
