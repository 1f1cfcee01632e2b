import type { RecipeInfo } from '../../../src-main/contract/query'
import { embedderTitle, readsWhat } from '../../../src-main/domain/model/names'
import { callsOf } from '../../../src-main/domain/trace/cost'
import { sameOption } from '../../../src-main/domain/recipe/option'
import { optionFields } from '../../components/recipe/option-fields'
import { formatCount, plural } from '../../words/number-words'
import type { Answer, Asked } from './playground-state'

interface Running {
  recipe: RecipeInfo
  wanted: Asked
  /** Whether answering asks a language model. */
  asksModel: boolean
  /** The last answer and what it answers. */
  asked?: Asked | undefined
  answer?: Answer | undefined
  /** How many tools the catalog holds. */
  tools: number
  /** Whether all of them are known to be embedded with the embedder wanted. */
  isEmbedded: boolean
}

/** What running a query would cost that is not to be spent unasked, in words; undefined where it costs milliseconds. */
export function runningCost(running: Running): string | undefined {
  if (running.asksModel) return modelCost(running)
  return embedsAgain(running)
    ? `compares embeddings of ${embedderTitle(running.wanted.embedder ?? '')}, which up to ${plural(running.tools, 'tool')} must first be embedded with`
    : undefined
}

function modelCost({ recipe, asked, answer }: Running): string {
  const calls = asked?.recipe === recipe.id ? callsOf(answer?.trace ?? []) : []
  if (calls.length === 0) return 'asks a language model'
  const tokens = calls.reduce((sum, call) => sum + call.promptTokens + call.answerTokens, 0)
  return `asks a language model: ${plural(calls.length, 'call')} and ${formatCount(tokens)} tokens the last time`
}

function embedsAgain({ recipe, wanted, asked, isEmbedded }: Running): boolean {
  // Instant takes microseconds, whatever is embedded anew.
  if (!recipe.embeds || !wanted.embedder || readsWhat(wanted.embedder) === 'words') return false
  const isAnother = asked?.embedder !== wanted.embedder || asked.recipe !== wanted.recipe
  if (isAnother && !isEmbedded) return true
  return optionFields(recipe).some(
    ({ name, standard, changesEmbedded }) =>
      changesEmbedded &&
      !sameOption(asked?.options[name] ?? standard, wanted.options[name] ?? standard),
  )
}
