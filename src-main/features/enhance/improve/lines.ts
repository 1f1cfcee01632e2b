import { duration } from '../../../domain/value/quantity'
import type { Gain, ImprovePlanAnswer, ImproveRunAnswer } from '../shared/improve-answers'

/** In points, signed, such as +2.4. */
export const pointsText = (share: number): string => {
  const points = (100 * Math.abs(share)).toFixed(1)
  return `${share < 0 && points !== '0.0' ? '−' : '+'}${points}`
}

const shareText = (share: number): string => share.toFixed(3).replace(/^0/, '')

/** A gain with its interval and the queries that it rests on. */
export const gainText = ({ queries, before, after, mean, ci95 }: Gain): string =>
  `${shareText(before)} → ${shareText(after)}, ${pointsText(mean)} points [${ci95.map(pointsText).join(', ')}] on ${queries} queries`

/** Whose queries these are. */
const ofQueries = (goldenSet: string | undefined): string =>
  goldenSet === undefined ? 'logged queries' : `queries of “${goldenSet}”`

/** What a run came to, in sentences. */
export function improvedText(done: ImproveRunAnswer): string[] {
  const { accepted, nothing, queries, asked, nouns, tools, failed } = done
  const named = nouns > 0 ? ` Everyday names of ${nouns} nouns.` : ''
  const wrote = [
    `${asked} answers for ${tools} tools.${named}`,
    ...failed.map((why) => `The model could not be asked: ${why}`),
  ]
  if (nothing === 'few-queries') {
    return [
      ...wrote,
      `There are ${queries.choosing + queries.judging + queries.reporting} queries, too few to tell what texts are worth: nothing was accepted. Review the texts yourself, or add golden queries: 100 and more tell something.`,
    ]
  }
  if (!accepted) {
    return [
      ...wrote,
      `No set of them gains on the ${queries.judging} queries that judge: nothing was accepted. The texts wait for review.`,
    ]
  }
  return [
    ...wrote,
    `Accepted ${accepted.texts} texts of ${accepted.tools} tools. On ${ofQueries(done.goldenSet)} that decided nothing, ${done.recipe} gives of the right tools ${gainText(accepted.all)}.`,
    ...(accepted.texts < accepted.measured
      ? [
          `${accepted.measured - accepted.texts} were decided meanwhile by somebody else: these figures were measured with all of them. Evaluate again.`,
        ]
      : []),
    ...(accepted.own.queries > 0 ? [`Of the tools written for: ${gainText(accepted.own)}.`] : []),
    ...(accepted.others.queries > 0 ? [`Of all others: ${gainText(accepted.others)}.`] : []),
    ...knowsGiven(done.goldenSet),
  ]
}

const knowsGiven = (goldenSet: string | undefined): string[] =>
  goldenSet === undefined
    ? [
        'Logged queries know only tools that were given: they cannot show that a tool is never found.',
      ]
    : []

/** What a run would take, in sentences. */
export function plannedText({
  goldenSet,
  queries,
  missed,
  all,
  msPerCall,
}: ImprovePlanAnswer): string[] {
  const took = (calls: number) =>
    msPerCall === undefined ? '' : `, some ${duration(calls * msPerCall)}`
  const { choosing, judging, reporting } = queries
  return [
    `Of ${choosing + judging + reporting} ${ofQueries(goldenSet)}, ${choosing} say what is missed, ${judging} which texts are accepted, and ${reporting} what was won.`,
    `Missed: ${missed.tools} tools, ${missed.calls} answers of the chat model${took(missed.calls)}.`,
    `All: ${all.tools} tools, ${all.calls} answers${took(all.calls)}.`,
    ...knowsGiven(goldenSet),
  ]
}
