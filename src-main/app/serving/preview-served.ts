import { z } from 'zod'
import { RecipeFields } from '../../contract/recipe-fields'
import type { ServedFormCost, ServedPreview } from '../../contract/serving'
import { Dir } from '../../contract/workspace'
import { AskedForm, type AnswerForm } from '../../domain/agent/answer-form'
import { STANDARD_FORM } from '../../domain/agent/form-words'
import { SESSION_BOUNDS } from '../../domain/agent/session'
import type { WorksWith } from '../../domain/recipe/choice'
import { ToolId } from '../../domain/tool/tool'
import type { FoundIn } from '../agent/find-tools'
import { ownParametersIn } from './own-parameters'
import { servedAnswer } from './served-answer'
import { servedNaming } from './served-naming'

const { mayAsk: _, k: __, ...OfRecipe } = RecipeFields

export const ServingPreviewInput = z.object({
  dir: Dir,
  ...OfRecipe,
  tools: z.array(ToolId).max(1000).describe('the tools that were found, best first'),
  form: AskedForm.optional().describe('another form than the one that the workspace works with'),
})

/** What an agent would read of some tools, and what that takes in other forms. */
export async function previewServed(
  at: FoundIn,
  { tools, ...asked }: WorksWith & { dir: string; tools: readonly ToolId[] },
): Promise<ServedPreview> {
  const form = asked.form ?? STANDARD_FORM
  const naming = await servedNaming(at, asked)
  const how = { naming, own: await ownParametersIn(at.context, asked.dir) }
  const placed = tools
    .slice(0, SESSION_BOUNDS.tools)
    .filter((id) => at.catalog.has(id))
    .map((tool) => ({ tool }))
  const costOf = (each: AnswerForm): ServedFormCost => {
    const { tokens, given } = servedAnswer(at, placed, { ...how, form: each })
    return { form: each, tokens, given }
  }
  const { answer, note, tokens, given } = servedAnswer(at, placed, { ...how, form })
  return {
    form,
    text: JSON.stringify({ ...answer, ...(note !== undefined && { note }) }),
    tokens,
    given,
    tokenizer: at.context.tokenCounter.tokenizer,
    forms: formsBeside(form).map(costOf),
  }
}

/** The forms that are told beside each other, the most that an agent reads first. */
export const formsBeside = ({ budget }: Pick<AnswerForm, 'budget'>): AnswerForm[] => [
  { detail: 'full', whole: 0, compact: false, budget },
  { detail: 'full', whole: 0, compact: true, budget },
  { detail: 'purpose', whole: 3, compact: true, budget },
  { detail: 'purpose', whole: 1, compact: true, budget },
  { detail: 'purpose', whole: 0, compact: true, budget },
  { detail: 'names', whole: 0, compact: true, budget },
]
