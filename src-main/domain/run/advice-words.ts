import type { Advice, AdvicePoint, AdviceTarget } from './advice'
import type { Everything } from './catalog-size'
import { count, queryCount } from '../measure/figures'
import { outdatedAgentsText } from '../agent/words'
import { costOf, moneyText, REQUESTS } from '../measure/price-text'
import type { Price } from '../measure/price'
import { outdatedLines } from './outdated-words'
import type { Estimate } from './run'

/** What an advice is told with. */
export interface AdviceTelling {
  /** What a run is called. */
  nameOf(run: string): string
  /** Prompt tokens of everything in the prompt, where that is known. */
  everything?: Pick<Everything, 'called' | 'tokens'> | undefined
  /** Where something is known of what tokens cost. */
  price?: Price | undefined
}

/** `recall ≥ 0.700, tokens ≤ 800` */
export function goalText({ recall, accuracy, tokens }: AdviceTarget): string {
  const parts = [
    ...(recall === undefined ? [] : [`recall ≥ ${decimal(recall)}`]),
    ...(accuracy === undefined ? [] : [`expected accuracy ≥ ${decimal(accuracy)}`]),
    ...(tokens === undefined ? [] : [`tokens ≤ ${count(tokens)}`]),
  ]
  return parts.join(', ') || 'the best there is'
}

/** Where to work, in one sentence; where runs were left out, until these are measured again. */
export function adviceText(advice: Advice, telling: AdviceTelling): string {
  const left = Object.keys(advice.leftOut ?? {}).map((run) => telling.nameOf(run))
  const text = pointText(advice, telling)
  if (left.length === 0) return text
  const until = `Until ${listed([...new Set(left)])} ${left.length === 1 ? 'is' : 'are'} measured again`
  return `${until}: ${text.replace(/^(Use|Nothing)\b/, (word) => word.toLowerCase())}`
}

const listed = (names: readonly string[]): string =>
  new Intl.ListFormat('en', { type: 'conjunction' }).format(names)

function pointText(advice: Advice, telling: AdviceTelling): string {
  const { target, verdict, chosen, recommended, queries, agent } = advice
  const { nameOf, everything, price } = telling
  const { tokens: budget } = target
  const wanted = agent ? target.accuracy : target.recall
  const score = scoreName(advice)
  const name = pointName(chosen, nameOf)
  const goal = wanted === undefined ? '' : `${score} ${decimal(wanted)}`
  const within = budget === undefined ? '' : ` within ${count(budget)} tokens`
  const all = everything ? ` (${everything.called}: ${count(everything.tokens)})` : ''
  const cost = price ? ` · ${costText(chosen.tokens, price)}` : ''
  const figures = `${score} ${figuresText(chosen, intervalKind(advice))} · ${count(chosen.tokens)} tokens a request${all}${cost}`
  return `${head()} — ${figures}`

  function head(): string {
    const isOver = budget !== undefined && chosen.tokens > budget
    const few = `${queryCount(agent?.queries ?? queries)}${agent ? ' asked of the agent' : ''} can’t decide`
    if (recommended) {
      if (isOver) return `${name} takes more than ${count(budget)} tokens`
      if (verdict === 'missed') return `${name} does not reach ${goal}`
      return verdict === 'reached' ? name : `${few} whether ${name} reaches ${goal}`
    }
    if (isOver) return `Nothing here takes as few as ${count(budget)} tokens. The least is ${name}`
    if (verdict === 'missed') return `Nothing here reaches ${goal}${within}. The most is ${name}`
    return verdict === 'reached' ? `Use ${name}` : `${few}; the safest is ${name}`
  }
}

/** That a few other queries would turn the advice over; nothing where they would not. */
export function edgeText({ edge, chosen }: Advice, { nameOf }: AdviceTelling): string | undefined {
  if (!edge) return undefined
  const isSame = edge.run === chosen.run && edge.k === chosen.k
  const other =
    edge.run === chosen.run && edge.k !== undefined ? `k = ${edge.k}` : pointName(edge, nameOf)
  const then = {
    reached: isSame ? 'the goal would be reached' : `it would be ${other}`,
    unsure: isSame ? 'this could not be decided' : `it would be ${other}, without being sure`,
    missed: 'nothing would reach the goal',
  }
  return `Near the edge: with a few other queries ${then[edge.verdict]}.`
}

/** Another way to go, and what it gives and costs. */
interface Alternative {
  point: Pick<AdvicePoint, 'run' | 'k'>
  name: string
  /** What follows its name. */
  text: string
}

/** What could be used instead, the most telling first. */
export function adviceAlternatives(advice: Advice, { nameOf }: AdviceTelling): Alternative[] {
  const { chosen, recommended, more, cheaper, runnerUp } = advice
  const of = (point: AdvicePoint, text: string): Alternative => ({
    point,
    text,
    name: point.run === chosen.run ? `k = ${point.k}` : pointName(point, nameOf),
  })
  const figures = (point: AdvicePoint) =>
    `${scoreName(advice)} ${figuresText(point)}, ${count(point.tokens)} tokens`
  const all = [
    ...(recommended ? [of(recommended, `is recommended: ${figures(recommended)}`)] : []),
    ...(more
      ? [
          of(
            { ...chosen, k: more.k },
            `${signedPoints(more.gain)} for ${count(more.tokens)} tokens more`,
          ),
        ]
      : []),
    ...(cheaper ? [of(cheaper, `${figures(cheaper)}; too few queries to decide`)] : []),
    ...(runnerUp
      ? [of(runnerUp, `${runnerUpText(runnerUp)}, ${count(runnerUp.tokens)} tokens`)]
      : []),
  ]
  return all.filter(
    ({ point: { run, k } }, at) =>
      all.findIndex(({ point }) => point.run === run && point.k === k) === at,
  )
}

