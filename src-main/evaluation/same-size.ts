import { nameAt } from '../domain/measure/name'
import type { Estimate, QueryOutcome, SameSize } from '../domain/run/run'
import { columnsOf } from './columns'
import { estimate } from './statistics/statistics'

/** What is compared: what a set is worth, and what it costs. */
const COMPARED = ['Recall', 'Precision', 'All', 'TRACC', 'PromptTokens']

/**
 * The mean size of sets, and the two cut-offs next to it: at least 1, and equal where it is whole.
 */
export function cutoffsAround(outcomes: readonly QueryOutcome[]): { tools: number; k: number[] } {
  const all = outcomes.reduce((sum, { tools }) => sum + tools.length, 0)
  const tools = all / (outcomes.length || 1)
  const below = Math.max(1, Math.floor(tools))
  return { tools, k: tools > below ? [below, below + 1] : [below] }
}

/**
 * Adaptive sets beside those of a fixed size that is theirs on average.
 * @param fixed outcomes of the same queries in the same order, for the k that {@link cutoffsAround}
 * names
 */
export async function sameSizeOf(
  own: readonly QueryOutcome[],
  fixed: { outcomes: readonly QueryOutcome[]; nested: boolean },
  pause: () => Promise<unknown>,
): Promise<SameSize> {
  const { tools, k } = cutoffsAround(own)
  const [below = 1, above = below] = k
  // No fixed size is smaller than one tool.
  const share = tools < below ? 0 : tools - below
  const ofOwn = await columnsOf(own, { k: [], nested: true }, pause)
  const ofFixed = await columnsOf(fixed.outcomes, { k, nested: fixed.nested }, pause)
  const names = COMPARED.filter((name) => ofOwn.has(name) && ofFixed.has(nameAt(name, below)))
  const between = names.map((name) => {
    const one = ofFixed.get(nameAt(name, below)) as Float64Array
    const other = ofFixed.get(nameAt(name, above)) as Float64Array
    return one.map((value, at) => (1 - share) * value + share * (other[at] as number))
  })
  const differences = names.map((name, column) => {
    const values = between[column] as Float64Array
    return (ofOwn.get(name) as Float64Array).map((value, at) => value - (values[at] as number))
  })
  const estimates = await estimate([...between, ...differences], pause)
  const named = (from: number): Record<string, Estimate> =>
    Object.fromEntries(names.map((name, at) => [name, estimates[from + at] as Estimate]))
  return { tools: Math.max(tools, below), measures: named(0), differences: named(names.length) }
}
