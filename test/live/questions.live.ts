import { describe, expect, it } from 'vitest'
import { ollamaLanguageModels } from '../../src-main/adapters/ollama/ollama-language-models'
import { askModel, InvalidAnswer } from '../../src-main/pipeline/ask'
import { proposeQuestions, questionsOf } from '../../src-main/pipeline/prompts/propose-questions'
import { anyTexts, type ToEnhance } from '../../src-main/pipeline/prompts/tool-to-enhance'
import { url } from './live-server'

const never = new AbortController().signal
/** For five answers of a model on one thread of a busy machine. */
const PATIENCE_MS = 60 * 60 * 1000
/** A model whose answers make sense. */
const model = process.env['PEGBOARD_LIVE_SENSIBLE'] ?? ''

/** @param parameters what each is, by its name */
const tool = (
  name: string,
  description: string,
  parameters: Record<string, string>,
): ToEnhance => ({
  name,
  description,
  parameters: Object.entries(parameters).map(([name, description]) => ({
    name,
    description,
    type: 'string',
    required: true,
  })),
  examples: [],
  tags: [],
  neighbours: [],
})

const TOOLS = [
  tool('get_forecast', 'Forecasts the weather of a city for the next days.', {
    city: 'Name of the city',
    days: 'Number of days',
  }),
  tool('send_mail', 'Sends an e-mail to one or more people.', {
    to: 'Addresses',
    subject: 'Subject line',
  }),
  tool('refund_payment', 'Pays a charge back to the card it was made with.', {
    payment_id: 'The payment',
    amount: 'Amount to pay back',
  }),
  tool('create_event', 'Puts an event into the calendar.', {
    title: 'Title of the event',
    start: 'When it begins',
  }),
  tool('list_open_issues', 'Lists the issues of a repository that are not closed.', {
    repository: 'Owner and name',
  }),
]

describe.skipIf(model === '')(`${model}: questions of tools`, { timeout: PATIENCE_MS }, () => {
  it('writes some that can be used for three of five tools at least', async () => {
    const ask = askModel(await ollamaLanguageModels(() => url).open(`ollama:${model}`, never))
    const prompt = proposeQuestions(anyTexts)
    const usable: string[][] = []
    for (const each of TOOLS) {
      const questions = await ask(prompt, each, { signal: never }).then(
        ({ answer }) => questionsOf(answer),
        (error: unknown) => {
          if (error instanceof InvalidAnswer) return []
          throw error
        },
      )
      usable.push(questions.filter((question) => isUsable(question, each)))
    }
    const answered = usable.filter((questions) => questions.length > 0)
    expect(answered.length, JSON.stringify(usable, null, 1)).toBeGreaterThanOrEqual(3)
  })
})

/** What a user could ask: some words, and not the tool itself. */
const isUsable = (question: string, { name, description }: ToEnhance): boolean =>
  question.trim().split(/\s+/).length >= 3 &&
  !question.includes(name) &&
  question.trim() !== description
