import { expect, test } from 'vitest'
import type { GoldenSetSummary, Run } from '../../../../src-main/domain/run/run'
import type { ToolId } from '../../../../src-main/domain/tool/tool'
import { goldenNotes } from '../../../../src-renderer/views/evaluation/golden-notes'
import { parseK } from '../../../../src-renderer/runs/k-list'
import { barTable, xyTable } from '../../../../src-renderer/charts/chart-data'
import { rangeTable } from '../../../../src-renderer/charts/range-option'
import {
  barData,
  curveData,
  latencyData,
  tradeOffData,
} from '../../../../src-renderer/runs/run-charts'
import { everythingOf } from '../../../../src-main/domain/run/catalog-size'
import { changedOf, runLabels, whyNotComparable } from '../../../../src-renderer/runs/run-labels'
import { resultColumns } from '../../../../src-renderer/views/evaluation/run-tables'
import { columnsCsv, type Columns } from '../../../../src-main/contract/columns/column'
import type { OutcomeRow } from '../../../../src-main/contract/evaluation'
import {
  ofRunColumns,
  outcomeColumns,
  promptTokensAt,
} from '../../../../src-main/contract/columns/runs'
import { measureInfos } from '../../../../src-main/evaluation/measures'
import { adaptiveRun, sampleRecipes, sampleRun } from './sample-runs'

test('cut-offs are read rising and once each, however they are separated', () => {
  expect(parseK('10, 5;1 5')).toEqual({ k: [1, 5, 10] })
})

test.each(['0', '1.5', 'five', '1001', ' '])('“%s” is refused with what would do', (text) => {
  expect(parseK(text)).toEqual({ error: expect.stringContaining('1, 5, 10') as string })
})

test('a run is named by its recipe and what was changed in it', () => {
  const changed = sampleRun({ options: { b: 0.4, k: 10, depth: 100 } })
  expect(runLabels([sampleRun(), changed], sampleRecipes())).toEqual(['BM25', 'BM25 · BM25 b: 0.4'])
})

test('runs of the same recipe and options are numbered', () => {
  expect(runLabels([sampleRun(), sampleRun()], sampleRecipes())).toEqual(['BM25 (1)', 'BM25 (2)'])
})

test('runs of several embedders are told apart by them', () => {
  const by = (embedder?: string) => ({ ...sampleRun(), recipe: 'hybrid', embedder })
  const labels = (...runs: ReturnType<typeof by>[]) => runLabels(runs, sampleRecipes())
  expect(labels(by('builtin'), by('sentences'), by())).toEqual([
    'Hybrid · Instant',
    'Hybrid · Sentences',
    'Hybrid',
  ])
  expect(labels(by('builtin'), by())).toEqual(['Hybrid (1)', 'Hybrid (2)'])
})

test('a run that answered queries without some step says so', () => {
  const run = { ...sampleRun(), degraded: 1, queries: 12 }
  expect(runLabels([run], sampleRecipes())).toEqual(['BM25 (degraded in 1 of 12 queries)'])
})

test('a depth raised to the largest k is not taken for a choice of the user', () => {
  const run = sampleRun({ k: [1, 200], options: { b: 0.75, k: 200, depth: 200 } })
  expect(changedOf(run, sampleRecipes())).toEqual({})
})

test('runs stand side by side only on the same queries, and it says why not', () => {
  const first = sampleRun()
  expect(whyNotComparable(sampleRun({ id: 'b' }), first)).toBeUndefined()
  expect(whyNotComparable(sampleRun({ id: 'b', goldenSet: 'dev' }), first)).toContain('“dev”')
  const sampled = sampleRun({ id: 'b', queries: 50, sample: { size: 50, seed: 7 } })
  expect(whyNotComparable(sampled, first)).toContain('a sample of 50 queries, seed 7')
  expect(whyNotComparable({ ...sampled, id: 'c', queries: 40 }, sampled)).toBe(
    'Measured on other queries: 40 queries; the chosen runs: 50.',
  )
})

test('the curve has an interval where one was measured', () => {
  const chosen = { curve: 'recall', k: 5, limit: 128 } as const
  const { series, lines, x } = curveData([{ run: sampleRun(), label: 'BM25' }], chosen)
  expect(series[0]?.points[0]).toEqual({ x: 1, y: 0.4, at: 1, interval: [0.4 - 0.05, 0.4 + 0.05] })
  expect(series[0]?.points[1]).toEqual({ x: 2, y: 0.5, at: 2 })
  expect(lines).toMatchObject([{ x: 5, label: 'k = 5' }, { x: 128 }])
  expect(x.marks).toEqual([1, 2, 3, 4, 5])
})

