import type { Advice, AdvicePoint, AdviceTarget } from './advice'
import { outdatedAgentsText } from '../agent/words'
import { costOf, moneyText, REQUESTS } from '../measure/price-text'
import type { Price } from '../measure/price'
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
export function adviceText(advice: Advice, { target, nameOf }: AdviceTelling): string {
  const { verdict, chosen, queriesNeeded = 0, queries, agent } = advice
  const name = pointName(chosen, nameOf)
  const score = scoreName(advice)
  const wanted = agent ? target.accuracy : target.recall
  const { tokens: budget } = target
  const figures = `${figuresText(chosen)}, ${count(chosen.tokens)} tokens a request`
  const within = budget === undefined ? '' : ` within ${count(budget)} tokens`
  if (budget !== undefined && chosen.tokens > budget)
    return `Nothing here takes as few as ${count(budget)} tokens. The least is ${name}: ${score} ${figures}.`
  if (wanted === undefined)
    return `${name} ${agent ? 'does best' : 'finds most'}${within}: ${score} ${figures}.`
  const least = `${score} ${decimal(wanted)}`
  if (verdict === 'reached') return `${name} reaches ${least}${within}: ${figures}.`
  if (verdict === 'missed')
    return `Nothing here reaches ${least}${within}. The most is ${name}: ${figures}.`
  const [low, high] = scoreOf(chosen).ci95
  const there = agent
    ? `the agent was asked ${count(agent.queries)}`
    : `there are ${count(queries)}`
  return (
    `Not sure whether ${least} is reached${within}: ${name} is between ${decimal(low)} and ${decimal(high)}, ` +
    `for ${count(chosen.tokens)} tokens a request. ${neededText(queriesNeeded)}${agent ? ' asked of the agent' : ''} would tell; ${there}.`
  )
}

/** What goes with an advice: each a sentence. */
export function adviceNotes(advice: Advice, telling: AdviceTelling): string[] {
  const { runnerUp, more, cheaper, chosen } = advice
  const { nameOf, price } = telling
  return [
    ...(price ? [`That is ${costText(chosen.tokens, price)}.`] : []),
    ...(cheaper
      ? [
          `Cheaper, but not sure: ${pointName(cheaper, nameOf)}, ${scoreName(advice)} ${figuresText(cheaper)}, ${count(cheaper.tokens)} tokens; ${neededText(cheaper.queriesNeeded).toLowerCase()} would tell.`,
        ]
      : []),
    ...(runnerUp ? [runnerUpText(advice, runnerUp, nameOf)] : []),
    ...(more ? [moreText(advice, more)] : []),
  ]
}

function runnerUpText(
  advice: Advice,
  { queriesNeeded, difference, ...point }: NonNullable<Advice['runnerUp']>,
  nameOf: AdviceTelling['nameOf'],
): string {
  const figures = `${scoreName(advice)} ${figuresText(point)}, ${count(point.tokens)} tokens`
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
  { chosen, agent }: Advice,
  { k, gain: { mean, ci95 }, tokens }: NonNullable<Advice['more']>,
): string {
  const what = k === (chosen.k ?? 0) + 1 ? `One more tool, k = ${k},` : `The next k measured, ${k},`
  const cost = `for ${count(tokens)} tokens more`
  if (!agent) return `${what} would find ${pointsText(mean, ci95, 1)} more ${cost}.`
  const sign = mean < 0 ? -1 : 1
  return `${what} would do ${pointsText(Math.abs(mean), ci95, sign)} ${mean < 0 ? 'worse' : 'better'} ${cost}.`
}

/** A smaller k that keeps most of what is reached at the k on show. */
export const fewerText = (
  { run, k, of, kept, tokens }: NonNullable<Advice['fewer']>,
  { nameOf, agent }: Pick<AdviceTelling, 'nameOf'> & Pick<Advice, 'agent'>,
): string =>
  `At k = ${k} ${nameOf(run)} keeps ${percent(kept.mean)} [${percent(kept.ci95[0])}, ${percent(kept.ci95[1])}] of its ${agent ? 'expected accuracy' : 'recall'} at k = ${of} for ${percent(tokens)} of the tokens.`

/** What stands behind the figures. */
export function adviceBasis(advice: Advice): string {
  const { queries, points, tokenizer, tokensEstimated, agent } = advice
  const asked = agent ? `, with ${agent.model} asked ${count(agent.queries)}` : ''
  return [
    `By ${count(queries)} queries${asked}; the intervals hold for all ${count(points)} points at once, as the best of many looks better than it is.`,
    ...(agent ? agentBasis(agent) : []),
    `Tokens are those of the tools’ definitions, counted by ${tokenizer}${tokensEstimated ? ', estimated for very long tools' : ''}.`,
  ].join(' ')
}

function agentBasis({ k, outdated, others }: NonNullable<Advice['agent']>): string[] {
  return [
    `Expected accuracy is A(k) · R(k): what the agent makes of k tools with the right ones among them, times the recall.`,
    `The agent was measured with ${listText(k)} ${k.join() === '1' ? 'tool' : 'tools'}; at no other k is anything known of it, so none is advised.`,
    ...outdatedAgentsText(outdated),
    ...(others.length > 0 ? [`Measured as well: ${others.join(', ')}.`] : []),
  ]
}

const scoreName = ({ agent }: Advice): string => (agent ? 'expected accuracy' : 'Recall')

const scoreOf = ({ recall, accuracy }: AdvicePoint): Estimate => accuracy ?? recall

/** `0.880 [0.830, 0.930]`; of expected accuracy with what it is made of. */
const figuresText = ({ recall, accuracy, agent }: AdvicePoint): string =>
  accuracy && agent
    ? `${intervalText(accuracy)} (agent ${decimal(agent.mean)} × recall ${decimal(recall.mean)})`
    : intervalText(recall)

/** What tokens cost: `$0.42 per 1,000 requests with gpt-x at the price of 2026-10-01`. */
export const costText = (tokens: number, price: Price): string =>
  `${moneyText(costOf(tokens, price), price.currency)} per ${count(REQUESTS)} requests with ${price.model} at the price of ${price.asOf}`

const pointName = ({ run, k }: AdvicePoint, nameOf: AdviceTelling['nameOf']): string =>
  k === undefined ? `${nameOf(run)} with adaptive k` : `${nameOf(run)} at k = ${k}`

const grouped = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 })
const count = (value: number): string => grouped.format(value)
const decimal = (value: number): string => value.toFixed(3)
const listText = (values: readonly number[]): string =>
  values.length < 2 ? values.join() : `${values.slice(0, -1).join(', ')} and ${values.at(-1)}`
const percent = (share: number): string => `${Math.round(100 * share)} %`

const intervalText = ({ mean, ci95: [low, high] }: Estimate): string =>
  `${decimal(mean)} [${decimal(low)}, ${decimal(high)}]`

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
