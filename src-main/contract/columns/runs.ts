import { nameAt } from '../../domain/measure/name'
import { tokenizerCell } from '../../domain/measure/tokens-estimated'
import { partOfId } from '../../domain/query/tier'
import { outdatedText } from '../../domain/run/outdated-words'
import type { OutdatedRuns } from '../../domain/run/outdated'
import type { QueryOutcome, Run } from '../../domain/run/run'
import type { OutcomeRow } from '../evaluation'
import type { Columns } from './column'

/** What is told of a run besides its measures. */
export const RUN_COLUMNS = {
  id: { title: 'Run', value: ({ id }) => id },
  startedAt: { title: 'Started', kind: 'day', value: ({ startedAt }) => startedAt },
  goldenSet: { title: 'Golden set', value: ({ goldenSet }) => goldenSet },
  part: { title: 'Part', value: partText },
  queries: { title: 'Queries', kind: 'count', value: ({ queries }) => queries },
  recipe: { title: 'Recipe', value: ({ recipe }) => recipe },
  options: { title: 'Options', value: ({ options }) => JSON.stringify(options) },
  embedder: { title: 'Embedder', value: ({ embedder }) => embedder },
  embedderVersion: {
    title: 'Embedder version',
    value: ({ provenance }) => provenance?.embedder,
  },
  model: { title: 'Chat model', value: ({ provenance }) => provenance?.model },
  p50: {
    title: 'Latency p50',
    unit: 'ms',
    kind: 'milliseconds',
    value: (run) => run.latencyMs.p50,
  },
  p95: {
    title: 'Latency p95',
    unit: 'ms',
    kind: 'milliseconds',
    value: (run) => run.latencyMs.p95,
  },
  degraded: {
    title: 'Degraded',
    unit: 'queries',
    kind: 'count',
    value: ({ degraded }) => degraded,
  },
  shortened: {
    title: 'Queries cut short',
    kind: 'count',
    value: ({ shortened }) => shortened ?? 0,
  },
  tools: { title: 'Tools in catalog', kind: 'count', value: ({ catalog }) => catalog.tools },
  revision: { title: 'Catalog revision', kind: 'count', value: ({ catalog }) => catalog.revision },
  catalogHash: { title: 'Catalog hash', value: ({ provenance }) => provenance?.catalogHash },
  goldenHash: { title: 'Golden set hash', value: ({ provenance }) => provenance?.goldenHash },
  tokenizer: { title: 'Tokenizer', value: tokenizerCell },
} as const satisfies Columns<Run>

/** What of a run is another by now than it was measured on; empty where it is current. */
export const outdatedColumn = (outdated: OutdatedRuns) =>
  ({
    title: 'Outdated',
    value: ({ id }: Pick<Run, 'id'>) =>
      outdatedText(outdated[id] ?? outdated[partOfId(id).run] ?? []),
  }) as const

/**
 * What every row of a file tells of the run that all of it is of: on what that was measured, and
 * what of it is outdated.
 */
export function ofRunColumns(run: Run, outdated: OutdatedRuns): Columns<unknown> {
  const { id, goldenSet, recipe, options, embedder, embedderVersion, model } = RUN_COLUMNS
  const { revision, catalogHash, goldenHash } = RUN_COLUMNS
  const columns: Columns<Run> = {
    id,
    goldenSet,
    goldenHash,
    recipe,
    options,
    embedder,
    embedderVersion,
    model,
    revision,
    catalogHash,
    outdated: outdatedColumn(outdated),
  }
  return Object.fromEntries(
    Object.entries(columns).map(([key, column]) => [
      `run ${key}`,
      { ...column, value: () => column.value(run) },
    ]),
  )
}

/**
 * Which part of the golden set a run measured: of a recipe that learns from history, no figure says
 * anything without.
 */
function partText({ split, sample }: Run): string {
  if (split) return `${split.by}, seed ${split.seed}`
  return sample ? `sample, seed ${sample.seed}` : 'all'
}

/** What is told of a query that was asked in a run. */
export const ASKED_COLUMNS = {
  id: { title: 'Id', value: ({ id }) => id },
  text: { title: 'Query', value: ({ text }) => text },
  golden: { title: 'Golden tools', value: ({ golden }) => golden },
  latency: {
    title: 'Latency',
    unit: 'ms',
    kind: 'milliseconds',
    value: ({ latencyMs }) => latencyMs,
  },
  degraded: { title: 'Degraded', value: ({ degraded }) => degraded },
} as const satisfies Columns<QueryOutcome>

/** The same with what was given at one k, or by a recipe that decides the size itself. */
export const outcomeColumns = (
  run: Pick<Run, 'k' | 'tokenizer' | 'tokensEstimated'>,
  k: number | undefined,
) =>
  ({
    id: ASKED_COLUMNS.id,
    text: ASKED_COLUMNS.text,
    recall: {
      title: nameAt('Recall', k),
      isName: true,
      kind: 'figure',
      value: ({ recall }) => recall,
    },
    golden: ASKED_COLUMNS.golden,
    goldenRanks: {
      title: 'Golden ranks',
      value: ({ goldenRanks }) => goldenRanks.map((rank) => String(rank ?? 'none')),
    },
    given: { title: 'Tools given', value: ({ given }) => given },
    tokens: {
      title: 'Prompt',
      unit: 'tokens',
      kind: 'count',
      value: (row) => promptTokensAt(row, run, k),
    },
    latency: ASKED_COLUMNS.latency,
    degraded: ASKED_COLUMNS.degraded,
    tokenizer: { title: 'Tokenizer', value: () => tokenizerCell(run) },
  }) as const satisfies Columns<OutcomeRow>

/**
 * Tokens of the definitions of the tools given at a k; undefined in old runs, which stored them for
 * the largest only.
 */
export function promptTokensAt(
  row: Pick<OutcomeRow, 'promptTokens' | 'promptTokensAt'>,
  { k: measured }: Pick<Run, 'k'>,
  k: number | undefined,
): number | undefined {
  if (k === undefined || k === measured.at(-1)) return row.promptTokens
  return row.promptTokensAt?.[measured.indexOf(k)]
}