test('the most possible is drawn only where all runs measured the same queries', () => {
  const chosen = { curve: 'recall', k: 5, limit: 128 } as const
  const ofPart = (seed: number) =>
    sampleRun({ id: `run ${seed}`, split: { by: 'random', seed, learned: 480 } as never })
  const namesOf = (runs: ReturnType<typeof sampleRun>[]) => {
    const labelled = runs.map((run, at) => ({ run, label: `run ${at}` }))
    const bands = runs.map(({ id }) => ({
      run: id,
      k: [1, 5],
      ceiling: [0.5, 1],
      ci95: [[0.3, 0.5] as [number, number], [0.5, 0.7] as [number, number]],
    }))
    return curveData(labelled, { ...chosen, bands }).series.map(({ name }) => name)
  }
  expect(namesOf([ofPart(1), sampleRun({ ...ofPart(1), id: 'b' })])).toContain(
    'the most that is possible',
  )
  expect(namesOf([ofPart(1), ofPart(2)])).not.toContain('the most that is possible')
})

test('an adaptive recipe has no curve, and is one point in what accuracy costs', () => {
  const runs = [
    { run: sampleRun(), label: 'BM25' },
    { run: adaptiveRun(), label: 'Own' },
  ]
  expect(curveData(runs, { curve: 'recall', k: 5, limit: 128 }).series[1]?.points).toEqual([])
  expect(tradeOffData(runs).series[1]?.points).toEqual([
    { x: 610, y: 0.7, interval: [0.7 - 0.05, 0.7 + 0.05], label: '4.2 tools' },
  ])
  expect(barData(runs, measureInfos(), 5).series[1]?.values[0]?.value).toBe(0.7)
})

test('a curve of chosen k has its points at these', () => {
  const curve = { k: [5, 10], recall: [0.6, 0.7], all: [0.4, 0.5], promptTokens: [700, 1400] }
  const { series } = curveData([{ run: sampleRun({ curve }), label: 'BM25' }], {
    curve: 'recall',
    k: 5,
    limit: 128,
  })
  expect(series[0]?.points.map(({ x, y }) => [x, y])).toEqual([
    [5, 0.6],
    [10, 0.7],
  ])
})

test('the trade-off goes by prompt tokens, and marks the point that is chosen', () => {
  const runs = [{ run: sampleRun(), label: 'BM25' }]
  const { series } = tradeOffData(runs, undefined, { run: 'run-1', k: 5 })
  expect(series[0]?.points.at(-1)).toEqual({
    x: 700,
    y: 0.6,
    at: 5,
    isChosen: true,
    label: 'k = 5',
  })
  expect(series[0]?.points[1]).toEqual({ x: 280, y: 0.5, at: 2 })
})

test('the table of what accuracy costs names the k of every point', () => {
  const { columns, rows } = xyTable(tradeOffData([{ run: sampleRun(), label: 'BM25' }]))
  expect(columns.map(({ title }) => title).slice(0, 2)).toEqual(['Series', 'Point'])
  expect(rows.slice(0, 2).map((row) => row[1])).toEqual(['k = 1', 'k = 2'])
})

test('bars of adaptive sets are called so, not by a k', () => {
  const runs = [
    { run: sampleRun(), label: 'BM25' },
    { run: adaptiveRun(), label: 'Own' },
  ]
  const recall = measureInfos().filter(({ name }) => name === 'Recall')
  const named = (shown: typeof runs) =>
    barTable(barData(shown, recall, 5)).rows.map(([series, name]) => [series, name])
  expect(named(runs)).toEqual([
    ['BM25', 'Recall@5'],
    ['Own', 'Recall of the set'],
  ])
  expect(barData(runs.slice(1), recall, undefined).categories).toEqual(['Recall of the set'])
})

const toldBy =
  <Row>(columns: Columns<Row>, row: Row) =>
  (title: string) =>
    Object.values(columns)
      .find((column) => column.title === title)
      ?.value(row)

test('the exported results say what the tools cost, whose price that is and of which day', () => {
  const price = { model: 'small', perMillion: 2, currency: 'USD', asOf: '2026-10-01' }
  const measures = { 'PromptTokens@5': { mean: 700, ci95: [600, 800] as [number, number] } }
  const title = 'Cost of 1,000 requests@5 (USD, small, price of 2026-10-01)'
  const run = sampleRun({ measures })
  const told = toldBy(resultColumns([run], ['BM25'], { price }), run)
  expect([title, `${title} low`, `${title} high`].map(told)).toEqual([1.4, 1.2, 1.6])
})

