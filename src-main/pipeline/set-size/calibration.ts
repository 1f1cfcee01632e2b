import { sameText } from '../../domain/same-text'
import type { ToolId } from '../../domain/tool'
import type { Admitted, Kit, LabelledQuery } from '../kit'
import { lackingTools } from '../lacking'
import type { PrepareCall, Source } from '../stage'
import { candidatesFor, readEvidence, type EvidenceSources } from './evidence'
import { strengthOf } from './strength'

/** How strongly a query must be matched, so that any tool fits it. */
export interface Least {
  strength: number
  /** The golden queries that taught it, and how many it refuses of those that some tool fits; absent where it is the one that ships. */
  from?: { fitting: number; negative: number; refused: number }
}

/** What golden queries of a workspace teach of queries that some tool fits, and that none does. */
export interface Calibration {
  /**
   * Without what the golden query of this text teaches, if it is one.
   * @param mayMiss of golden queries that some tool fits, the share that may be refused
   */
  leastFor(text: string, mayMiss: number): Least
}

/** Fewer golden queries say little of the weakest twentieth of all. */
export const FEWEST_GOLDEN = 30
/** Golden queries that are looked at, spread evenly over all; fewer where the catalog is large, as each is searched twice. */
const MOST_GOLDEN = 200
const TOOLS_FOR_MOST = 5_000
/**
 * Where no golden queries teach better: on the development rows of six sets, each at its own size and smaller, 1.6 % of the
 * queries that some tool fits fall below it, and 8.5 % in the worst case. It is low because sets differ; see `README.md`.
 */
const SHIPPED = 0.04

interface Taught {
  text: string
  strength: number
}

/** The parts that a query is read in besides the whole. */
export type PartsOf = (text: string) => readonly string[]

/**
 * Reads golden queries once for the catalog: each that some tool fits as it is, and again with its right tools left out,
 * which makes a query that none fits; those without right tools as they are.
 */
export function calibration(
  kit: Kit,
  sources: EvidenceSources,
  partsOf: PartsOf,
): Source<Calibration> {
  const key = `strength of golden queries among ${sources.among.key}, by ${sources.words.key} and ${sources.meaning.key}`
  return {
    key,
    embeds: true,
    async prepare(call) {
      const golden = await kit.labelled.prepare(call)
      return kit.once(`${key}, ${numberOf(golden)}`, async () =>
        calibrated(await taughtBy(kit, golden, { sources, partsOf, call })),
      )
    },
  }
}

/** Golden queries are known by the array they come in: another one holds others. */
const numbers = new WeakMap<readonly LabelledQuery[], number>()
let numbered = 0
function numberOf(golden: readonly LabelledQuery[]): number {
  const number = numbers.get(golden) ?? ++numbered
  numbers.set(golden, number)
  return number
}

interface Reading {
  sources: EvidenceSources
  partsOf: PartsOf
  call: PrepareCall | undefined
}

interface Lessons {
  fitting: Taught[]
  negative: Taught[]
}

async function taughtBy(
  kit: Kit,
  labelled: readonly LabelledQuery[],
  { sources, partsOf, call }: Reading,
): Promise<Lessons> {
  const { among } = sources
  const isThere = (tool: ToolId) => among.tools?.has(tool) ?? kit.tools.has(tool)
  const golden = labelled.filter(({ tools }) => tools.every(isThere))
  const most = Math.ceil(MOST_GOLDEN * Math.min(1, TOOLS_FOR_MOST / Math.max(1, among.size)))
  const stride = Math.ceil(golden.length / Math.max(FEWEST_GOLDEN, most))
  const looked = golden.filter((_, at) => at % stride === 0)
  const lessons: Lessons = { fitting: [], negative: [] }
  for (const [done, query] of looked.entries()) {
    const { text, tools } = query
    const read = (from: Admitted) =>
      strengthIn({ ...sources, among: from }, text, { partsOf, call })
    const whole = { text, strength: await read(among) }
    if (tools.length === 0) lessons.negative.push(whole)
    else {
      lessons.fitting.push(whole)
      const without = lackingTools(among, tools, kit.tools)
      if (without.size > 0) lessons.negative.push({ text, strength: await read(without) })
    }
    call?.onLabelled?.(done + 1, looked.length)
    await new Promise(setImmediate)
    call?.signal?.throwIfAborted()
  }
  return lessons
}

async function strengthIn(
  sources: EvidenceSources,
  text: string,
  { partsOf, call }: Pick<Reading, 'partsOf' | 'call'>,
): Promise<number> {
  const step = { signal: call?.signal ?? new AbortController().signal, embedded: () => undefined }
  const texts = [text, ...partsOf(text)]
  const tools = await candidatesFor(sources, texts, step)
  return strengthOf(await readEvidence(sources, texts, { tools, step })).all
}

function calibrated(lessons: Lessons): Calibration {
  const texts = new Set([...lessons.fitting, ...lessons.negative].map(({ text }) => sameText(text)))
  const ofAll = new Map<number, Least>()
  return {
    leastFor(text, mayMiss) {
      const own = sameText(text)
      if (!texts.has(own)) {
        const known = ofAll.get(mayMiss) ?? leastOf(lessons, mayMiss)
        ofAll.set(mayMiss, known)
        return known
      }
      const isOther = (taught: Taught) => sameText(taught.text) !== own
      const others = {
        fitting: lessons.fitting.filter(isOther),
        negative: lessons.negative.filter(isOther),
      }
      return leastOf(others, mayMiss)
    },
  }
}

/**
 * Where the fewest queries are answered wrongly, in shares of either kind, among the places that refuse at most
 * `mayMiss` of those that some tool fits: half way down to the next weaker query of any kind.
 */
export function leastOf({ fitting, negative }: Lessons, mayMiss: number): Least {
  if (fitting.length < FEWEST_GOLDEN) return { strength: SHIPPED }
  const risingOf = (taught: readonly Taught[]) =>
    taught.map(({ strength }) => strength).sort((a, b) => a - b)
  const [fits, others] = [risingOf(fitting), risingOf(negative)]
  let [best, fewest] = [fits[0] as number, Infinity]
  for (let missed = 0; missed <= mayMiss * fits.length; missed++) {
    const least = fits[missed] as number
    const given = others.filter((strength) => strength >= least).length
    const wrong = missed / fits.length + given / (others.length || 1)
    if (wrong >= fewest) continue
    best = least
    fewest = wrong
  }
  const below = Math.max(0, ...[...fits, ...others].filter((strength) => strength < best))
  return {
    strength: (best + below) / 2,
    from: {
      fitting: fitting.length,
      negative: negative.length,
      refused: fits.filter((strength) => strength < best).length,
    },
  }
}
