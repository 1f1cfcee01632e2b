import { oddsOf } from '../logistic'
import { learnJudge, leastScore, REFUSED_COUNTS, type Judge, type LeastAmong } from './judge'
import type { Lesson } from './lessons'

/**
 * Judges that the same golden queries taught: by themselves, and together with everyday requests
 * that stand in for those that no tool fits.
 */
export interface Judges {
  own: Judge
  standing?: {
    judge: Judge
    /** How `own` scores all that no tool fits, everyday requests among it. */
    otherwise: readonly number[]
  }
}

/**
 * By what it is told which requests no tool fits, besides golden queries whose right tools are left
 * out: by golden queries without tools, by everyday requests, or by nothing; `harmful` where
 * everyday requests are not used for what they would do.
 */
export interface ToldBy {
  what: 'labelled' | 'everyday' | 'harmful' | 'nothing'
  count: number
}

export async function learnJudges(
  lessons: readonly Lesson[],
  places: readonly number[],
  pause: () => Promise<unknown>,
): Promise<Judges> {
  const isShipped = (place: number) => lessons[place]?.isShipped === true
  const ownPlaces = places.filter((place) => !isShipped(place))
  const own = await learnJudge(lessons, ownPlaces, pause)
  if (ownPlaces.length === places.length) return { own }
  const shipped = places.filter(isShipped).map((place) => lessons[place] as Lesson)
  const otherwise = shipped.map(({ asIs }) => oddsOf(own.model, asIs.signs))
  const judge = await learnJudge(lessons, places, pause)
  return { own, standing: { judge, otherwise: [...own.scores.negative, ...otherwise] } }
}

/** A judge, and how a request must score by it. */
export interface Chosen {
  judge: Judge
  least: LeastAmong
  toldBy: ToldBy
}

/** Fewer everyday requests refused than this are taken to look like what some tool fits. */
const FEWEST_REFUSED = 0.5

/**
 * The judge that everyday requests taught too, unless they do harm: unless it answers as many
 * wrongly as without them, in shares of each kind, or cannot tell them from what some tool fits.
 * Neither refuses more of the golden queries than it may.
 */
export function judgeFor({ own, standing }: Judges, falseRefusalRate: number): Chosen {
  const least = leastScore(own, falseRefusalRate)
  const labelled = own.scores.negative.length
  if (!standing) return { judge: own, least, toldBy: toldByOwn(labelled, 'nothing') }
  const { judge, otherwise } = standing
  const leastStanding = leastScore(judge, falseRefusalRate)
  const isTold = given(judge.scores.negative, leastStanding) <= 1 - FEWEST_REFUSED
  const before = { scores: { ...own.scores, negative: otherwise } }
  if (!isTold || wrongBy(judge, leastStanding) >= wrongBy(before, least))
    return { judge: own, least, toldBy: toldByOwn(labelled, 'harmful') }
  const count = judge.scores.negative.length - labelled
  return { judge, least: leastStanding, toldBy: { what: 'everyday', count } }
}

const toldByOwn = (count: number, otherwise: 'harmful' | 'nothing'): ToldBy => ({
  what: count > 0 ? 'labelled' : otherwise,
  count,
})

/** The shares of each kind that are answered wrongly, a refusal counted as for the least score. */
function wrongBy({ scores }: Pick<Judge, 'scores'>, least: LeastAmong): number {
  const { fitting, leftOut, negative } = scores
  const refused = (REFUSED_COUNTS * least.refused) / fitting.length
  return refused + given(leftOut, least) + given(negative, least)
}

const given = (scores: readonly number[], { least }: LeastAmong): number =>
  scores.filter((score) => score >= least).length / (scores.length || 1)
