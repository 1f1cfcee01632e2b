import { evenSample } from '../../domain/value/even-sample'
import type { GoldenQuery } from '../../domain/query/golden-set'
import type { Run } from '../../domain/run/run'
import { sameText } from '../../domain/value/same-text'
import { evaluate, type EvaluateCall, type Subject } from '../../evaluation/evaluate'
import { promptsOf } from '../../pipeline/stage'
import type { Kit } from '../../pipeline/kit'
import type { Cell } from './cells'
import { hashOfEach } from './provenance'

/** Golden queries without right tools that are asked beside those that are measured. */
const MOST_NEGATIVE = 1_000

/** Golden queries that name no tool, as they are when an experiment begins. */
export interface NegativeQueries {
  /** Those of the golden set that is measured. */
  own: readonly GoldenQuery[]
  /** Those of the workspace’s other sets, where that one has none. */
  others: readonly GoldenQuery[]
}

export async function negativeQueriesIn(
  {
    golden,
    sampled,
  }: {
    /** Those of the set that is measured. */
    golden: readonly GoldenQuery[]
    /** Draws the share of queries that is measured. */
    sampled: (queries: GoldenQuery[]) => GoldenQuery[]
  },
  { labelled }: Pick<Kit, 'labelled'>,
): Promise<NegativeQueries> {
  const own = golden.filter(namesNone)
  if (own.length > 0) return { own: evenSample(sampled(own), MOST_NEGATIVE), others: [] }
  const all = (await labelled.prepare()).filter(namesNone)
  const byText = new Map(all.map((query) => [sameText(query.text), query]))
  const others = [...byText.values()].map(({ text }, at): GoldenQuery => ({
    id: String(at),
    text,
    tools: [],
    origin: 'human',
  }))
  return { own, others: evenSample(sampled(others), MOST_NEGATIVE) }
}

const namesNone = ({ tools }: Pick<GoldenQuery, 'tools'>): boolean => tools.length === 0

/**
 * Those that a cell is asked: of other sets none where a model would be asked about them to give k
 * tools, as nobody wanted what that costs.
 */
export const negativesFor = (
  { pipeline, size }: Pick<Cell, 'pipeline' | 'size'>,
  { own, others }: NegativeQueries,
): readonly GoldenQuery[] =>
  own.length > 0 || (size === 'k' && promptsOf(pipeline).length > 0) ? own : others

/** Of queries whose labels say nothing else. */
export const negativesHash = (queries: readonly GoldenQuery[]): Promise<string> =>
  hashOfEach(
    queries.map(({ text, turns }) => ({ text, turns })),
    () => Promise.resolve(),
  )

/** What a cell gives queries that no tool fits; nothing where there are none. */
export async function negativesOf(
  queries: readonly GoldenQuery[],
  { subject, call, own }: { subject: Subject; call: EvaluateCall; own: readonly GoldenQuery[] },
): Promise<Pick<Run, 'negatives'>> {
  if (queries.length === 0) return {}
  const { outcomes } = await evaluate(subject, queries, call)
  return {
    negatives: {
      scores: outcomes.map(({ bestMatch = null }) => bestMatch),
      given: outcomes.filter(({ tools }) => tools.length > 0).length,
      ...(own.length === 0 && { ofOtherSets: true }),
    },
  }
}
