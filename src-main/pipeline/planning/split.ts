import type { Query, QueryPlan, PlanStep } from '../../domain/query/query'
import type { ToolId } from '../../domain/tool/tool'
import { contextNote } from '../clauses-of-request'
import type { Planned, ToPlan } from '../prompts/planned-steps'
import { isShownWhole, type ShownTool } from '../prompts/quoted'
import {
  readSteps,
  readStepsFully,
  splitQuery,
  splitQueryFully,
  thinkOfSteps,
} from '../prompts/split-query'
import { stage, type Step } from '../stage'
import type { CatalogView } from './catalog-summary'
import { goesOn, type Reading } from './reading'
import { TOO_LONG } from './rewrite'
import { keptOf, planOf, proposedSteps, settledSteps, withVariations } from './settle-steps'

export interface SplitOptions {
  /**
   * One call, or two: first reasoning in words of its own, then the steps read off it (Toolshed,
   * appendix H).
   */
  calls: 1 | 2
  reading: Reading
  /** Tools as a prompt shows them; those that are not in the catalog are left out. */
  shown: (tools: readonly ToolId[]) => ShownTool[]
  /** Left out: the planner knows nothing of the catalog, as in the paper. */
  view?: CatalogView | undefined
}

/** The steps of the request, by a model. Toolshed, section 3.4.2. */
export const split = ({ calls, reading, shown, view }: SplitOptions) =>
  stage<Query, QueryPlan>({
    name: 'split into steps',
    gives: 'plan',
    readsTurns: true,
    settings: { calls, 'knows the catalog': view !== undefined },
    sources: view?.sources ?? [],
    inside: view?.inside ?? [],
    prompts: calls === 1 ? [splitQueryFully] : [thinkOfSteps, readStepsFully],
    async run(query, step) {
      if (query.text.trim() === '') return asItStands(query)
      if (!isShownWhole(query)) {
        step.note(TOO_LONG)
        return asItStands(query)
      }
      const held = shown(query.held ?? [])
      const input = { query, held, catalogSummary: await view?.catalogSummary(query, step) }
      const otherwise = byRule(query, reading)
      const answer = await (calls === 1
        ? step.ask(splitQuery(held.length > 0), input, otherwise)
        : splitInTwo(input, otherwise, step))
      const { steps, left } = settledSteps(query, proposedSteps(answer))
      step.note({ steps: steps.length, ...(left > 0 && { 'steps left out': left }) })
      return planOf(query, steps, answer.toolsHeld)
    },
  })

/** The plan of one step. */
export const asItStands = (query: Query): QueryPlan => planOf(query, settledSteps(query, []).steps)

/** What a planner that gives no answer of use is taken to say: the clauses of the request. */
const byRule = (query: Query, { clausesOf }: Reading): Planned => ({
  steps: clausesOf(query.text).wishes.map((action) => ({ action, difficulty: 'medium' })),
})

async function splitInTwo(input: ToPlan, otherwise: Planned, step: Step): Promise<Planned> {
  const { thoughts } = await step.ask(thinkOfSteps, input, { thoughts: '' })
  return step.ask(readSteps(input.held.length > 0), { ...input, thoughts }, otherwise)
}

/**
 * Toolshed without a model: the clauses of a request for several things are its steps. Pegboard's
 * own.
 */
export const splitByRule = (reading: Reading) =>
  stage<Query, QueryPlan>({
    name: 'split at clauses',
    gives: 'plan',
    settings: {},
    readsTurns: true,
    ahead: (query) => planByRule(query, reading).steps.flatMap(({ variations }) => variations),
    run(query, step) {
      const { left, ...plan } = planByRule(query, reading)
      step.note({
        steps: plan.steps.length,
        ...(left > 0 && { 'not searched': left }),
        ...contextNote(reading.clausesOf(query.text)),
        ...(plan.kept.length > 0 && { 'kept of the tools held': plan.kept.length }),
      })
      return plan
    },
  })

function planByRule(query: Query, reading: Reading): QueryPlan & { left: number } {
  const clauses = reading.clausesOf(query.text).wishes.map((text) => ({ text }))
  const { steps, left } = settledSteps(query, clauses)
  const before = query.turns?.at(-1)
  const isFollowUp = before !== undefined && goesOn(query.text, reading)
  return {
    shape: 'plan',
    query,
    steps: isFollowUp ? steps.map((each) => afterTurn(each, before)) : steps,
    kept: isFollowUp ? keptOf(query.held ?? []) : [],
    left,
  }
}

/** A follow-up leaves out what was said before: both together are searched as well. */
const afterTurn = (step: PlanStep, before: string): PlanStep =>
  withVariations(step, [`${before} ${step.text}`])
