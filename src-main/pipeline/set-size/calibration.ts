import { sameText } from '../../domain/value/same-text'
import type { Kit, LabelledQuery } from '../kit'
import { oddsOf, type Logistic } from '../logistic'
import type { Source } from '../stage'
import type { EvidenceSources } from './evidence'
import { leastAmong } from './judge'
import { alikeTo, FEWEST_GOLDEN, likeness, readLessons, type Lessons, type Lookup } from './lessons'
import type { PartsOf, Reading } from './signs'
import { judgeFor, learnJudges, type Chosen, type ToldBy } from './standing-in'

/** Whether any tool fits a request, and by what that is told. */
export interface Verdict {
  fits: boolean
  /**
   * How strongly a query must be matched where nothing else is looked at, as for one of its parts.
   */
  least: Least
  /** Absent where too few golden queries teach more. */
  learned?: Learned
}

/** How strongly a query must be matched, so that any tool fits it. */
interface Least {
  strength: number
  /**
   * The golden queries that taught it, and how many it refuses of those that some tool fits; absent
   * where it is the one that ships.
   */
  from?: { fitting: number; negative: number; refused: number }
}

/** What golden queries teach of one request. */
export interface Learned {
  score: number
  least: number
  /**
   * The signs that speak for a tool that fits, and what they are of golden queries that some tool
   * fits.
   */
  signs: readonly number[]
  typical: readonly number[]
  model: Logistic
  from: { fitting: number; refused: number }
  toldBy: ToldBy
  /**
   * The golden query that no tool fits which it is most like, if it is more like these than those
   * that some tool fits.
   */
  like?: string
}

/** What golden queries of a workspace teach of queries that some tool fits, and that none does. */
interface Calibration {
  /**
   * Whether any tool fits a request, by what was taught without the golden query of its text, if it
   * is one.
   * @param falseRefusalRate of golden queries that some tool fits, the share that may be refused
   */
  judge(
    asked: { text: string; reading: Reading; step: Lookup },
    falseRefusalRate: number,
  ): Promise<Verdict>
}

/** Golden queries that are asked are judged by what the others of ten parts taught. */
const PARTS = 10

/** Whether golden queries are enough to teach what fits, also without the part that is judged. */
export const areTeaching = (golden: readonly LabelledQuery[]): boolean => {
  const texts = golden.flatMap(({ text, tools }) => (tools.length > 0 ? [sameText(text)] : []))
  return new Set(texts).size * (1 - 1 / PARTS) >= FEWEST_GOLDEN
}

/**
 * Where no golden queries teach better: on the development rows of six sets, each at its own size
 * and smaller, 1.6 % of the queries that some tool fits fall below it, and 8.5 % in the worst case.
 * It is low because sets differ; see `README.md`.
 */
const SHIPPED = 0.04

/**
 * Reads golden queries once for the catalog: each that some tool fits as it is, and again with its
 * right tools left out, which makes a query that none fits; those without right tools as they are.
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
      const name = `${key}, ${numberOf(golden)}`
      return kit.once(name, async () =>
        calibrated(await readLessons(kit, { golden, name }, { sources, partsOf, call })),
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

/** What some of the lessons taught. */
interface Taught {
  judgeFor?(falseRefusalRate: number): Chosen
  leastFor(falseRefusalRate: number): Least
}

export function calibrated({ all, nearest }: Lessons): Calibration {
  const placeOf = new Map(all.map(({ text }, place) => [sameText(text), place]))
  const taught = new Map<number | undefined, Promise<Taught>>()
  /** @param part the part that is left out; none where it is not told */
  const taughtWithout = (part: number | undefined): Promise<Taught> => {
    const known = taught.get(part) ?? taughtBy(all, part)
    taught.set(part, known)
    return known
  }
  return {
    async judge({ text, reading, step }, falseRefusalRate) {
      const place = placeOf.get(sameText(text))
      const by = await taughtWithout(place === undefined ? place : place % PARTS)
      const least = by.leastFor(falseRefusalRate)
      const chosen = by.judgeFor?.(falseRefusalRate)
      if (!chosen) return { fits: reading.strength.all >= least.strength, least }
      const { judge, toldBy } = chosen
      const compared = judge.isComparing ? nearest : undefined
      const alike = await alikeTo(compared, text, { lessons: all.length, step })
      const like = alike.length > 0 ? [likeness(alike, judge.taught)] : []
      const signs = [...reading.signs, ...like]
      const score = oddsOf(judge.model, signs)
      const likest = likestOf(alike, judge.taught.negative)
      const learned: Learned = {
        score,
        least: chosen.least.least,
        signs,
        typical: judge.typical,
        model: judge.model,
        from: { fitting: judge.taught.fitting.length, refused: chosen.least.refused },
        toldBy,
        ...(likest !== undefined && (like[0] ?? 0) < 0 && { like: all[likest]?.text }),
      }
      return { fits: score >= learned.least, least, learned }
    },
  }
}

const likestOf = (alike: readonly number[], places: readonly number[]): number | undefined =>
  places.toSorted((a, b) => (alike[b] ?? 0) - (alike[a] ?? 0))[0]

async function taughtBy(all: Lessons['all'], part: number | undefined): Promise<Taught> {
  const places = [...all.keys()].filter((place) => part === undefined || place % PARTS !== part)
  const lessons = places.flatMap((place) => all[place] ?? []).filter(({ isShipped }) => !isShipped)
  const fitting = lessons.filter(({ tools }) => tools.length > 0)
  if (fitting.length < FEWEST_GOLDEN) return { leastFor: () => ({ strength: SHIPPED }) }
  const others = [...lessons.filter(({ tools }) => tools.length === 0).map(({ asIs }) => asIs)]
  others.push(...fitting.flatMap(({ without }) => without ?? []))
  const judges = await learnJudges(all, places, () => new Promise(setImmediate))
  const chosen = new Map<number, Chosen>()
  return {
    judgeFor(falseRefusalRate) {
      const known = chosen.get(falseRefusalRate) ?? judgeFor(judges, falseRefusalRate)
      chosen.set(falseRefusalRate, known)
      return known
    },
    leastFor(falseRefusalRate) {
      const strengths = (of: readonly { strength: number }[]) => of.map(({ strength }) => strength)
      const fits = strengths(fitting.map(({ asIs }) => asIs))
      const { least, refused } = leastAmong(fits, strengths(others), falseRefusalRate)
      return {
        strength: least,
        from: { fitting: fitting.length, negative: others.length, refused },
      }
    },
  }
}
