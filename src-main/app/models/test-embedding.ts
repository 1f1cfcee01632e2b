import type { ModelTestRow } from '../../contract/model'
import type { ModelInfo } from '../../domain/model/model'
import { duration } from '../../domain/value/quantity'
import type { Call } from '../app'
import { firstAnswer, roundTrip, type TestContext } from './test-rows'

/** Asked again and again; what a query is like. */
const QUERY = 'Tell the team that the build broke'
/** What tool documents are like, in length as well. */
const DOCUMENTS = [
  'send_message: Send a message to a channel or to a person. channel: where to send it. text: what to say.',
  'get_weather: The weather at a place, now or on a day of the next week. place: a town. day: a date.',
  'create_event: Add an event to the calendar, with the people to invite. title: what it is. start: when it begins.',
  'find_file: Look for files by words in their names or in what they hold. words: what to look for.',
]
const ASKED_AGAIN = 3

/** How a model embeds: how fast, how long its vectors are, whether they stay the same. */
export async function embedderRows(
  { embedders, clock }: TestContext,
  { name, dimensions: said }: ModelInfo,
  { signal, emit }: Call,
): Promise<ModelTestRow[]> {
  const total = 1 + ASKED_AGAIN + 1
  let done = 0
  const timed = async <Result>(work: () => Promise<Result>): Promise<[Result, number]> => {
    emit({ what: 'Testing how it embeds', done: done++, total, unit: 'requests' })
    const startedMs = clock.elapsedMs()
    const result = await work()
    return [result, clock.elapsedMs() - startedMs]
  }
  const embedder = await embedders.open(name, signal)
  const embed = async () => (await embedder.embedQueries([QUERY], signal))[0] ?? new Float32Array()
  const [vector, firstMs] = await timed(embed)
  const again = []
  for (let time = 0; time < ASKED_AGAIN; time++) again.push(await timed(embed))
  const [, documentsMs] = await timed(() => embedder.embedDocuments(DOCUMENTS, signal))
  return [
    firstAnswer(firstMs),
    roundTrip(again.map(([, ms]) => ms)),
    vectorLength(vector.length, said),
    sameVector(
      vector,
      again.map(([other]) => other),
    ),
    documentSpeed(documentsMs / DOCUMENTS.length),
  ]
}

function vectorLength(length: number, said: number | undefined): ModelTestRow {
  const isAsSaid = said === undefined || said === length
  return {
    what: 'Dimensions',
    outcome: isAsSaid ? 'good' : 'poor',
    found: String(length),
    meaning: isAsSaid
      ? 'The length of its vectors: more take more room and time.'
      : `Ollama says ${said}: pull the model again.`,
  }
}

function sameVector(vector: Float32Array, others: readonly Float32Array[]): ModelTestRow {
  const isSame = others.every((other) => other.every((value, at) => value === vector[at]))
  return {
    what: 'Same text, same vector',
    outcome: isSame ? 'good' : 'poor',
    found: isSame ? 'yes' : 'no',
    meaning: isSame
      ? 'A query asked twice gets the same tools.'
      : 'A query asked twice may get other tools: runs that are close tell little.',
  }
}

const documentSpeed = (ms: number): ModelTestRow => ({
  what: 'Tool documents',
  outcome: 'good',
  found: `${duration(ms)} each`,
  meaning: `A catalog of 1,000 tools is embedded in about ${duration(ms * 1000)}.`,
})