test('bars show shares only; tokens have another scale', () => {
  const { categories } = barData(
    [{ run: sampleRun(), label: 'BM25' }],
    measureInfos().filter(({ name }) => ['Recall', 'nDCG', 'PromptTokens'].includes(name)),
    5,
  )
  expect(categories).toEqual(['Recall@5', 'nDCG@5'])
})

test('the exported results hold every measure with its interval', () => {
  const told = toldBy(resultColumns([sampleRun()], ['BM25']), sampleRun())
  const names = ['Recall@5', 'Recall@5 low', 'Recall@5 high']
  expect(names.map(told)).toEqual([0.6, 0.6 - 0.05, 0.6 + 0.05])
})

test('the exported outcomes end at the chosen k', () => {
  const row = {
    id: 'q1',
    text: 'Mail Ann',
    golden: ['mail/send'] as ToolId[],
    goldenRanks: [null],
    tools: ['a', 'b', 'c'] as ToolId[],
    given: ['a', 'b'] as ToolId[],
    recall: 0,
    promptTokens: 300,
    promptTokensAt: [200, 300],
    latencyMs: 1,
  }
  const columns = outcomeColumns({ k: [2, 3], tokenizer: 'o200k_base' }, 2)
  expect(columnsCsv(columns, [row])).toBe(
    'id,query,Recall@2,golden tools,golden ranks,tools given,prompt tokens,latency ms,degraded,tokenizer\r\n' +
      'q1,Mail Ann,0,mail/send,none,a;b,200,1,,o200k_base\r\n',
  )
})

test('the exported results and outcomes say which tokens are about as many', () => {
  const counted = sampleRun()
  const estimated = sampleRun({ tokensEstimated: true })
  const runs = [counted, estimated]
  const columns = resultColumns(runs, ['a', 'b'])
  const tokenizers = runs.map((run) => toldBy(columns, run)('Tokenizer'))
  expect(tokenizers).toEqual(['o200k_base', 'o200k_base, about'])
  const outcome = {
    id: 'q1',
    text: 'Mail Ann',
    golden: [],
    goldenRanks: [],
    tools: [],
    given: [],
    recall: 0,
    promptTokens: 300,
    latencyMs: 1,
  }
  const cellOf = (run: Run) => toldBy<OutcomeRow>(outcomeColumns(run, 5), outcome)('Tokenizer')
  expect([counted, estimated].map(cellOf)).toEqual(['o200k_base', 'o200k_base, about'])
})

test('prompt tokens that an old run stored for its largest k only are not shown for others', () => {
  const row = { promptTokens: 300 }
  expect(promptTokensAt(row, { k: [2, 3] }, 2)).toBeUndefined()
  expect(promptTokensAt(row, { k: [2, 3] }, 3)).toBe(300)
  expect(promptTokensAt(row, { k: [] }, undefined)).toBe(300)
})

const set = (changes: Partial<GoldenSetSummary> = {}): GoldenSetSummary => ({
  name: 'golden',
  queries: 500,
  distinctTools: 90,
  mostTools: 5,
  origins: ['human'],
  ...changes,
})

test('a good golden set needs no remark', () => {
  expect(goldenNotes(set(), { catalogTools: 107, unknownTools: [] })).toEqual([])
})

test('few queries, few tools, weak labels and unknown tools are each remarked on', () => {
  const notes = goldenNotes(set({ queries: 49, distinctTools: 15, origins: ['weak'] }), {
    catalogTools: 107,
    unknownTools: ['gone/tool'] as ToolId[],
  })
  expect(notes).toHaveLength(4)
  expect(notes.join('\n')).toContain('Only 15 distinct tools of 107')
  expect(notes.join('\n')).toContain('gone/tool')
})

test('a golden set that names no tool says what it is for, and nothing else', () => {
  const notes = goldenNotes(set({ queries: 30, distinctTools: 0 }), {
    catalogTools: 107,
    unknownTools: [],
  })
  expect(notes).toEqual([expect.stringContaining('those that no tool fits')])
})

test('the table of results counts the queries of which only the beginning was embedded', () => {
  const runs = [sampleRun(), sampleRun({ shortened: 3 })]
  const columns = resultColumns(runs, ['a', 'b'])
  expect(runs.map((run) => toldBy(columns, run)('Queries cut short'))).toEqual([0, 3])
})

