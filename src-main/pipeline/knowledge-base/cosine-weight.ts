import { dotProduct, isKnown } from '../../domain/model/vector'
import type { Embedder } from '../../ports/embedder'
import { packJson, unpackJson, type Derived } from './derived'

/**
 * A cosine counts this much divided by how far the embedder's cosines deviate: what two built-in
 * embedders were fitted to have in common, see `fusion/README.md`.
 */
const WEIGHT_OF_DEVIATION = 0.6
/** A text of no Latin letter may still hold names and numbers. */
const LEAST_SHARE = 0.1

/** An embedder that hardly tells these texts apart says little: it counts no more than so much. */
const MOST = 15
/** Cosines that deviate less are equal but for rounding. */
const LEAST_DEVIATION = 1e-4

/** By fingerprint: texts are embedded once by a model that nothing was fitted for. */
const measured = new Map<string, Promise<number>>()

/**
 * What a cosine of this embedder counts beside BM25: fitted, or measured once and kept with what is
 * derived of the catalog.
 */
export async function cosineWeightOf(
  embedder: Embedder,
  signal: AbortSignal,
  derived?: Derived,
): Promise<number> {
  if (embedder.cosineWeight !== undefined) return embedder.cosineWeight
  const known = measured.get(embedder.fingerprint)
  const measuring = known ?? keptOrMeasured(embedder, derived)
  if (!known) {
    measured.set(embedder.fingerprint, measuring)
    // What failed is tried again by whoever asks next.
    measuring.catch(() => measured.delete(embedder.fingerprint))
  }
  return orStopped(measuring, signal)
}

async function keptOrMeasured(embedder: Embedder, derived?: Derived): Promise<number> {
  const name = `what a cosine counts, ${embedder.fingerprint}`
  const kept = await derived?.read(name)
  const known = kept && unpackJson<unknown>(kept.content)
  if (typeof known === 'number' && known >= 0 && known <= MOST) return known
  const weight = await measureCosineWeight(embedder)
  await derived?.keep(name, packJson(weight))
  return weight
}

/** What others wait for as well goes on where one of them stops. */
function orStopped<Value>(work: Promise<Value>, signal: AbortSignal): Promise<Value> {
  signal.throwIfAborted()
  const stopped = Promise.withResolvers<never>()
  const stop = (): void => stopped.reject(signal.reason)
  signal.addEventListener('abort', stop, { once: true })
  return Promise.race([work, stopped.promise]).finally(() =>
    signal.removeEventListener('abort', stop),
  )
}

/**
 * From how far the cosines of requests to tools of many kinds deviate; 0 where they do not.
 * @public for the bench, which holds it against what was fitted
 */
export async function measureCosineWeight(embedder: Embedder): Promise<number> {
  const { signal } = new AbortController()
  const passOver = (): void => undefined
  const requests = await embedder.embedQueries([...REQUESTS], signal, undefined, passOver)
  const tools = await embedder.embedDocuments([...TOOLS], signal, undefined, passOver)
  // A model may make no vector of a text.
  const known = tools.filter(isKnown)
  const deviations = requests
    .filter(isKnown)
    .map((request) => deviationOf(known.map((tool) => dotProduct(request, tool))))
  const mean = deviations.reduce((sum, each) => sum + each, 0) / deviations.length
  return mean >= LEAST_DEVIATION ? Math.min(MOST, WEIGHT_OF_DEVIATION / mean) : 0
}

function deviationOf(values: readonly number[]): number {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length
  const squares = values.reduce((sum, value) => sum + (value - mean) ** 2, 0)
  return Math.sqrt(squares / values.length)
}

/** How much of texts an embedder can read: of one that knows one script, its share of letters. */
export function shareRead({ script }: Embedder, texts: readonly string[]): number {
  if (script === undefined) return 1
  const text = texts.join(' ')
  const letters = countOf(text, /\p{L}/gu)
  if (letters === 0) return 1
  return Math.max(LEAST_SHARE, countOf(text, /(?=\p{L})\p{Script=Latin}/gu) / letters)
}

const countOf = (text: string, pattern: RegExp): number => text.match(pattern)?.length ?? 0

const TOOLS = [
  'Get the weather forecast for a city.',
  'Send an email to one or more recipients.',
  'Create an issue in a repository.',
  'List the files of a directory.',
  'Translate a text into another language.',
  'Book a hotel room for given dates.',
  'Search for flights between two airports.',
  'Get the current price of a stock.',
  'Convert an amount from one currency to another.',
  'Add an event to the calendar.',
  'Find restaurants near a place.',
  'Play a song or an album.',
  'Search movies by title, genre or year.',
  'Run a query against a database.',
  'Resize or crop an image.',
  'Delete a user account.',
  'Track a parcel by its number.',
  'Set the temperature of a thermostat.',
  'Summarise a long document.',
  'Post a message to a channel.',
  'Restart a service on a server.',
  'Look up the definition of a word.',
  'Calculate a route between two addresses.',
  'Pay an invoice.',
]

const REQUESTS = [
  'Will it rain in Lisbon tomorrow?',
  'Tell my team that the release is delayed.',
  'How much is a hundred dollars in yen?',
  'Find me a quiet place to eat tonight.',
  'What happened to my order?',
  'I want to watch something funny from the nineties.',
  'Make the living room a little warmer.',
  'The login page is broken, please note it down for the developers.',
  'Where did I put the report from last week?',
  'Get me to the airport before noon.',
  'What does this letter say in English?',
  'Which of our customers have not paid yet?',
]
