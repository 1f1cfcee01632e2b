import type { FoundTools, SessionStep } from '../../contract/agent'
import { heldAfter, tokensAfter } from '../../domain/agent/session'
import { notWholeText } from '../../domain/agent/words'
import type { Everything } from '../../domain/catalog/everything'
import { toolsText } from '../../domain/run/catalog-size'
import { plainText } from './print-table'
import { traceText } from './trace-text'
import { triedLines } from './tried-text'

interface Shown {
  /** Whether each stage is told. */
  trace?: boolean | undefined
}

/** What a search gave, as lines: its tools, what they add, and why there are none. */
export function foundLines(
  found: FoundTools,
  { title, trace }: Shown & { title: string },
): string[] {
  const { tools, promptTokens, already = [], latencyMs, bound, degraded } = found
  const joined = tools.length === 1 ? '1 tool' : `${tools.length} tools`
  const held = already.length > 0 ? ` joined, ${already.length} held already` : ''
  const cost = `+${promptTokens} tokens, ${latencyMs.toFixed(1)} ms`
  return [
    `${title}: ${joined}${held}; ${cost}.`,
    ...tools.map(
      ({ name, server, promptTokens: tokens }) =>
        `  + ${plainText(name)}${server === undefined ? '' : ` (${plainText(server)})`}, ${tokens} tokens`,
    ),
    ...(bound === undefined ? [] : [`  ${bound}`]),
    ...degraded.map((reason) => `  Degraded: ${plainText(reason)}`),
    ...(trace && found.trace ? [traceText(found.trace, '    ')] : []),
  ]
}

/** What happened in one step, as lines. @param of all that was found until then, that of this step included. */
export function stepLines(
  step: SessionStep | FoundTools,
  { of, trace }: Shown & { of: readonly FoundTools[] },
): string[] {
  if (!('searches' in step)) return foundLines(step, { title: titleOf(step, of), trace })
  const { searches, refused, model, done } = step
  const isOver = done && searches.length === 0
  return [
    ...searches.flatMap((found) => foundLines(found, { title: titleOf(found, of), trace })),
    ...refused.map(({ query, why }) => `  Not searched: “${plainText(query)}”: ${plainText(why)}.`),
    ...(model ? modelLines(model) : []),
    ...(isOver && !model && of.length === 1
      ? [
          'The request asks for one thing: there is no clause to search. Try --search, or --by model.',
        ]
      : []),
  ]
}

const titleOf = (found: FoundTools, of: readonly FoundTools[]): string =>
  `${of.indexOf(found)}. Search “${plainText(found.query)}”`

function modelLines(model: NonNullable<SessionStep['model']>): string[] {
  if (model.calls.length > 0) return triedLines(model)
  const first = model.firstCallMs === undefined ? '' : `, first call after ${ms(model.firstCallMs)}`
  const said = model.said.trim()
  const { fault } = model
  return [
    `  ${plainText(model.model)}: ${model.promptTokens} + ${model.answerTokens} tokens, ${ms(model.latencyMs)}${first}.`,
    ...(fault === undefined ? [] : [`  ${plainText(notWholeText(fault))}`]),
    ...(said === '' ? [] : [`  It said: ${plainText(said)}`]),
  ]
}

const ms = (value: number): string => `${Math.round(value)} ms`

/** What the session came to, in one line. */
export function totalLine(
  found: readonly FoundTools[],
  { steps, everything }: { steps: readonly object[]; everything: Everything },
): string {
  const tokens = tokensAfter(found)
  const searches = found.length - 1
  const own = steps.find((step): step is SessionStep => 'searchToolTokens' in step)
  const search = own ? `, ${own.searchToolTokens} more for search_tools` : ''
  const saved =
    everything.promptTokens > 0
      ? ` (${Math.round(100 * (1 - tokens / everything.promptTokens))} % saved)`
      : ''
  return (
    `${searches} ${searches === 1 ? 'search' : 'searches'}: it holds ${heldAfter(found).length} of ${toolsText(everything.tools)}, ` +
    `${tokens} of ${everything.promptTokens} tokens${saved}${search}. No tool was executed.`
  )
}
