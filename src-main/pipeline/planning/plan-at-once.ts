import type { Query, QueryPlan } from '../../domain/query/query'
import { isShownWhole } from '../prompts/quoted'
import { planInOne, planInOneFully, type PlanInOne } from '../prompts/plan-in-one'
import { stage } from '../stage'
import type { Reading } from './reading'
import { rewritten, TOO_LONG } from './rewrite'
import { planOf, proposedSteps, settledSteps, type ProposedStep } from './settle-steps'
import { asItStands, type SplitOptions } from './split'

interface PlanAtOnceOptions extends Omit<SplitOptions, 'calls'> {
  rewrites: boolean
  splits: boolean
  /** Further texts for each step. */
  variations: number
}

/**
 * Rewriting, splitting and other words for each step by one model call. Pegboard's own, for
 * Toolshed's open question of cost.
 */
export const planAtOnce = ({ reading, shown, view, ...switches }: PlanAtOnceOptions) =>
  stage<Query, QueryPlan>({
    name: 'plan at once',
    gives: 'plan',
    readsTurns: true,
    settings: { ...switches, 'knows the catalog': view !== undefined },
    sources: view?.sources ?? [],
    inside: view?.inside ?? [],
    prompts: [planInOneFully],
    async run(query, step) {
      const { rewrites, splits, variations } = switches
      if (query.text.trim() === '') return asItStands(query)
      if (!isShownWhole(query)) {
        step.note(TOO_LONG)
        return asItStands(query)
      }
      const held = shown(query.held ?? [])
      const catalogSummary = await view?.catalogSummary(query, step)
      const input = { query, held, catalogSummary }
      const prompt = planInOne(variations, held.length > 0)
      const answer = await step.ask(prompt, input, byRule(query, reading))
      const now = rewrites ? rewritten(answer.rewritten, query, { reading, step }) : query
      const given = proposedSteps(answer).map((each) => ({
        ...each,
        variations: (each.variations ?? []).slice(0, variations),
      }))
      const { steps, left } = settledSteps(now, splits ? given : asOne(given, variations))
      step.note({ steps: steps.length, ...(left > 0 && { 'steps left out': left }) })
      return planOf(now, steps, answer.toolsHeld)
    },
  })

/** What a planner that gives no answer of use is taken to say: the clauses of the request. */
const byRule = ({ text }: Query, { clausesOf }: Reading): PlanInOne => ({
  rewritten: text,
  steps: clausesOf(text).wishes.map((action) => ({ action, difficulty: 'medium' })),
})

/**
 * Steps of a request that is not to be split: what they say are other words for it, that of every
 * step first.
 */
function asOne(given: readonly ProposedStep[], most: number): ProposedStep[] {
  const [first, ...others] = given
  if (!first) return []
  const texts = others.map(({ text }) => text)
  const variations = given.flatMap((each) => each.variations ?? [])
  return [{ ...first, variations: [...texts, ...variations].slice(0, most) }]
}
