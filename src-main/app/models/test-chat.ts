import { z } from 'zod'
import type { ModelTestRow } from '../../contract/model'
import type { ModelInfo } from '../../domain/model/model'
import { Problem } from '../../domain/problem'
import type { JsonObject } from '../../domain/tool/tool'
import type { OpenLanguageModel } from '../../ports/language-model'
import type { Call } from '../app'
import { firstAnswer, roundTrip, type TestContext } from './test-rows'

const Answer = z.object({ verb: z.string().min(1), urgent: z.boolean() })
const SCHEMA = z.toJSONSchema(Answer) as JsonObject

/** Small enough for any model that can be given a form to fill in. */
const REQUESTS = [
  'Send the report to Ann at once.',
  'Book a table for two some day next week.',
  'Delete the old backups, no hurry.',
]

const questionOf = (request: string): string =>
  `Read the request, and tell its verb and whether it is urgent.\n\nRequest: ${request}`

const WEATHER = {
  name: 'get_weather',
  description: 'Tells the weather in a town.',
  parameters: {
    type: 'object',
    properties: { town: { type: 'string', description: 'The town.' } },
    required: ['town'],
  },
}
const Weather = z.object({ town: z.string().min(1) })

/** How a model chats: how fast, whether its structured answers hold, whether it calls tools. */
export async function chatRows(
  { languageModels, clock }: TestContext,
  { name, capabilities }: ModelInfo,
  { signal, emit }: Call,
): Promise<ModelTestRow[]> {
  if (!languageModels) return []
  const model = await languageModels.open(name, signal)
  const asked: Asked[] = []
  for (const [done, request] of REQUESTS.entries()) {
    const total = REQUESTS.length + 1
    emit({ what: 'Testing how it answers', done, total, unit: 'requests' })
    const startedMs = clock.elapsedMs()
    const given = await answersInForm(model, questionOf(request), signal)
    asked.push({ ...given, ms: clock.elapsedMs() - startedMs })
  }
  const [first, ...others] = asked
  // One that refuses every time is not one that answers badly: what it says is what there is to
  // tell.
  if (first?.problem && others.every(({ problem }) => problem)) throw first.problem
  return [
    firstAnswer(first?.ms ?? 0),
    roundTrip(others.map(({ ms }) => ms)),
    structured(asked.filter(({ fits }) => fits).length),
    await calling(model, capabilities.includes('tools'), signal),
  ]
}

interface Asked {
  /** Whether the first answer has the form that was asked for. */
  fits: boolean
  /** Why there was no answer. */
  problem?: Problem
  ms: number
}

async function answersInForm(
  model: OpenLanguageModel,
  text: string,
  signal: AbortSignal,
): Promise<Omit<Asked, 'ms'>> {
  try {
    const given = await model.answer({ text, schema: SCHEMA, signal })
    return { fits: Answer.safeParse(JSON.parse(given.text)).success }
  } catch (error) {
    signal.throwIfAborted()
    if (error instanceof SyntaxError) return { fits: false }
    if (error instanceof Problem) return { fits: false, problem: error }
    throw error
  }
}

function structured(fitting: number): ModelTestRow {
  const all = fitting === REQUESTS.length
  return {
    what: 'Structured answers',
    outcome: all ? 'good' : 'poor',
    found: `${fitting} of ${REQUESTS.length} fit`,
    meaning: all
      ? 'Recipes can ask it: its answers have the form they ask for.'
      : 'Recipes that ask it often go on without its answer, as that does not have the form they ask for.',
  }
}

const callRow = (outcome: ModelTestRow['outcome'], found: string, meaning: string) => ({
  what: 'Tool calls',
  outcome,
  found,
  meaning,
})

async function calling(
  { callTools }: OpenLanguageModel,
  isTaught: boolean,
  signal: AbortSignal,
): Promise<ModelTestRow> {
  const otherwise = 'It can still plan, rerank and grade.'
  if (!callTools || !isTaught) {
    return callRow('not tried', 'not taught', `Ollama says that it calls no tools. ${otherwise}`)
  }
  try {
    const text = 'What is the weather in Lisbon now?'
    const { calls } = await callTools({ text, tools: [WEATHER], signal })
    const [call] = calls
    if (!call) {
      return callRow('poor', 'no call', `It answered in words where a tool was right. ${otherwise}`)
    }
    return Weather.safeParse(call.arguments).success
      ? callRow(
          'good',
          'called',
          'Given a tool set, it calls the tool that fits, as its schema asks.',
        )
      : callRow(
          'poor',
          'wrong arguments',
          'It called the right tool with arguments that do not fit.',
        )
  } catch (error) {
    if (!(error instanceof Problem) || signal.aborted) throw error
    return callRow('poor', 'failed', error.message)
  }
}