test('beside a run of the same recipe with another choice, a default is told by its name', () => {
  const recipes = sampleRecipes().map((recipe) => ({
    ...recipe,
    options: {
      properties: {
        weights: {
          type: 'string',
          title: 'Weights',
          section: 'fields',
          default: 'equal',
          enum: ['equal', 'learned'],
        },
      },
    },
    defaults: { weights: 'equal' },
  }))
  const [equal, learned] = ['equal', 'learned'].map((weights) =>
    sampleRun({ options: { weights } }),
  )
  if (!equal || !learned) throw new Error('There are no runs.')
  expect(runLabels([equal, learned], recipes)).toEqual([
    'BM25 · Weights: Equal',
    'BM25 · Weights: Learned',
  ])
  expect(runLabels([equal], recipes)).toEqual(['BM25'])
})

test('a curve has a band where every k has an interval, and the most that there can be', () => {
  const run = sampleRun()
  const k = [1, 2, 3, 4, 5]
  const ci95 = k.map((at): [number, number] => [0.3 + at / 100, 0.7 + at / 100])
  const bands = [{ run: run.id, k, ci95, ceiling: [0.8, 0.9, 1, 1, 1] }]
  const chosen = { curve: 'recall', k: 5, limit: 128, bands } as const
  const { series } = curveData([{ run, label: 'BM25' }], chosen)
  expect(series[0]).toMatchObject({ isBand: true, points: ci95.map((interval) => ({ interval })) })
  expect(series[1]).toMatchObject({ look: 'limit', points: [{ y: 0.8 }, { y: 0.9 }, { y: 1 }] })
  const whole = [{ run: run.id, k, ci95, ceiling: k.map(() => 1) }]
  expect(curveData([{ run, label: 'BM25' }], { ...chosen, bands: whole }).series).toHaveLength(1)
})

test('what accuracy costs stands beside everything in the prompt, and the best points are one way', () => {
  const worse = sampleRun({
    id: 'worse',
    curve: { recall: [0.3, 0.45], all: [0.2, 0.3], promptTokens: [140, 300] },
  })
  const runs = [
    { run: sampleRun(), label: 'BM25' },
    { run: worse, label: 'Worse' },
  ]
  const { series, x } = tradeOffData(runs, {
    called: 'all 107 tools',
    tools: 107,
    tokens: 14_952,
  })
  expect(series.slice(2).map(({ name }) => name)).toEqual([
    'Pareto front',
    'everything in the prompt',
  ])
  expect(series[2]?.points.map((point) => point.x)).toEqual([140, 280, 420, 560, 700])
  expect(series[3]?.points).toEqual([{ x: 14_952, y: 1, label: 'all 107 tools' }])
  expect([x.minimum, x.maximum]).toEqual([100, 20_000])
})

test('everything in the prompt is of the catalog that all runs measured', () => {
  const on = (content: string) =>
    sampleRun({ catalog: { tools: 107, revision: 3, promptTokens: 14_952, content } })
  expect(everythingOf([on('a'), on('a')])).toEqual({
    called: 'all 107 tools',
    tools: 107,
    tokens: 14_952,
  })
  const { catalog } = on('a')
  const hiding = sampleRun({ catalog: { ...catalog, hidden: 4 }, everythingTokens: 14_000 })
  expect(everythingOf([hiding])).toEqual({
    called: 'all 103 visible tools',
    tools: 103,
    tokens: 14_000,
  })
  expect(everythingOf([on('a'), on('b')])).toBeUndefined()
  expect(everythingOf([sampleRun()])).toBeUndefined()
})

test('latency goes from the usual to the longest, and what no clock tells is said to be under what it tells', () => {
  const quick = sampleRun({ latencyMs: { p50: 0, p95: 3 } })
  const data = latencyData([{ run: quick, label: 'BM25' }])
  expect([data.rows, data.ends]).toEqual([[{ name: 'BM25', low: 0, high: 3 }], ['p50', 'p95']])
  expect(rangeTable(data).rows[0]).toEqual(['BM25', 0, 3])
  expect(data).toMatchObject({ least: 0.01, value: { minimum: 0.005 } })
})

test('files say on what a run was measured, and what of it is outdated', () => {
  const run = sampleRun({ id: 'a' })
  const outdated = { a: [{ of: 'catalog' as const, edits: 3 }] }
  const told = toldBy(resultColumns([run], ['BM25'], { outdated }), run)
  expect(told('Outdated')).toBe('measured before 3 edits')
  expect(told('Golden set hash')).toBe(run.provenance?.goldenHash)
  const current = toldBy(resultColumns([run], ['BM25']), run)
  expect(current('Outdated')).toBe('')
  const part = toldBy<unknown>(ofRunColumns({ ...run, id: 'a:vague' }, outdated), {})
  expect(part('Outdated')).toBe('measured before 3 edits')
  expect(part('Run')).toBe('a:vague')
})
