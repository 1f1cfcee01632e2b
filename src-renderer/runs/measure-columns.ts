import { RUN_COLUMNS } from '../../src-main/contract/columns/runs'
import type { MeasureInfo } from '../../src-main/domain/measure/measure'
import { BEYOND_GOLDEN, nameAt, partsOfName } from '../../src-main/domain/measure/name'
import type { Price } from '../../src-main/domain/measure/price'
import { costOf, moneyText } from '../../src-main/domain/measure/price-text'
import { tokensAt } from '../../src-main/domain/run/operating-point'
import type { Run } from '../../src-main/domain/run/run'
import { formatCount, formatLatency } from '../words/number-words'
import { measureHint, valueText } from '../../src-main/domain/measure/measure-text'

/** A column of the table of runs: a measure at the k on show, or another figure of a run. */
export interface MeasureColumn {
  /** The measure's name without k, or the figure's own. */
  key: string
  /** As the choice of columns names it. */
  label: string
  /** As its header names it: `Recall@5`. */
  title: string
  unit?: string
  /** How it is read. */
  hint: string
  better: MeasureInfo['better']
  /** Where it is a measure, which has an interval and is compared. */
  info?: MeasureInfo
  /** What a run's figure is called that it shows, where it is a measure's. */
  nameIn?(run: Run): string
  of(run: Run): number | undefined
  text(value: number): string
}

/** Shown until others are chosen. */
export const MAIN_COLUMNS = ['Recall', 'All', 'MRR', 'Tools', 'PromptTokens', 'p50', 'Degraded']
/** Shown besides where a recipe decides how many tools there are. */
export const ADAPTIVE_K_COLUMNS = ['Precision', 'TRACC', 'LengthDifference']

/**
 * The measures that any of the runs has, in the order the app shows them; those it no longer knows
 * come last.
 */
export function measuresOf(runs: readonly Run[], known: readonly MeasureInfo[]): MeasureInfo[] {
  const names = new Set(
    runs.flatMap(({ measures }) => Object.keys(measures).map((name) => partsOfName(name).measure)),
  )
  const unknown = [...names].filter((name) => !known.some((info) => info.name === name))
  return [...known.filter(({ name }) => names.has(name)), ...unknown.map(unknownMeasure)]
}

/** What is shown of a measure that the app says nothing about, such as one of a later version. */
const unknownMeasure = (name: string): MeasureInfo => ({
  name,
  title: name,
  summary: '',
  better: 'higher',
  range: { least: 0 },
  format: { decimals: 3 },
})

/** Whether a measure runs from 0 to 1, so that it can be drawn beside others that do. */
export const isShare = ({ range }: MeasureInfo): boolean => range.least === 0 && range.most === 1

/** The cut-offs at which any of the runs was measured, rising. */
export const cutoffsOf = (runs: readonly Run[]): number[] =>
  [...new Set(runs.flatMap(({ k }) => k))].sort((a, b) => a - b)

/** Whether the recipe decided how many tools there are: its measures then have no k. */
export const isAdaptiveK = ({ k }: Pick<Run, 'k'>): boolean => k.length === 0

/**
 * What a run's figure of a measure is called: that of whole sets where they are of an adaptive
 * recipe.
 */
export const nameIn = (run: Run, measure: string, k: number | undefined): string =>
  nameAt(measure, isAdaptiveK(run) ? undefined : k)

/** All columns that the runs have something for at this k. */
export const columnsOf = (
  runs: readonly Run[],
  measures: readonly MeasureInfo[],
  k: number | undefined,
): MeasureColumn[] => [
  ...measures
    .filter(({ name }) => runs.some((run) => figureOf(run, name, k) !== undefined))
    .map((info) => measureColumn(info, runs.every(isAdaptiveK) ? undefined : k)),
  ...measures
    .filter(({ name }) => runs.some((run) => nameAt(name, BEYOND_GOLDEN) in run.measures))
    .map(beyondGoldenColumn),
  ...latencyColumns,
  ...(runs.some(({ degraded }) => degraded > 0) ? [degradedColumn] : []),
]

/** A mean at the k on show; of tokens also where only the curve knows it. */
const figureOf = (run: Run, measure: string, k: number | undefined): number | undefined =>
  measure === 'PromptTokens' ? tokensAt(run, k) : run.measures[nameIn(run, measure, k)]?.mean

const measureColumn = (info: MeasureInfo, k: number | undefined): MeasureColumn => ({
  key: info.name,
  label: info.title,
  title: isShare(info) ? nameAt(info.name, k) : info.title,
  hint: `${info.title}. ${measureHint(info)}`,
  better: info.better,
  info,
  nameIn: (run) => nameIn(run, info.name, k),
  of: (run) => figureOf(run, info.name, k),
  text: (value) => valueText(info, value),
})

/** A measure at five tools more than each query has golden ones, whatever k is on show. */
function beyondGoldenColumn(info: MeasureInfo): MeasureColumn {
  const name = nameAt(info.name, BEYOND_GOLDEN)
  return {
    ...measureColumn(info, undefined),
    key: name,
    label: `${info.title}, at n + 5`,
    title: name,
    hint: `${info.title}, at k = golden tools + 5. ${measureHint(info)}`,
    nameIn: () => name,
    of: (run) => run.measures[name]?.mean,
  }
}

const latencyColumns = (['p50', 'p95'] as const).map((key): MeasureColumn => ({
  key,
  label: RUN_COLUMNS[key].title,
  title: key,
  unit: RUN_COLUMNS[key].unit,
  hint: `Latency: ${key === 'p50' ? 'half' : '95 %'} of the queries took no longer. Each counts its own work, as if it were asked alone.`,
  better: 'lower',
  of: ({ latencyMs }) => latencyMs[key],
  text: formatLatency,
}))

const degradedColumn: MeasureColumn = {
  key: 'Degraded',
  label: RUN_COLUMNS.degraded.title,
  title: RUN_COLUMNS.degraded.title,
  unit: RUN_COLUMNS.degraded.unit,
  hint: 'Queries in which some step could not do its work.',
  better: 'lower',
  of: ({ degraded }) => degraded,
  text: formatCount,
}

/** What the tools of a thousand requests cost with a model, at the k on show. */
export const costColumn = (price: Price, k: number | undefined): MeasureColumn => ({
  key: 'Cost',
  label: 'Cost',
  title: 'Cost',
  unit: 'per 1,000',
  hint: `What the definitions of the tools given cost in 1,000 requests with ${price.model}, at the price of ${price.asOf}. Lower is better.`,
  better: 'lower',
  of(run) {
    const tokens = tokensAt(run, k)
    return tokens === undefined ? undefined : costOf(tokens, price)
  },
  text: (amount) => moneyText(amount, price.currency),
})
