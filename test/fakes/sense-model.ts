import type { LanguageModel } from '../../src-main/ports/language-model'
import { partsOf } from './obedient-model'
import { scriptedModel } from './scripted-model'

interface Shown {
  request: string
  names: string[]
}

/** How a model answers what models are tried with for sense. */
export interface SenseWays {
  fills: (request: string) => unknown
  orders: (shown: Shown) => unknown
  judges: (shown: Shown) => unknown
  splits: (request: string) => unknown
}

const RIGHT = ['get_weather', 'translate_text']
/** What has to do with each request, by a word of it. */
const OF_USE: Record<string, readonly string[]> = {
  table: ['find_restaurants', 'book_table'],
  dollars: ['convert_currency', 'exchange_rates'],
  message: ['send_message', 'find_contact'],
}
const FORMS: Record<string, object> = {
  Lisbon: { town: 'Lisbon', people: 2 },
  Oslo: { town: 'Oslo, Norway', people: 4 },
  Madrid: { town: 'Madrid', people: 3 },
}

const keyOf = (known: object, text: string): string =>
  Object.keys(known).find((word) => text.includes(word)) ?? ''

/** A plan of these steps. */
export const planOf = (texts: readonly string[]) => ({
  steps: texts.map((action) => ({ action, difficulty: 'easy' })),
})

/** Answers every question as a model does that understands it. */
export const SENSIBLE: SenseWays = {
  fills: (request) => FORMS[keyOf(FORMS, request)],
  orders: ({ names }) => ({
    tools: names.toSorted((a, b) => Number(RIGHT.includes(b)) - Number(RIGHT.includes(a))),
  }),
  judges: ({ request, names }) => ({
    irrelevant: names.filter((name) => !OF_USE[keyOf(OF_USE, request)]?.includes(name)),
  }),
  splits: (request) => planOf(request.replace(/\.$/, '').split(/, | and /)),
}

/** What a model says to any question that it is tried with: a value as JSON, a text as it is. */
export function senseAnswer(question: string, ways: Partial<SenseWays> = {}): unknown {
  const { fills, orders, judges, splits } = { ...SENSIBLE, ...ways }
  if (question.startsWith('Read the request')) return fills(question)
  const [[request = ''] = [], lines = []] = partsOf(question).quoted
  const shown = {
    request,
    names: lines.map((line) => (JSON.parse(line) as { name: string }).name),
  }
  if (question.startsWith('Rank the tools')) return orders(shown)
  if (question.startsWith('Say which of the tools')) return judges(shown)
  if (question.startsWith('Split the user')) return splits(JSON.parse(request) as string)
  return 'That was not asked of me.'
}

/** A model that makes sense of what it is tried with, but in some ways. */
export const senseModel = (ways: Partial<SenseWays> = {}): LanguageModel =>
  scriptedModel({ '': (question) => senseAnswer(question, ways) })
