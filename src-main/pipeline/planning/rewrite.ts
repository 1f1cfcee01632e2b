import type { Query } from '../../domain/query'
import { isShownWhole } from '../prompts/quoted-parts'
import { rewriteQuery } from '../prompts/rewrite-query'
import { stage, type Step } from '../stage'
import type { Reading } from './reading'
import { rewritingFault } from './rewriting-fault'

/** The request in words that stand alone. One model call. Toolshed, section 3.4.2. */
export const rewrite = (reading: Reading) =>
  stage<Query, Query>({
    name: 'rewrite',
    gives: 'query',
    settings: {},
    readsTurns: true,
    prompts: [rewriteQuery],
    async run(query, step) {
      if (query.text.trim() === '') return query
      if (!isShownWhole(query)) {
        step.note(TOO_LONG)
        return query
      }
      const { text } = await step.ask(rewriteQuery, query, { text: query.text })
      return rewritten(text, query, { reading, step })
    },
  })

/** Of a request that a model would see only the beginning of: its plan would leave out the rest. */
export const TOO_LONG = { 'left alone': 'it is longer than a model is shown' }

/** In characters. */
const MOST_SHOWN = 200

/** The request in a model's words, where they can be trusted; else as it is, and the trace says why. */
export function rewritten(
  text: string,
  query: Query,
  { reading, step }: { reading: Reading; step: Step },
): Query {
  const rewriting = text.trim()
  if (rewriting === '') return query
  const fault = rewritingFault(rewriting, query, reading)
  if (fault === undefined) return { ...query, text: rewriting }
  step.note({ 'rewriting not used': rewriting.slice(0, MOST_SHOWN) })
  return step.degrade(`${fault}, which is used as it is`, query)
}
