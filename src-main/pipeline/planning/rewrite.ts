import type { Query } from '../../domain/query'
import { isShownWhole } from '../prompts/quoted-parts'
import { rewriteQuery } from '../prompts/rewrite-query'
import { stage } from '../stage'

/** The request in words that stand alone. One model call. Toolshed, section 3.4.2. */
export const rewrite = () =>
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
      return { ...query, text: rewritten(text, query.text) }
    },
  })

/** Of a request that a model would see only the beginning of: its plan would leave out the rest. */
export const TOO_LONG = { 'left alone': 'it is longer than a model is shown' }

/** A request rewritten to more than this many times its length is an answer, not a request; short ones may need the turns before. */
const MOST_TIMES = 3
const ALWAYS_ALLOWED = 1000

/** What a model made of a request, where it is of use. */
export function rewritten(text: string, before: string): string {
  const trimmed = text.trim()
  const most = Math.max(ALWAYS_ALLOWED, MOST_TIMES * before.length)
  return trimmed === '' || trimmed.length > most ? before : trimmed
}
