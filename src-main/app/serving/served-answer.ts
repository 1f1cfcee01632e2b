import type { AnswerParts, AnswerTool } from '../../answers/answer-parts'
import { writeAnswer, type WrittenAnswer } from '../../answers/write-answer'
import type { ServedTools } from '../../contract/serving'
import type { AnswerForm } from '../../domain/agent/answer-form'
import { STANDARD_FORM } from '../../domain/agent/form-words'
import { cutAtSentence } from '../../domain/value/cut-at-sentence'
import type { PlacedTool } from '../../domain/query/query'
import type { ToolId } from '../../domain/tool/tool'
import type { FoundIn } from '../agent/find-tools'
import { partsOf, type HowServed } from './answer-parts'
import { boundedJson } from './bounded-json'
import { foundBy } from './found-by'
import { servedTool } from './served-tool'

/** What an agent is given of some tools, and how much of it there is. */
export interface ServedAnswer extends Pick<WrittenAnswer, 'given' | 'tokens' | 'note'> {
  answer: Pick<ServedTools, 'tools' | 'sharedParameters'>
}

/** Writes what was found for an agent, best first, each with what brought it where that tells. */
export function servedAnswer(
  { context, catalog }: Pick<FoundIn, 'context' | 'catalog'>,
  placed: readonly (Partial<Pick<PlacedTool, 'witnesses'>> & { tool: ToolId })[],
  { form, ...how }: HowServed & { form: AnswerForm },
): ServedAnswer {
  const tokensOf = (text: string): number => context.tokenCounter.count(text).tokens
  const { nameOf } = how.naming
  const { compact } = form
  const whys = placed.map(({ witnesses = [] }) => foundBy({ witnesses }, { nameOf, compact }))
  const parts = placed.map(({ tool: id }, at) => {
    const tool = partsOf(context, catalog, { id, compact, ...how })
    const why = whys[at]
    return why === undefined ? tool : withMore(tool, tokensOf(JSON.stringify({ why })))
  })
  const { tools, sharedParameters, ...written } = writeAnswer(parts, form, tokensOf)
  const told = tools.map((tool, at) => {
    const why = whys[at]
    return why === undefined ? tool : { ...tool, why }
  })
  return { answer: { tools: told, ...(sharedParameters && { sharedParameters }) }, ...written }
}

/** A tool of which so many tokens more are told at any detail. */
const withMore = (parts: AnswerParts, more: number): AnswerParts => ({
  ...parts,
  tokens: {
    names: parts.tokens.names + more,
    purpose: parts.tokens.purpose + more,
    full: parts.tokens.full + more,
  },
})

/**
 * Definitions that were asked for by name: all that is known of each, parameters that they share
 * once. One that is too large by itself is given as far as there is room.
 */
export function servedDefinitions(
  at: Pick<FoundIn, 'context' | 'catalog'>,
  ids: readonly ToolId[],
  { budget, ...how }: HowServed & { budget: number },
): ServedAnswer {
  const { context, catalog } = at
  const tokensOf = (text: string): number => context.tokenCounter.count(text).tokens
  const parts = ids.map((id) => partsOf(context, catalog, { id, compact: false, ...how }))
  const form: AnswerForm = { ...STANDARD_FORM, detail: 'full', budget }
  const { tools, sharedParameters, ...written } = writeAnswer(parts, form, tokensOf)
  const [id] = ids
  if (id !== undefined && ids.length === 1 && tools[0]?.inputSchema === undefined) {
    return bounded(servedTool(catalog, id, how), budget, tokensOf)
  }
  return { answer: { tools, ...(sharedParameters && { sharedParameters }) }, ...written }
}

/** Characters of JSON that a token has, the most that is tried first. */
const CHARACTERS = 4
/** Of what did not fit, so much is tried next. */
const NEXT = 0.7

/** A definition without long texts and inner parts, as much of it as there is room for. */
function bounded(
  { name, description, inputSchema }: AnswerTool,
  budget: number,
  tokensOf: (text: string) => number,
): ServedAnswer {
  const note = `The definition of ${name} is too large to be given: long texts and inner parts of it are left out.`
  for (let most = budget * CHARACTERS; ; most = Math.floor(most * NEXT)) {
    const tool = {
      name,
      description: cutAtSentence(description.trim(), Math.floor(most / 4)),
      inputSchema: boundedJson(inputSchema, Math.floor(most / 2)),
    }
    const tokens = tokensOf(JSON.stringify({ tools: [tool], note }))
    if (tokens <= budget || most < SMALLEST)
      return { answer: { tools: [tool] }, given: 1, note, tokens }
  }
}

const SMALLEST = 50
