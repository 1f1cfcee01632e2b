import type { Difference } from '../../../domain/run/comparison'
import type { Run } from '../../../domain/run/run'
import { measureInfos } from '../../../evaluation/measures'
import type { EvaluationReport, ReportedQuery, ReportedRun } from '../page/evaluation-report'
import { run } from '../../../../test/fixtures/workspace/content'

const estimate = (mean: number) => ({ mean, ci95: [mean - 0.1, mean + 0.1] as [number, number] })

export const measuredRun = (id: string, recall: number, more: Partial<Run> = {}): Run => ({
  ...run(id),
  queries: 200,
  measures: {
    'Recall@1': estimate(recall / 2),
    'Recall@5': estimate(recall),
    'PromptTokens@1': estimate(100),
    'PromptTokens@5': estimate(500),
  },
  curve: {
    recall: [0.2, 0.4, 0.5, 0.55, 0.6].map((of) => of * recall),
    all: [0, 0, 0, 0, 0],
    promptTokens: [100, 200, 300, 400, 500],
  },
  ...more,
})

const difference: Difference = {
  mean: 0.1,
  ci95: [0.05, 0.15],
  wins: 46,
  ties: 138,
  losses: 16,
  fixed: 40,
  broken: 12,
  p: 0.001,
  corrected: 0.002,
  tested: 1,
  standardError: 0.02,
  tells: 0.04,
  told: { level: 0.95, interval: [0.05, 0.15] },
}

export const query = (at: number, more: Partial<ReportedQuery> = {}): ReportedQuery => ({
  id: `q${at}`,
  text: `asks ${at}`,
  golden: [{ name: `tool_${at}`, places: new Map([['a', 7]]) }],
  recall: new Map([
    ['a', 0],
    ['b', 1],
  ]),
  ...more,
})

/** Two runs, the second better than the first. */
export function sampleReport(changed: Partial<EvaluationReport> = {}): EvaluationReport {
  const baseline: ReportedRun = { run: measuredRun('a', 0.8), label: 'BM25', changed: {} }
  const best: ReportedRun = {
    run: measuredRun('b', 0.9),
    label: 'Hybrid',
    changed: { depth: 50 },
    comparison: {
      baseline: 'a',
      run: 'b',
      queries: 200,
      few: false,
      onlyBaseline: [],
      onlyRun: [],
      measures: { 'Recall@5': difference },
    },
  }
  return {
    workspace: 'Demo',
    madeAt: '2026-11-22T18:00:00.000Z',
    version: '1.2.3',
    k: 5,
    verdict: ['Hybrid beats BM25.'],
    measures: measureInfos(),
    sections: { decision: [], measures: [] },
    notCompared: [],
    runs: [baseline, best],
    baseline,
    failures: { of: best, missed: 2, total: 3, listed: [query(1), query(2)] },
    changes: {
      of: best,
      broken: { total: 1, listed: [query(3)] },
      fixed: { total: 60, listed: [query(4)] },
    },
    ...changed,
  }
}
