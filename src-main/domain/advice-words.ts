import type { Advice, AdvicePoint, AdviceTarget } from './advice'
import { costOf, moneyText, REQUESTS } from './price-text'
import type { Price } from './price'
import type { Estimate } from './run'

/** What an advice is told with. */
export interface AdviceTelling {
  target: AdviceTarget
  /** What a run is called. */
  nameOf(run: string): string
  /** Where something is known of what tokens cost. */
  price?: Price | undefined
}

/** As an advice caps them; a value of its module would bring zod into the window. */
const MOST_QUERIES = 1_000_000

/** Where to work, in one sentence or two. */
export function adviceText(
  { verdict, chosen, queriesNeeded = 0, queries }: Advice,
  { target, nameOf }: AdviceTelling,
): string {
  const name = pointName(chosen, nameOf)
  const { recall: wanted, tokens: budget } = target
  const figures = `${intervalText(chosen.recall)}, ${count(chosen.tokens)} tokens a request`
  const within = budget === undefined ? '' : ` within ${count(budget)} tokens`
  if (budget !== undefined && chosen.tokens > budget)
    return `Nothing here takes as few as ${count(budget)} tokens. The least is ${name}: Recall ${figures}.`
  if (wanted === undefined) return `${name} finds most${within}: Recall ${figures}.`
  if (verdict === 'reached') return `${name} reaches Recall ${score(wanted)}${within}: ${figures}.`
  if (verdict === 'missed')
    return `Nothing here reaches Recall ${score(wanted)}${within}. The most is ${name}: ${figures}.`
  const [low, high] = chosen.recall.ci95
  return (
    `Not sure whether Recall ${score(wanted)} is reached${within}: ${name} is between ${score(low)} and ${score(high)}, ` +
    `for ${count(chosen.tokens)} tokens a request. ${neededText(queriesNeeded)} would tell; there are ${count(queries)}.`
  )
}

/** What goes with an advice: each a sentence. */
export function adviceNotes(advice: Advice, telling: AdviceTelling): string[] {
  const { runnerUp, more, cheaper } = advice
  const { nameOf, price } = telling
  return [
    ...(price ? [`That is ${costText(advice.chosen.tokens, price)}.`] : []),
    ...(cheaper
      ? [
          `Cheaper, but not sure: ${pointName(cheaper, nameOf)}, Recall ${intervalText(cheaper.recall)}, ${count(cheaper.tokens)} tokens; ${neededText(cheaper.queriesNeeded).toLowerCase()} would tell.`,
        ]
      : []),
    ...(runnerUp ? [runnerUpText(runnerUp, nameOf)] : []),
    ...(more ? [moreText(more, advice.chosen)] : []),
  ]
}

function runnerUpText(
  { queriesNeeded, difference, ...point }: NonNullable<Advice['runnerUp']>,
  nameOf: AdviceTelling['nameOf'],
): string {
  const figures = `Recall ${intervalText(point.recall)}, ${count(point.tokens)} tokens`
  const { mean } = difference
  const compared =
    mean === 0
      ? 'the same on average'
      : `${pointsText(Math.abs(mean), difference.ci95, Math.sign(mean))} ${mean > 0 ? 'below' : 'above'} the first`
  const untold =
    queriesNeeded === undefined
      ? ''
      : `; ${neededText(queriesNeeded).toLowerCase()} would tell them apart`
  return `Runner-up: ${pointName(point, nameOf)}, ${figures}, ${compared}${untold}.`
}

function moreText(
  { k, recall: { mean, ci95 }, tokens }: NonNullable<Advice['more']>,
  chosen: AdvicePoint,
): string {
  const what = k === (chosen.k ?? 0) + 1 ? `One more tool, k = ${k},` : `The next k measured, ${k},`
  return `${what} would find ${pointsText(mean, ci95, 1)} more for ${count(tokens)} tokens more.`
}

/** A smaller k that keeps most of what is found at the k on show. */
export const fewerText = (
  { run, k, of, kept, tokens }: NonNullable<Advice['fewer']>,
  nameOf: AdviceTelling['nameOf'],
): string =>
  `At k = ${k} ${nameOf(run)} keeps ${percent(kept.mean)} [${percent(kept.ci95[0])}, ${percent(kept.ci95[1])}] of its recall at k = ${of} for ${percent(tokens)} of the tokens.`

/** What stands behind the figures. */
export const adviceBasis = ({ queries, points, tokenizer, tokensEstimated }: Advice): string =>
  `By ${count(queries)} queries; the intervals hold for all ${count(points)} points at once, as the best of many looks better than it is. ` +
  `Tokens are those of the tools’ definitions, counted by ${tokenizer}${tokensEstimated ? ', of very long tools about' : ''}.`

/** What tokens cost: `$0.42 per 1,000 requests with gpt-x at the price of 2026-10-01`. */
export const costText = (tokens: number, price: Price): string =>
  `${moneyText(costOf(tokens, price), price.currency)} per ${count(REQUESTS)} requests with ${price.model} at the price of ${price.asOf}`

const pointName = ({ run, k }: AdvicePoint, nameOf: AdviceTelling['nameOf']): string =>
  k === undefined ? `${nameOf(run)} with sets of its own size` : `${nameOf(run)} at k = ${k}`

const grouped = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 })
const count = (value: number): string => grouped.format(value)
const score = (value: number): string => value.toFixed(3)
const percent = (share: number): string => `${Math.round(100 * share)} %`

const intervalText = ({ mean, ci95: [low, high] }: Estimate): string =>
  `${score(mean)} [${score(low)}, ${score(high)}]`

/** A difference in points, with its interval as seen from where it is told: `1.7 points [0.9, 2.6]`. */
function pointsText(amount: number, [low, high]: Estimate['ci95'], sign: number): string {
  const ends = [sign * low, sign * high].sort((a, b) => a - b).map(points)
  return `${points(amount)} points [${ends.join(', ')}]`
}

const points = (value: number): string => {
  const text = (100 * value).toFixed(1).replace('-', '−')
  return text === '−0.0' ? '0.0' : text
}

const neededText = (queries: number): string =>
  queries >= MOST_QUERIES
    ? `More than ${count(MOST_QUERIES)} queries`
    : `About ${count(Number(queries.toPrecision(2)))} queries`
