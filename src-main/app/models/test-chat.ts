import { z } from 'zod'
import type { ModelTestRow } from '../../contract/model'
import type { ModelInfo } from '../../domain/model/model'
import { Problem } from '../../domain/problem'
import type { JsonObject } from '../../domain/tool/tool'
import type { OpenLanguageModel } from '../../ports/language-model'
import { askModel } from '../../pipeline/ask'
import type { Call } from '../app'
import { guarded } from './guarded-model'
import { SENSE_QUESTIONS } from './sense-questions'
import { firstAnswer, roundTrip, type TestContext } from './test-rows'
import { foundBy, SENSE_REQUESTS, senseRows, senseTrials, type Trial } from './test-sense'
import { triedModelsWith } from './tried-models'

const Answer = z.object({
  town: z.string().min(1).max(60),
  people: z.number().int().min(1).max(99),
})
const SCHEMA = z.toJSONSchema(Answer) as JsonObject

/**
 * Small enough for any model that can be given a form to fill in, and each with one obvious value
 * for every field.
 */
const REQUESTS = [
  { text: 'Book a table for two in Lisbon.', town: 'lisbon', people: 2 },
  { text: 'Find a hotel in Oslo for four people.', town: 'oslo', people: 4 },
  { text: 'Three tickets to the museum in Madrid, please.', town: 'madrid', people: 3 },
]

const questionOf = (request: string): string =>
  `Read the request, and tell the town and for how many people it is.\n\nRequest: ${request}`

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

/**
 * How a model chats: how fast, whether its structured answers hold, whether they make sense, which
 * is kept with the digest it was found of, and whether it calls tools.
 */
export async function chatRows(
  context: TestContext,
  { name, title, digest, capabilities }: ModelInfo,
  { signal, emit }: Call,
): Promise<ModelTestRow[]> {
  const { languageModels, clock, settings } = context
  if (!languageModels) return []
  const model = guarded(await languageModels.open(name, signal))
  let done = 0
  const onAsk = () => {
    const total = REQUESTS.length + SENSE_REQUESTS + 1
    emit({ what: 'Testing how it answers', done: done++, total, unit: 'requests' })
  }
  const asked: Asked[] = []
  for (const request of REQUESTS) {
    onAsk()
    const startedMs = clock.elapsedMs()
    const given = await answersInForm(model, request, signal)
    asked.push({ ...given, ms: clock.elapsedMs() - startedMs })
  }
  const [first, ...others] = asked
  // One that refuses every time is not one that answers badly: what it says is what there is to
  // tell.
  if (first?.problem && others.every(({ problem }) => problem)) throw first.problem
  const trials = [fills(asked), ...(await senseTrials({ ask: askModel(model), signal, onAsk }))]
  if (digest !== undefined) {
    const tried = {
      digest,
      fingerprint: model.fingerprint,
      questions: SENSE_QUESTIONS,
      triedAt: clock.timestamp(),
      found: foundBy(trials),
    }
    await settings.write((stored) => ({ triedModels: triedModelsWith(stored, title, tried) }))
  }
  onAsk()
  return [
    firstAnswer(first?.ms ?? 0),
    roundTrip(others.map(({ ms }) => ms)),
    structured(asked.filter(({ fits }) => fits).length),
    ...senseRows(trials),
    await calling(model, capabilities.includes('tools'), signal),
  ]
}

interface Asked {
  /** Whether the first answer has the form that was asked for. */
  fits: boolean
  /** Whether it has the obvious values. */
  isRight?: boolean
  /** Why there was no answer. */
  problem?: Problem
  ms: number
}

async function answersInForm(
  model: OpenLanguageModel,
  { text, ...wanted }: (typeof REQUESTS)[number],
  signal: AbortSignal,
): Promise<Omit<Asked, 'ms'>> {
  try {
    const given = await model.answer({ text: questionOf(text), schema: SCHEMA, signal })
    const { data } = Answer.safeParse(JSON.parse(given.text))
    return { fits: data !== undefined, isRight: data !== undefined && isFilled(data, wanted) }
  } catch (error) {
    signal.throwIfAborted()
    if (error instanceof SyntaxError) return { fits: false }
    if (error instanceof Problem) return { fits: false, problem: error }
    throw error
  }
}

/** “Lisbon, Portugal” is Lisbon as well; a sentence that names it somewhere is not. */
const isFilled = (
  { town, people }: z.infer<typeof Answer>,
  wanted: z.infer<typeof Answer>,
): boolean => town.trim().toLowerCase().startsWith(wanted.town) && people === wanted.people

function fills(asked: readonly Asked[]): Trial {
  const problem = asked.find((each) => each.problem)?.problem
  if (problem) return { trial: 'fills', problem }
  const right = asked.filter(({ isRight }) => isRight).length
  return { trial: 'fills', count: { right, of: asked.length } }
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
  const otherwise = 'Recipes need no tool calls.'
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
