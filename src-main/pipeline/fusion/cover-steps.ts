import type { QueryPlan, Ranking } from '../../domain/query'
import { pipe, stage, type Retriever } from '../stage'
import { covered } from './cover'

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
    settings: {},
    inside: [whole, { label: 'each step', pipeline }],
    absent: 'neither the whole query nor a step of its plan finds it',
    async run(plan, step) {
      const { text } = plan.query
      const all = plan.steps.length > 1 ? asOneStep(plan) : undefined
      const [ofWhole, lists] = await Promise.all([
        all && step.branch(whole, all),
        Promise.all(
          plan.steps.map((part, at) =>
            step.branch({ label: `steps[${at}]`, pipeline }, { ...plan, steps: [part] }),
          ),
        ),
      ])
      const [only] = lists
      if (!ofWhole) return { shape: 'ranking', plan, order: 'score', tools: only?.tools ?? [] }
      const parts = lists.map((list, at) => ({ text: plan.steps[at]?.text ?? text, list }))
      return { shape: 'ranking', plan, order: 'score', tools: covered(ofWhole, parts) }
    },
  })
}

const asOneStep = (plan: QueryPlan): QueryPlan => ({
  ...plan,
  steps: [{ text: plan.query.text, variations: [plan.query.text] }],
})
