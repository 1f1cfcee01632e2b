import { nameAt } from '../domain/measure-name'
import type { QueryOutcome } from '../domain/run'
import { judgedAt, standingOf, toolsAt, type Standing } from './judged'
import { MEASURES } from './measures'

/**
 * What each query scored by every measure at every k: `columns.get('Recall@5')[q]` belongs to `outcomes[q]`. Without k,
 * whole sets are judged. Prompt tokens that were not noted are NaN. `pause` is awaited between queries.
 * @param k the cut-offs the outcomes were made for, rising.
 */
export async function columnsOf(
  outcomes: readonly QueryOutcome[],
  k: readonly number[],
  pause: () => Promise<unknown>,
): Promise<Map<string, Float64Array>> {
  const cutoffs = k.length > 0 ? k : [undefined]
  const knowsMains =
    outcomes.every(({ graph }) => graph) &&
    outcomes.some(({ golden, graph }) => graph && graph.mains.length < golden.length)
  const measures = MEASURES.filter(
    ({ ofOwnSizeOnly, ofMainsOnly }) =>
      (!ofOwnSizeOnly || k.length === 0) && (!ofMainsOnly || knowsMains),
  )
  const judges = cutoffs.flatMap((cutoff, at) => {
    const columns = measures.map(() => new Float64Array(outcomes.length))
    return { cutoff, at, columns }
  })
  for (const [row, outcome] of outcomes.entries()) {
    await pause()
    const standing = standingOf(outcome, outcome.tools)
    for (const { cutoff, at, columns } of judges) {
      const judged = judgedAt(
        standingAt(outcome, standing, cutoff),
        cutoff ?? Infinity,
        promptTokensAt(outcome, at, k),
      )
      for (const [place, measure] of measures.entries()) {
        ;(columns[place] as Float64Array)[row] = measure.of(judged)
      }
    }
  }
  return new Map(
    judges.flatMap(({ cutoff, columns }) =>
      measures.map(({ name }, at) => [nameAt(name, cutoff), columns[at] as Float64Array] as const),
    ),
  )
}

const standingAt = (outcome: QueryOutcome, whole: Standing, k: number | undefined): Standing =>
  k !== undefined && outcome.sets?.[k] ? standingOf(outcome, toolsAt(outcome, k)) : whole

const promptTokensAt = (
  { promptTokens, promptTokensAt: noted }: QueryOutcome,
  at: number,
  k: readonly number[],
): number => noted?.[at] ?? (at >= k.length - 1 ? promptTokens : NaN)
