import type { QueryPlan, Ranking } from '../../domain/query'
import { pipe, stage, type Retriever } from '../stage'
import { covered } from './cover'

/** Chosen on development rows by Recall@5 and All@5, see `README.md`. */
const COVERAGE = 3.5

/**
 * Searches the whole request and each step of its plan, and ranks so that the first tools cover all steps, as {@link covered}
 * does: a step gets places as long as tools add to it. A plan of one step is that step's ranking. Pegboard's own.
 */
export function coverSteps(search: Retriever) {
  const pipeline = pipe(search)
  const whole = { label: 'whole', pipeline }
  return stage<QueryPlan, Ranking>({
    name: 'cover steps',
    gives: 'ranking',
    settings: { coverage: COVERAGE },
    inside: [whole, { label: 'each step', pipeline }],
    absent: 'neither the whole query nor a step of its plan finds it',
    async run(plan, step) {
      const { text } = plan.query
      if (plan.steps.length === 0) return { shape: 'ranking', plan, order: 'score', tools: [] }
      if (plan.steps.length === 1) {
        return { ...(await step.branch({ label: labelOf(0), pipeline }, plan)), plan }
      }
      // All at once, so that they are embedded together.
      const [ofWhole, lists] = await Promise.all([
        step.branch(whole, asOneStep(plan)),
        Promise.all(
          plan.steps.map((part, at) =>
            step.branch({ label: labelOf(at), pipeline }, { ...plan, steps: [part] }),
          ),
        ),
      ])
      const parts = lists.map((list, at) => ({ text: plan.steps[at]?.text ?? text, list }))
      return { shape: 'ranking', plan, order: 'score', tools: covered(ofWhole, parts, COVERAGE) }
    },
  })
}

const labelOf = (at: number): string => `steps[${at}]`

const asOneStep = (plan: QueryPlan): QueryPlan => ({
  ...plan,
  steps: [{ text: plan.query.text, variations: [plan.query.text] }],
})
