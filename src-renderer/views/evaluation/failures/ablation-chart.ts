import {
  points,
  type AblationResult,
} from '../../../../src-main/domain/experiment/ablation-findings'
import type { Estimate } from '../../../../src-main/domain/run/run'
import { clarityOf } from '../../../../src-main/domain/run/verdict'
import type { DifferenceData } from '../../../charts/difference-option'
import { formatMeasure } from '../../../words/number-words'

/** What a measure of a whole recipe becomes with each part of it left out alone. */
export const ablationChart = (
  name: string,
  whole: Estimate,
  results: readonly AblationResult[],
): DifferenceData => ({
  value: { title: name, format: formatMeasure, minimum: 0, maximum: 1 },
  start: { name: 'Whole recipe', value: whole.mean, interval: whole.ci95 },
  difference: { title: 'Points gained or lost', format: points },
  bars: results.map(({ label, difference }) => ({
    name: label,
    value: difference.mean,
    interval: difference.ci95,
    isClear: ['better', 'worse'].includes(clarityOf(difference)),
    counts: { better: difference.wins, worse: difference.losses },
  })),
})
