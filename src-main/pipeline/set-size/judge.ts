import { logisticOf, oddsOf, type Logistic } from '../logistic'
import { likeness, type Comparing, type Lesson } from './lessons'

/** What golden queries taught: what speaks for it that some tool fits a request, and how much. */
export interface Judge {
  model: Logistic
  /** The lessons that taught it, by their places. */
  taught: Comparing
  /** Whether it looks at how near a request is to these. */
  isComparing: boolean
  /** The mean of each sign over the lessons that some tool fits. */
  typical: readonly number[]
  /** How the lessons score, each by a judge that other folds taught. */
  scores: Scores
}

/** Of lessons that some tool fits, as they are and without their right tools, and of the others. */
export interface Scores {
  fitting: readonly number[]
  leftOut: readonly number[]
  negative: readonly number[]
}

/** Lessons are judged by what the others of five parts taught. */
const FOLDS = 5
/**
 * Of the squared coefficients, in lessons: it holds signs near counting alike, which few lessons do
 * not change for the worse.
 */
const PENALTY = 40

/** A lesson as a judge looks at it: as it is, or with its right tools left out. */
interface Row {
  kind: 'fits' | 'left out' | 'negative'
  signs: number[]
}

/** @param places the lessons to learn from, by their place in `lessons` */
export async function learnJudge(
  lessons: readonly Lesson[],
  places: readonly number[],
  pause: () => Promise<unknown>,
): Promise<Judge> {
  const scores = { fits: [] as number[], 'left out': [] as number[], negative: [] as number[] }
  const foldOf = foldsOf(lessons, places)
  for (let fold = 0; fold < FOLDS; fold++) {
    await pause()
    const learned = places.filter((place) => foldOf.get(place) !== fold)
    const { model, ...by } = await modelOf(lessons, learned, pause)
    for (const place of places) {
      if (foldOf.get(place) !== fold) continue
      for (const { kind, signs } of rowsOf(lessons, place, by))
        scores[kind].push(oddsOf(model, signs))
    }
  }
  const { rows, ...judge } = await modelOf(lessons, places, pause)
  const fitting = rows.filter(({ kind }) => kind === 'fits')
  const typical = judge.model.means.map(
    (_, at) => fitting.reduce((sum, { signs }) => sum + (signs[at] as number), 0) / fitting.length,
  )
  const { fits, 'left out': leftOut, negative } = scores
  return { ...judge, typical, scores: { fitting: fits, leftOut, negative } }
}

/** How a request must score, so that some tool is taken to fit it. */
export const leastScore = (
  { scores: { fitting, leftOut, negative } }: Judge,
  falseRefusalRate: number,
): LeastAmong => leastAmong(fitting, [...leftOut, ...negative], falseRefusalRate)

/** The same number of either kind in each fold. */
function foldsOf(
  lessons: readonly Lesson[],
  places: readonly number[],
): ReadonlyMap<number, number> {
  const kinds = Map.groupBy(places, (place) => (lessons[place] as Lesson).tools.length > 0)
  return new Map([...kinds.values()].flatMap((of) => of.map((place, at) => [place, at % FOLDS])))
}

async function modelOf(
  lessons: readonly Lesson[],
  places: readonly number[],
  pause: () => Promise<unknown>,
): Promise<Omit<Judge, 'typical' | 'scores'> & { rows: readonly Row[] }> {
  const isNegative = (place: number) => (lessons[place] as Lesson).tools.length === 0
  const isShipped = (place: number) => lessons[place]?.isShipped === true
  const standIn = places.some(isShipped)
  const taught = {
    fitting: places.filter((place) => !isNegative(place)),
    negative: standIn ? [] : places.filter(isNegative),
  }
  // Where everyday requests stand in for golden queries without tools, these are too few.
  const isComparing = standIn || !lessons.some((_, place) => isShipped(place))
  const by = { taught, isComparing }
  const rows = places.flatMap((place) => rowsOf(lessons, place, by))
  const counts = new Map(
    [...Map.groupBy(rows, ({ kind }) => kind)].map(([k, of]) => [k, of.length]),
  )
  const examples = {
    features: rows[0]?.signs.length ?? 0,
    rows: Float32Array.from(rows.flatMap(({ signs }) => signs)),
    answers: Float32Array.from(rows, ({ kind }) => (kind === 'fits' ? 1 : 0)),
    // Each kind counts as much as all that fit, however many there are of it.
    weights: Float32Array.from(rows, ({ kind }) => taught.fitting.length / (counts.get(kind) ?? 1)),
  }
  return { model: await logisticOf(examples, PENALTY, pause), ...by, rows }
}

function rowsOf(
  lessons: readonly Lesson[],
  place: number,
  { taught, isComparing }: Pick<Judge, 'taught' | 'isComparing'>,
): Row[] {
  const { tools, asIs, without, alike, same } = lessons[place] as Lesson
  // Not with such as are about the same: what no golden query is about must not be refused for
  // that.
  const compared = {
    fitting: taught.fitting.filter((other) => other !== place && !same?.has(other)),
    negative: taught.negative.filter((other) => other !== place),
  }
  const like = isComparing && alike.length > 0 ? [likeness(alike, compared)] : []
  const row = (kind: Row['kind'], of: readonly number[]) => ({ kind, signs: [...of, ...like] })
  return [
    row(tools.length > 0 ? 'fits' : 'negative', asIs.signs),
    ...(without ? [row('left out', without.signs)] : []),
  ]
}

/** A number that queries must reach, so that some tool is taken to fit them. */
export interface LeastAmong {
  least: number
  /** How many it refuses of those that some tool fits. */
  refused: number
}

/**
 * A query refused wrongly counts as much as this share of one that wrongly is given tools: how many
 * may be refused is the user’s.
 */
export const REFUSED_COUNTS = 0.5

/**
 * Where the fewest queries are answered wrongly, in shares of either kind, among the places that
 * refuse at most `falseRefusalRate` of those that some tool fits: half way down to the next lower
 * query of any kind.
 */
export function leastAmong(
  fitting: readonly number[],
  others: readonly number[],
  falseRefusalRate: number,
): LeastAmong {
  const fits = fitting.toSorted((a, b) => a - b)
  let best = fits[0] ?? 0
  let fewest = Infinity
  for (let missed = 0; missed <= falseRefusalRate * fits.length && missed < fits.length; missed++) {
    const least = fits[missed] as number
    const given = others.filter((score) => score >= least).length
    const wrong = (REFUSED_COUNTS * missed) / fits.length + given / (others.length || 1)
    if (wrong >= fewest) continue
    best = least
    fewest = wrong
  }
  const below = [...fits, ...others].filter((score) => score < best)
  return {
    least: below.length === 0 ? best : (best + Math.max(...below)) / 2,
    refused: fits.filter((score) => score < best).length,
  }
}
