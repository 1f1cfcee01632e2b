import { FEW_QUERIES } from '../../../domain/measure/caution'
import { counted, duration } from '../../../domain/value/quantity'
import type { Gain, ImprovePlanAnswer, ImproveRunAnswer } from './improve-answers'

/** In points, signed, such as +2.4. */
export const pointsText = (share: number): string => {
  const points = (100 * Math.abs(share)).toFixed(1)
  return `${share < 0 && points !== '0.0' ? '−' : '+'}${points}`
}

const shareText = (share: number): string => share.toFixed(3).replace(/^0/, '')
const queriesText = (count: number): string => counted(count, 'query', 'queries')

/** A gain with its interval and the queries that it rests on. */
export const gainText = ({ queries, before, after, mean, ci95 }: Gain): string =>
  `${shareText(before)} → ${shareText(after)}, ${pointsText(mean)} points [${ci95.map(pointsText).join(', ')}] on ${queriesText(queries)}`

/** Whose queries these are. */
const ofQueries = (goldenSet: string | undefined): string =>
  goldenSet === undefined ? 'logged queries' : `queries of “${goldenSet}”`

/** What came of a run, in a sentence or two. */
export function outcomeText(done: ImproveRunAnswer): string {
  const { accepted, nothing, queries, tools, tried } = done
  if (accepted) {
    return `Accepted ${counted(accepted.texts, 'text')} of ${counted(accepted.tools, 'tool')}. On ${ofQueries(done.goldenSet)} that decided nothing, ${done.recipe} gives of the right tools ${gainText(accepted.all)}.`
  }
  if (tools === 0) {
    return `No tool is missed by the ${queriesText(queries.choosing)} that say so: nothing was written.`
  }
  if (nothing === 'few-queries') {
    return `${queriesText(queries.choosing + queries.judging + queries.reporting)}: too few to tell what texts are worth: nothing was accepted. Review the texts yourself, or add golden queries: 100 and more tell something.`
  }
  return tried.length === 0
    ? 'No text of these tools waits for a decision: there was nothing to judge.'
    : `No set of them gains on the ${queriesText(queries.judging)} that judge: nothing was accepted. The texts wait for review.`
}

/** Why the model could not be asked, a sentence each. */
export const failureTexts = ({ failed }: ImproveRunAnswer): string[] =>
  failed.map((why) => `The model could not be asked: ${why}`)

/** What more is to be said of what was accepted. */
function detailTexts({ accepted, goldenSet }: ImproveRunAnswer): string[] {
  if (!accepted) return []
  const { texts, measured, own, others } = accepted
  return [
    ...(texts < measured
      ? [
          `${measured - texts} were decided meanwhile by somebody else: these figures were measured with all of them. Evaluate again.`,
        ]
      : []),
    ...(own.queries > 0 ? [`Of the tools written for: ${gainText(own)}.`] : []),
    ...(others.queries > 0 ? [`Of all others: ${gainText(others)}.`] : []),
    ...knowsGiven(goldenSet),
  ]
}

const knowsGiven = (goldenSet: string | undefined): string[] =>
  goldenSet === undefined
    ? [
        'Logged queries know only tools that were given: they cannot show that a tool is never found.',
      ]
    : []

const namesText = ({ nouns }: ImproveRunAnswer): string =>
  nouns > 0 ? ` Everyday names were asked of ${counted(nouns, 'noun')}.` : ''

/** What a run came to, in sentences. */
export const improvedText = (done: ImproveRunAnswer): string[] => [
  `${counted(done.asked, 'answer')} for ${counted(done.tools, 'tool')}.${namesText(done)}`,
  ...failureTexts(done),
  outcomeText(done),
  ...detailTexts(done),
]

/** What each part of the golden set is for, in sentences. */
export function partsText({ goldenSet, queries }: ImprovePlanAnswer): string {
  const { choosing, judging, reporting } = queries
  const few = judging < FEW_QUERIES || reporting < FEW_QUERIES
  return [
    `Of ${choosing + judging + reporting} ${ofQueries(goldenSet)}, ${choosing} ${choosing === 1 ? 'says' : 'say'} what is missed, ${judging} which texts are accepted, and ${reporting} what was won.`,
    ...(few
      ? [
          'These are too few to tell what texts are worth: what is written waits for review. 100 and more tell something.',
        ]
      : []),
    ...knowsGiven(goldenSet),
  ].join(' ')
}

/** What writing for these tools would take, in a sentence. */
export function priceText(plan: ImprovePlanAnswer, which: 'missed' | 'all'): string {
  const { tools, calls } = plan[which]
  const name = which === 'missed' ? 'Missed' : 'All'
  const took =
    plan.msPerCall === undefined || calls === 0 ? '' : `, some ${duration(calls * plan.msPerCall)}`
  return `${name}: ${counted(tools, 'tool')}, ${counted(calls, 'answer')} of the chat model${took}.`
}

/** What a run would take, in sentences. */
export const plannedText = (plan: ImprovePlanAnswer): string[] => [
  partsText(plan),
  priceText(plan, 'missed'),
  priceText(plan, 'all'),
]
