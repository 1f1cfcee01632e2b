import { cautionOnFew } from '../../../domain/measure/caution'
import { count, queryCount, share } from '../../../domain/measure/figures'
import { CHANGES, type BreakingTool, type ChangeEffect, type Robustness } from './robustness'
import type { Estimate } from '../../../domain/run/run'

/** What the figures mean, for who reads them first. */
const MEANING =
  'Kept: of the right tools that a query is given today, the share that it is still given afterwards; the mean over the queries that are given any. Tools that are gone have a row of their own and no part in the figure above: they make way, so that hardly a query could lose by it.'

const percent = (value: number): string => (value * 100).toFixed(1)

/** `93.1 % [90.4, 95.2]` */
export const keptText = ({ mean, ci95: [low, high] }: Estimate): string =>
  `${share(mean)} [${percent(low)}, ${percent(high)}]`

/** Points by which recall differs: `−1.2 [−2.9, 0.4]` */
export const differenceText = ({ mean, ci95: [low, high] }: Estimate): string =>
  `${signed(mean)} [${signed(low)}, ${signed(high)}]`

const signed = (value: number): string =>
  percent(value)
    .replace(/^-(?=0\.0$)/, '')
    .replace('-', '−')

const PARTS = new Map([
  [0.1, 'a tenth of the tools change'],
  [0.2, 'a fifth of the tools change'],
  [0.25, 'a quarter of the tools change'],
  [0.5, 'half of the tools change'],
  [1, 'all tools change'],
])

const partText = (of: number): string =>
  PARTS.get(of) ?? `${Number((of * 100).toFixed(1))} % of the tools change`

/** How a catalog bears changes, in a sentence. */
export function robustnessText({ askedOf, share: of, all }: Robustness): string {
  if (all.queries === 0) {
    return 'No query could be compared: each lacks an answer before or after.'
  }
  if (!all.kept) return `${askedOf} finds no right tool even before any tool changes.`
  return `${askedOf} keeps ${keptText(all.kept)} of what it finds when ${partText(of)}.`
}

/** How that was measured, and what limits it, a sentence each. */
export function robustnessBasis(measured: Robustness): string[] {
  const { queries, of, goldenSet, seeds, k, all, kinds, degraded, measuredAt } = measured
  const asked = queries === of ? queryCount(queries) : `${count(queries)} of ${queryCount(of)}`
  const times = seeds === 1 ? 'drawn once' : `drawn anew ${count(seeds)} times`
  const at = k === undefined ? 'as many tools as it gives' : `k = ${k}`
  const each = [all, ...kinds]
  const few = cautionOnFew(all.queries)
  const undone = largest(each, 'undone')
  return [
    `${asked} of “${goldenSet}”, ${at}; tools ${times}; measured on ${measuredAt.slice(0, 10)}. ${MEANING}`,
    ...(few === undefined ? [] : [few]),
    ...(undone > 0
      ? [
          `Up to ${count(undone)} ${undone === 1 ? 'change' : 'changes'} of a kind would have made two tools equal: not made.`,
        ]
      : []),
    ...(degraded.length > 0
      ? [
          `Answers without a part of the recipe count for nothing (${count(largest(each, 'degraded'))} queries at most): ${degraded.join(' ')}`,
        ]
      : []),
  ]
}

const largest = (effects: readonly ChangeEffect[], of: 'undone' | 'degraded'): number =>
  Math.ceil(Math.max(...effects.map((effect) => effect[of])))

/** `lost in 5 of 12 answers once tools change, most by: renamed` */
export function breaksText({ lost, asked, by: [first] }: Omit<BreakingTool, 'name'>): string {
  const most = first ? `, most by: ${CHANGES[first.kind].title.toLowerCase()}` : ''
  return `lost in ${count(lost)} of ${count(asked)} answers once tools change${most}`
}
