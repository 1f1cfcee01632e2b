import type { RecipeInfo } from '../../../../src-main/contract/query'
import type { Comparison, Difference } from '../../../../src-main/domain/run/comparison'
import type { Estimate, Run } from '../../../../src-main/domain/run/run'

/** A mean with an interval of ± `margin`. */
export const around = (mean: number, margin = 0.05): Estimate => ({
  mean,
  ci95: [mean - margin, mean + margin],
})

/** A run as stored, of which a test names what it is about. */
export const sampleRun = (changes: Partial<Run> = {}): Run => ({
  id: 'run-1',
  goldenSet: 'golden',
  queries: 120,
  recipe: 'bm25',
  options: { b: 0.75, k: 10, depth: 100 },
  k: [1, 5],
  measures: {
    'Recall@1': around(0.4),
    'Recall@5': around(0.6),
    'nDCG@5': around(0.5),
    'PromptTokens@5': around(700, 20),
  },
  curve: {
    recall: [0.4, 0.5, 0.55, 0.58, 0.6],
    all: [0.3, 0.35, 0.4, 0.42, 0.45],
    promptTokens: [140, 280, 420, 560, 700],
  },
  latencyMs: { p50: 1.2, p95: 3.4 },
  degraded: 0,
  startedAt: '2026-11-20T10:00:00.000Z',
  elapsedMs: 900,
  catalog: { tools: 107, revision: 3 },
  tokenizer: 'o200k_base',
  ...changes,
})

/** A run of a recipe that decides itself how many tools there are. */
export const adaptiveRun = (changes: Partial<Run> = {}): Run => {
  const run = sampleRun({
    id: 'run-own',
    recipe: 'hybrid',
    size: 'adaptive',
    k: [],
    measures: {
      Recall: around(0.7),
      nDCG: around(0.6),
      Tools: around(4.2, 0.3),
      PromptTokens: around(610, 20),
    },
    ...changes,
  })
  delete run.curve
  return run
}

/** A difference of `mean` ± `margin`, as the app computes it. */
export const sampleDifference = (
  mean: number,
  margin: number,
  changes: Partial<Difference> = {},
): Difference => ({
  mean,
  ci95: [mean - margin, mean + margin],
  told: { level: 0.95, interval: [mean - margin, mean + margin] },
  wins: 46,
  ties: 58,
  losses: 16,
  p: Math.abs(mean) > margin ? 0.001 : 0.4,
  corrected: Math.abs(mean) > margin ? 0.001 : 0.4,
  tested: 1,
  standardError: margin / 1.96,
  tells: margin,
  ...changes,
})

/** A comparison as the app answers it, of which a test names what it is about. */
export const sampleComparison = (changes: Partial<Comparison> = {}): Comparison => ({
  baseline: 'a',
  run: 'b',
  queries: 120,
  few: false,
  measures: {
    'Recall@1': sampleDifference(0.05, 0.02, { fixed: 12, broken: 3 }),
    'Recall@5': sampleDifference(0.001, 0.02, { fixed: 4, broken: 5 }),
    'PromptTokens@1': sampleDifference(-20, 5),
  },
  onlyBaseline: [],
  onlyRun: [],
  ...changes,
})

const options = {
  type: 'object',
  properties: {
    b: { type: 'number', title: 'BM25 b', minimum: 0, maximum: 1, default: 0.75 },
    depth: { type: 'integer', title: 'Depth', default: 100 },
    k: { type: 'integer', default: 5 },
  },
}

export const sampleRecipes = (): RecipeInfo[] =>
  [
    ['bm25', 'BM25'],
    ['hybrid', 'Hybrid'],
  ].map(([id = '', title = '']) => ({
    id,
    title,
    summary: 'Ranks tool documents.',
    source: 'ours',
    options,
    defaults: { b: 0.75, depth: 100, k: 5 },
    size: 'k' as const,
    asksModel: false,
    readsTurns: false,
    own: [],
    embeds: id !== 'bm25',
    diagram: ['plan', 'select'].map((stage) => ({ stage, inside: [] })),
  }))
