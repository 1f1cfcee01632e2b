import type { QueryPlan } from '../../domain/query/query'
import { saysNothing } from '../../domain/value/says-nothing'
import { askBackAbout } from '../prompts/ask-back'
import { isShownWhole } from '../prompts/quoted'
import { stage } from '../stage'

/** In characters. */
const LONGEST_QUESTION = 300

/**
 * What the user is asked back where the request can be read in two ways; the plan goes on without
 * an answer. One model call. Pegboard's own.
 */
export const askBack = () =>
  stage<QueryPlan, QueryPlan>({
    name: 'ask back',
    gives: 'plan',
    settings: {},
    readsTurns: true,
    prompts: [askBackAbout],
    async run(plan, step) {
      const { query } = plan
      if (query.text.trim() === '' || !isShownWhole(query)) return plan
      const nothing = { ambiguity: '', question: '' }
      const { ambiguity, question } = await step.ask(askBackAbout, query, nothing)
      if (saysNothing(ambiguity) || saysNothing(question)) return plan
      return { ...plan, questions: [question.trim().slice(0, LONGEST_QUESTION)] }
    },
  })
