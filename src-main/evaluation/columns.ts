import { BEYOND_GOLDEN, beyondGolden, nameAt, type Cutoff } from '../domain/measure/name'
import type { QueryOutcome, Run } from '../domain/run/run'
import { judgedAt, standingOf, toolsAt, type Standing } from './judged'
import { MEASURES, type Measure } from './measures'

/**
 * The cut-offs that outcomes were made for, rising; none where the recipe decides how many tools
 * there are.
 */
export interface Cutoffs {
  k: readonly number[]
  /** Whether the tools for any smaller k are the first of those for the largest. */
  nested: boolean
}

/** A run's cut-offs, as its outcomes were made. */
export const cutoffsOfRun = ({ k, curve }: Pick<Run, 'k' | 'curve'>): Cutoffs => ({
  k,
  nested: curve?.k === undefined,
})

/** The measures at one cut-off, `columns[i]` of `measures[i]`. */
interface Judge {
  cutoff: Cutoff | undefined
  /** Its place among the k. */
  at: number
  measures: readonly Measure[]
  columns: Float64Array[]
}

/**
 * What each query scored by every measure at every k: `columns.get('Recall@5')[q]` belongs to
 * `outcomes[q]`. Without k, whole sets are judged. Prompt tokens that were not noted are NaN.
 * `pause` is awaited between queries.
 */
export async function columnsOf(
  outcomes: readonly QueryOutcome[],
  cutoffs: Cutoffs,
  pause: () => Promise<unknown>,
): Promise<Map<string, Float64Array>> {
  const { k } = cutoffs
  const judges = judgesOf(outcomes, cutoffs)
  for (const [row, outcome] of outcomes.entries()) {
    await pause()
    const standing = standingOf(outcome, outcome.tools)
    for (const { cutoff, at, measures, columns } of judges) {
      const most = cutoff === BEYOND_GOLDEN ? beyondGolden(standing.golden) : cutoff
      const judged = judgedAt(
        standingAt(outcome, standing, most),
        most ?? Infinity,
        promptTokensAt(outcome, at, k),
      )
      for (const [place, measure] of measures.entries()) {
        ;(columns[place] as Float64Array)[row] = measure.of(judged)
      }
    }
  }
  return new Map(
    judges.flatMap(({ cutoff, measures, columns }) =>
      measures.map(({ name }, at) => [nameAt(name, cutoff), columns[at] as Float64Array] as const),
    ),
  )
}

function judgesOf(outcomes: readonly QueryOutcome[], cutoffs: Cutoffs): Judge[] {
  const { k } = cutoffs
  const judge = (cutoff: Cutoff | undefined, at: number, measures: readonly Measure[]): Judge => ({
    cutoff,
    at,
    measures,
    columns: measures.map(() => new Float64Array(outcomes.length)),
  })
  const atAny = MEASURES.filter(
    ({ beyondGolden: beyond, ofMainsOnly, ofServersOnly }) =>
      beyond !== 'only' &&
      (!ofMainsOnly || knowsMains(outcomes)) &&
      (!ofServersOnly || outcomes.every(({ servers }) => servers)),
  )
  if (k.length === 0) return [judge(undefined, 0, atAny)]
  const atK = atAny.filter(({ ofAdaptiveKOnly }) => !ofAdaptiveKOnly)
  const beyond = MEASURES.filter((measure) => measure.beyondGolden)
  return [
    ...k.map((cutoff, at) => judge(cutoff, at, atK)),
    ...(reachesBeyondGolden(outcomes, cutoffs) ? [judge(BEYOND_GOLDEN, k.length, beyond)] : []),
  ]
}

/** Whether it is known which golden tools are main tools, and that not all are. */
const knowsMains = (outcomes: readonly QueryOutcome[]): boolean =>
  outcomes.every(({ graph }) => graph) &&
  outcomes.some(({ golden, graph }) => graph && graph.mains.length < golden.length)

/**
 * Whether all outcomes tell the tools for five more than are golden: nothing is given of some
 * queries alone.
 */
function reachesBeyondGolden(outcomes: readonly QueryOutcome[], { k, nested }: Cutoffs): boolean {
  const largest = k.at(-1) ?? 0
  return outcomes.every(({ golden }) => {
    const most = beyondGolden(new Set(golden).size)
    return nested ? most <= largest : k.includes(most)
  })
}

const standingAt = (outcome: QueryOutcome, whole: Standing, k: number | undefined): Standing =>
  k !== undefined && outcome.sets?.[k] ? standingOf(outcome, toolsAt(outcome, k)) : whole

const promptTokensAt = (
  { promptTokens, promptTokensAt: noted }: QueryOutcome,
  at: number,
  k: readonly number[],
): number => noted?.[at] ?? (at >= k.length - 1 ? promptTokens : NaN)
