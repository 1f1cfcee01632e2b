import type { QueryPlan } from '../../domain/query/query'
import { stepBackFrom, varyAnyStep, varyStep } from '../prompts/vary-step'
import { stage } from '../stage'
import { withVariations } from './settle-steps'

/** Each step in `most` other ways. One model call a step. Toolshed, section 3.4.2. */
export const vary = (most: number) =>
  stage<QueryPlan, QueryPlan>({
    name: 'say in other words',
    gives: 'plan',
    settings: { variations: most },
    prompts: [varyAnyStep],
    mostCalls: (steps) => steps,
    async run(plan, step) {
      const steps = await Promise.all(
        plan.steps.map(async (part) => {
          if (part.text.trim() === '') return part
          const { texts } = await step.ask(varyStep(most), { text: part.text }, { texts: [] })
          return withVariations(part, texts.slice(0, most))
        }),
      )
      return { ...plan, steps }
    },
  })

/**
 * What each step is an example of, searched as well. One model call a step. Toolshed, section
 * 3.4.2.
 */
export const stepBack = () =>
  stage<QueryPlan, QueryPlan>({
    name: 'step back',
    gives: 'plan',
    settings: {},
    prompts: [stepBackFrom],
    mostCalls: (steps) => steps,
    async run(plan, step) {
      const steps = await Promise.all(
        plan.steps.map(async (part) => {
          if (part.text.trim() === '') return part
          const { text } = await step.ask(stepBackFrom, { text: part.text }, { text: '' })
          return withVariations(part, [text])
        }),
      )
      return { ...plan, steps }
    },
  })
