import {
  infoOf,
  countsText,
  differenceEstimate,
  intervalText,
  valueText,
} from '../../domain/measure/measure-text'
import { measuredCosts } from '../../domain/measure/measured-costs'
import type { MeasureInfo } from '../../domain/measure/measure'
import { partsOfName, type Cutoff } from '../../domain/measure/name'
import type { Price } from '../../domain/measure/price'
import { costOf } from '../../domain/measure/price-text'
import type { Comparison, Difference } from '../../domain/run/comparison'
import type { Estimate, Run } from '../../domain/run/run'
import { clarityWords } from '../../domain/run/verdict'
import { plainText } from '../../domain/value/plain-text'
import type { Column, Columns } from './column'
import { RUN_COLUMNS } from './runs'

/** A run as it is called, and how it differs from the baseline; the baseline itself does not. */
export interface ComparedRun {
  run: Run
  label: string
  comparison?: Comparison | undefined
}

/** One measure of one run at one k. */
export interface MeasuredRow extends Pick<ComparedRun, 'run' | 'label'> {
  name: string
  /** The same apart: what is measured, and where the list is cut. */
  measure: string
  k: Cutoff | undefined
  info: MeasureInfo | undefined
  estimate: Estimate
  difference: Difference | undefined
}

/**
 * All that was measured of a run, a row for each measure; what tokens cost where a price is known.
 */
export function measuredRows(
  { run, label, comparison }: ComparedRun,
  { measures = [], price }: { measures?: readonly MeasureInfo[]; price?: Price | undefined } = {},
): MeasuredRow[] {
  const differences = comparison?.measures ?? {}
  return [
    ...Object.entries(run.measures).map(([name, estimate]) => ({
      run,
      label,
      name,
      k: undefined,
      ...partsOfName(name),
      info: infoOf(name, measures),
      estimate,
      difference: differences[name],
    })),
    ...(price ? measuredCosts(run.measures, price) : []).map(({ tokens, cost, ...named }) => ({
      run,
      label,
      ...named,
      info: undefined,
      estimate: cost,
      difference: differences[tokens] && price && inMoney(differences[tokens], price),
    })),
  ]
}

function inMoney(difference: Difference, price: Price): Difference {
  const both = ([low, high]: Difference['ci95']): Difference['ci95'] => [
    costOf(low, price),
    costOf(high, price),
  ]
  const { mean, ci95, told } = difference
  return {
    ...difference,
    mean: costOf(mean, price),
    ci95: both(ci95),
    told: { ...told, interval: both(told.interval) },
  }
}

const ofRun = (column: Column<Run>): Column<MeasuredRow> => ({
  ...column,
  value: ({ run }) => column.value(run),
})

/** What a file tells of a measure of a run: values whole and exact. */
export const MEASURED_COLUMNS = {
  label: { title: 'Run', value: ({ label }) => plainText(label) },
  recipe: ofRun(RUN_COLUMNS.recipe),
  goldenSet: ofRun(RUN_COLUMNS.goldenSet),
  queries: ofRun(RUN_COLUMNS.queries),
  name: { title: 'Measure', value: ({ name }) => plainText(name) },
  mean: { title: 'Mean', value: ({ estimate }) => estimate.mean },
  low: { title: 'Low', value: ({ estimate }) => estimate.ci95[0] },
  high: { title: 'High', value: ({ estimate }) => estimate.ci95[1] },
  difference: { title: 'Difference', value: ({ difference }) => difference?.mean },
  differenceLow: {
    title: 'Difference low',
    value: ({ difference }) => difference?.told.interval[0],
  },
  differenceHigh: {
    title: 'Difference high',
    value: ({ difference }) => difference?.told.interval[1],
  },
  differenceLevel: { title: 'Difference level', value: ({ difference }) => difference?.told.level },
  better: { title: 'Better', value: ({ difference }) => difference?.wins },
  equal: { title: 'Equal', value: ({ difference }) => difference?.ties },
  worse: { title: 'Worse', value: ({ difference }) => difference?.losses },
  fixed: { title: 'Fixed', value: ({ difference }) => difference?.fixed },
  broken: { title: 'Broken', value: ({ difference }) => difference?.broken },
  p50: ofRun(RUN_COLUMNS.p50),
  p95: ofRun(RUN_COLUMNS.p95),
  id: { title: 'Run id', value: ({ run }) => run.id },
  tokenizer: ofRun(RUN_COLUMNS.tokenizer),
} as const satisfies Columns<MeasuredRow>

type Differing = Pick<MeasuredRow, 'info' | 'difference'>

/**
 * The same to be read, as the measure is written: the terminal's tables and the report take it from
 * here.
 */
export const MEASURE_TEXTS = {
  mean: {
    title: 'Mean',
    value: ({ info, estimate }: Pick<MeasuredRow, 'info' | 'estimate'>) =>
      valueText(info, estimate.mean),
  },
  interval: {
    title: '95 % interval',
    value: ({ info, estimate }: Pick<MeasuredRow, 'info' | 'estimate'>) =>
      intervalText(info, estimate),
  },
  difference: {
    title: 'Difference',
    value: ({ info, difference }: Differing) => difference && differenceEstimate(info, difference),
  },
  clear: {
    title: 'Clear',
    value: ({ info, difference }: Differing) =>
      difference && clarityWords(difference, info?.better),
  },
  counts: {
    title: 'Better / equal / worse',
    value: ({ difference }: Differing) => difference && countsText(difference),
  },
} as const satisfies Columns<MeasuredRow>