function runnerUpText({ difference: { mean, ci95 } }: NonNullable<Advice['runnerUp']>): string {
  if (mean === 0 && ci95[0] === ci95[1]) return 'the same'
  const isTold = ci95[0] > 0 || ci95[1] < 0
  const turned = { mean: -mean, ci95: [-ci95[1], -ci95[0]] as Estimate['ci95'] }
  return `${signedPoints(turned)}${isTold ? '' : ', too few queries to decide'}`
}

/** All of an advice as text: the sentence first. */
export const adviceLines = (advice: Advice, telling: AdviceTelling): string[] => [
  `${adviceText(advice, telling)}.`,
  ...outdatedLines(advice.outdated ?? {}, telling.nameOf).map(
    (line) => `Not of what is in use now: ${line}.`,
  ),
  ...leftOutLines(advice, telling),
  ...[edgeText(advice, telling)].flatMap((text) => text ?? []),
  ...adviceAlternatives(advice, telling).map(({ name, text }) => `Instead: ${name} ${text}.`),
  ...(advice.fewer ? [fewerText(advice.fewer, { ...telling, ...advice })] : []),
  adviceBasis(advice),
]

/** Runs that an advice left out, each with what is outdated of it. */
export const leftOutLines = (
  { leftOut = {} }: Advice,
  { nameOf }: Pick<AdviceTelling, 'nameOf'>,
): string[] =>
  outdatedLines(leftOut, nameOf).map((line) => `Left out, not of what is in use now: ${line}.`)

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
    `By ${count(queries)} queries${asked}; ${basisOfIntervals(points)}`,
    ...(agent ? agentBasis(agent) : []),
    `Tokens are those of the tools’ definitions, counted by ${tokenizer}${tokensEstimated ? ', estimated for very long tools' : ''}.`,
  ].join(' ')
}

function agentBasis({ k, outdated, others }: NonNullable<Advice['agent']>): string[] {
  return [
    `Expected accuracy is A(k) · R(k): what the agent makes of k tools with the right ones among them, times the recall.`,
    `The agent was measured with ${listText(k)} ${k.join() === '1' ? 'tool' : 'tools'}; its accuracy at other k is unknown, so none is recommended.`,
    ...outdatedAgentsText(outdated),
    ...(others.length > 0 ? [`Measured as well: ${others.join(', ')}.`] : []),
  ]
}

const scoreName = ({ agent }: Advice): string => (agent ? 'expected accuracy' : 'recall')

/**
 * `0.880 [0.830, 0.930] (simultaneous)`: with the interval that the verdict goes by; of expected
 * accuracy with what it is made of.
 */
function figuresText(
  { recall, accuracy, agent, simultaneous }: AdvicePoint,
  kind = 'simultaneous',
): string {
  const { mean } = accuracy ?? recall
  const score = `${intervalText({ mean, ci95: simultaneous })} (${kind})`
  return accuracy && agent
    ? `${score} = agent ${decimal(agent.mean)} × recall ${decimal(recall.mean)}`
    : score
}

/** What tokens cost: `$0.42 per 1,000 requests with gpt-x at the price of 2026-10-01`. */
export const costText = (tokens: number, price: Price): string =>
  `${moneyText(costOf(tokens, price), price.currency)} per ${count(REQUESTS)} requests with ${price.model} at the price of ${price.asOf}`

const pointName = ({ run, k }: AdvicePoint, nameOf: AdviceTelling['nameOf']): string =>
  k === undefined ? `${nameOf(run)} with adaptive k` : `${nameOf(run)}, k = ${k}`

/**
 * Which interval the verdict goes by: that which holds for all recipes at one k each that were
 * chosen from.
 */
const intervalKind = ({ points }: Pick<Advice, 'points'>): string =>
  points === 1
    ? '95 % interval, at least as wide as Wilson’s'
    : `simultaneous 95 % interval, ${count(points)} points`

/** Why the interval of a decision is another than the one that the figure has elsewhere. */
const basisOfIntervals = (points: number): string =>
  points === 1
    ? 'the interval is at least as wide as Wilson’s, which has a width also where all queries score the same, and as the plain one that the figure has elsewhere.'
    : `simultaneous intervals hold for all ${count(points)} points at once, because the best of many looks better than it is: they are wider than the plain one that each figure has elsewhere.`

const decimal = (value: number): string => value.toFixed(3)
const listText = (values: readonly number[]): string =>
  values.length < 2 ? values.join() : `${values.slice(0, -1).join(', ')} and ${values.at(-1)}`
const percent = (share: number): string => `${Math.round(100 * share)} %`

const intervalText = ({ mean, ci95: [low, high] }: Estimate): string =>
  `${decimal(mean)} [${decimal(low)}, ${decimal(high)}]`

/** `+1.7 points [0.9, 2.6]` */
function signedPoints({ mean, ci95 }: Estimate): string {
  const [low, high] = ci95.map(points)
  return `${mean > 0 ? '+' : ''}${points(mean)} points [${low}, ${high}]`
}

const points = (value: number): string => {
  const text = (100 * value).toFixed(1).replace('-', '−')
  return text === '−0.0' ? '0.0' : text
}
