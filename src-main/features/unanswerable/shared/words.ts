import { count, queryCount, share } from '../../../domain/measure/figures'
import type { NothingFits } from '../../../domain/run/run'
import { thresholdText } from '../../../domain/run/nothing-fits-words'
import type { Confidence, RiskCoverage, Unanswerable } from './confidence'

/**
 * Where a score tells hardly more than chance; .7 is where discrimination is usually called
 * acceptable (Hosmer & Lemeshow 2000).
 */
const ACCEPTABLE = 0.7
const GOOD = 0.8

/** `13 of 120 (10.8 %)` */
export const wrongText = ({ queries, wrong }: { queries: number; wrong: number }): string =>
  queries === 0 ? 'none asked' : `${count(wrong)} of ${count(queries)} (${share(wrong / queries)})`

/**
 * Whether a threshold of the best match would tell queries that no tool fits, in words, with how
 * surely that is known.
 */
export function riskCoverageText({ auroc: { mean, ci95 } }: RiskCoverage): string {
  const [low, high] = ci95.map(decimals)
  return `${judgement(mean, ci95)} (AUROC ${decimals(mean)} [${low ?? ''}, ${high ?? ''}])`
}

function judgement(mean: number, [low, high]: RiskCoverage['auroc']['ci95']): string {
  if (high < 0.5) return 'is higher where no tool fits, so that it cannot tell them'
  if (low <= 0.5) return 'does not surely tell them'
  if (mean < ACCEPTABLE) return 'tells them poorly'
  return mean < GOOD ? 'tells them somewhat' : 'tells them well'
}

const decimals = (value: number): string => value.toFixed(2).replace(/^0/, '')

/** The same in a sentence, of a run by its name. */
export function unanswerableSentence(label: string, unanswerable: Unanswerable): string {
  if (unanswerable.queries === 0) return ''
  const { riskCoverage } = unanswerable
  if (!riskCoverage) return `${label} gives no score to tell them by.`
  return `How well ${label}’s best tool matches ${riskCoverageText(riskCoverage)}: area below its risk–coverage curve ${decimals(riskCoverage.area)}, risk without a threshold ${share(riskCoverage.riskAtAll)}.`
}

/** How a recipe does that says itself when no tool fits. */
export function refusalSentence(label: string, nothingFits: NothingFits): string {
  const { fitting, negative } = nothingFits
  const given =
    negative.queries > 0 ? `, and gives tools to ${wrongText(negative)} that none fits` : ''
  const refused = `${label} refuses ${wrongText(fitting)} that some tool fits${given}.`
  return [refused, ...thresholdText(nothingFits)].join(' ')
}

/** What is to be said where nothing is known of queries that no tool fits. */
export const NO_NEGATIVES =
  'Every golden query names a tool, so false activations are not measured. Write queries that no tool fits, or re-run some without their right tools.'

/** Which queries were asked, in words: `30 golden queries that name no tool, of other sets`. */
export const negativesText = ({ negative }: Confidence): string =>
  negative
    ? `${queryCount(negative.queries)} that ${negative.queries === 1 ? 'names' : 'name'} no tool${negative.ofOtherSets ? ', of other golden sets' : ''}`
    : NO_NEGATIVES
