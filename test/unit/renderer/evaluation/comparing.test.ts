// @vitest-environment happy-dom
import { enableAutoUnmount, type VueWrapper } from '@vue/test-utils'
import { afterEach, expect, test } from 'vitest'
import type { Answers } from '../../../fakes/bridge'
import { settle } from '../in-app'
import type { XyData } from '../../../../src-renderer/charts/chart-data'
import LineChart from '../../../../src-renderer/charts/LineChart.vue'
import { chooseK, comparedRuns, evaluationOf, mountAgain, openFold } from './evaluation-of'
import { adaptiveRun, around, sampleComparison, sampleDifference, sampleRun } from './sample-runs'

enableAutoUnmount(afterEach)

const bm25 = sampleRun({ id: 'a' })
const hybrid = sampleRun({ id: 'b', recipe: 'hybrid', startedAt: '2026-11-20T11:00:00.000Z' })
const compared: Answers = {
  'evaluation.compare': ({ baseline, runs }) =>
    runs.map((run) => sampleComparison({ baseline, run })),
}

const verdictIn = (wrapper: VueWrapper): string => wrapper.get('.trust').text()

test('the first of the runs on show is the baseline, and the others show how they differ', async () => {
  const { wrapper, bridge } = await evaluationOf([bm25, hybrid], compared)
  expect(bridge.inputsOf('evaluation.compare')).toMatchObject([{ baseline: 'a', runs: ['b'] }])
  const [first, second] = wrapper.findAll('[aria-label="Measures by run"] tbody tr')
  expect(first?.text()).toContain('baseline')
  expect(second?.text()).toMatch(/\+0\.050\s*clearly better\s*\[\+0\.030, \+0\.070\]/)
  expect(second?.text()).toContain('12 fixed, 3 broken')
  expect(second?.get('.difference').attributes('title')).toContain('Better in 46 queries')
})

test('what chance may do is called so, whatever the intervals of the two means do', async () => {
  const differences = {
    'Recall@1': sampleDifference(0.05, 0.02, { p: 0.03, corrected: 0.09 }),
    'PromptTokens@1': sampleDifference(-20, 5),
  }
  const { wrapper } = await evaluationOf([bm25, hybrid], {
    'evaluation.compare': ({ baseline, runs }) =>
      runs.map((run) => sampleComparison({ baseline, run, measures: differences })),
  })
  const cell = wrapper.get('[aria-label="Measures by run"] .difference')
  expect(cell.text()).toContain('may be chance')
  expect(cell.get('.words').attributes('title')).toBe('may be chance, p = .090')
  expect(verdictIn(wrapper)).toContain('which may be chance')
})

test('the decision stands first, and the numbers of its evidence open the queries that they count', async () => {
  const { wrapper, bridge } = await evaluationOf([bm25, hybrid], {
    ...compared,
    'evaluation.outcomes': () => ({ total: 0, failed: 0, missed: 0, rows: [] }),
  })
  expect(wrapper.get('[aria-label="Results"]').element.firstElementChild).toBe(
    wrapper.get('[aria-label="Decision"]').element,
  )
  expect(verdictIn(wrapper)).toContain(
    'Hybrid beats BM25 by 5.0 points [3.0, 7.0] Recall@1 for about the same tokens (140 against 140); 12 queries fixed, 3 broken, 34 partly better, 13 partly worse, 58 equal.120 queries can’t detect less than 2.0 points.',
  )
  const links = wrapper.findAll('.trust button')
  expect(links.map((link) => link.text())).toEqual(['12 queries', '3'])
  for (const [at, show] of ['fixed', 'broken'].entries()) {
    await wrapper.findAll('.trust button')[at]?.trigger('click')
    await settle()
    expect(bridge.inputsOf('evaluation.outcomes').at(-1)).toMatchObject({
      run: 'b',
      k: 1,
      show,
      baseline: 'a',
    })
  }
  const equal = wrapper.findAll('[aria-label="Queries to show"] button')
  await equal.find((one) => one.text() === 'Equal')?.trigger('click')
  await settle()
  expect(wrapper.text()).toContain('In every query one of the two finds more.')
})

test('all runs on show are tested together, and it is said how many', async () => {
  const poor = sampleRun({ id: 'c', options: { b: 0.4 }, startedAt: '2026-11-20T12:00:00.000Z' })
  const { wrapper, bridge } = await evaluationOf([bm25, hybrid, poor], {
    'evaluation.compare': ({ baseline, runs }) =>
      runs.map((run) =>
        sampleComparison({
          baseline,
          run,
          measures: {
            'Recall@1': sampleDifference(run === 'b' ? 0.05 : 0.01, 0.02, { tested: 2 }),
          },
        }),
      ),
  })
  expect(bridge.inputsOf('evaluation.compare')).toMatchObject([
    { baseline: 'a', runs: ['b', 'c'], tellRefusals: true },
  ])
  expect(verdictIn(wrapper)).toContain(
    '2 runs tested against BM25, corrected for as many (Holm): 1 clearly better, 1 which may be chance.',
  )
})

test('one run alone has a verdict of its own', async () => {
  const alone = sampleRun({
    measures: { ...sampleRun().measures, 'All@1': around(0.35), 'Hit@1': around(0.45) },
    catalog: { tools: 107, revision: 3, promptTokens: 15_472 },
    repeated: 4,
  })
  const { wrapper } = await evaluationOf([alone])
  expect(verdictIn(wrapper)).toContain(
    'BM25 finds 40.0 % [35.0, 45.0] of the right tools with the first tool (Recall@1), for 140 of the 15,472 tokens that all 107 tools take in every prompt; 78 of 120 queries lack a right tool, 66 all of them.',
  )
  expect(verdictIn(wrapper)).toContain('4 of 120 queries say the same as another one')
  await chooseK(wrapper, 5)
  expect(verdictIn(wrapper)).toContain(
    '60.0 % [55.0, 65.0] of the right tools with the first 5 tools (Recall@5), for 700 of the 15,472 tokens that all 107 tools take',
  )
})

test('a run whose recipe looks at fewer tools than were measured says so', async () => {
  const shallow = sampleRun({ id: 'c', k: [1, 5, 10], options: { depth: 5 } })
  const { wrapper } = await evaluationOf([bm25, shallow], compared)
  expect(wrapper.get('.results.panel').text()).toMatch(/BM25 .*looks at 5 tools, so a/)
  expect(wrapper.findAll('.remark')).toHaveLength(1)
})

/** Colours and dashes of the lines in the first chart, by name. */
const slotsIn = (wrapper: VueWrapper) => {
  const { series } = wrapper.findComponent(LineChart).props('data') as XyData
  return Object.fromEntries(
    series.flatMap(({ name, slot, look }) => (look ? [] : [[name, slot] as const])),
  )
}

test('baseline and colours are those of recipes: kept over a reload, an edit, and beside other runs', async () => {
  const { wrapper } = await evaluationOf([bm25, hybrid], compared)
  expect(slotsIn(wrapper)).toEqual({ BM25: 0, Hybrid: 1 })
  await wrapper.get('.baseline select').setValue('b')
  await settle()
  wrapper.unmount()
  const since = (run: typeof bm25, id: string, hour: number) => ({
    ...run,
    id,
    startedAt: `2026-11-21T${hour}:00:00.000Z`,
    catalog: { ...run.catalog, revision: 2, content: 'edited' },
  })
  const before = [bm25, hybrid].map((run) => ({
    ...run,
    catalog: { ...run.catalog, content: 'as it was' },
  }))
  const dense = since(sampleRun({ recipe: 'dense' }), 'e', 10)
  const stored = [dense, since(hybrid, 'd', 11), since(bm25, 'c', 12), ...before]
  const again = await mountAgain(stored, compared)
  expect(slotsIn(again.wrapper)).toEqual({ dense: 2, Hybrid: 1, BM25: 0 })
  expect(again.bridge.inputsOf('evaluation.compare').at(-1)).toMatchObject({
    baseline: 'd',
    runs: ['e', 'c'],
  })
})

test('the runs on show are those of before, until something is measured', async () => {
  const byInstant = { ...bm25, embedder: 'builtin' }
  const bySentences = { ...hybrid, recipe: 'bm25', embedder: 'sentences' }
  const { wrapper } = await evaluationOf([byInstant, bySentences], compared)
  expect(comparedRuns(wrapper)).toEqual(['BM25'])
  const boxes = wrapper.findAll<HTMLInputElement>('[aria-label="All runs"] .run input')
  for (const box of boxes) if (!box.element.checked) await box.setValue(true)
  await settle()
  expect(comparedRuns(wrapper)).toHaveLength(2)
  wrapper.unmount()

  const again = await mountAgain([byInstant, bySentences], compared)
  expect(comparedRuns(again.wrapper).sort()).toEqual(['BM25 · Instant', 'BM25 · Sentences'])
  again.wrapper.unmount()

  const since = { ...bySentences, id: 'c', startedAt: '2026-11-22T11:00:00.000Z' }
  const measured = await mountAgain([since, byInstant, bySentences], compared)
  expect(comparedRuns(measured.wrapper)).toEqual(['BM25'])
})

test('another baseline can be chosen', async () => {
  const { wrapper, bridge } = await evaluationOf([bm25, hybrid], compared)
  await wrapper.get('.baseline select').setValue('b')
  await settle()
  expect(bridge.inputsOf('evaluation.compare').at(-1)).toMatchObject({ baseline: 'b', runs: ['a'] })
})

test('of a run that cannot be compared the refusal is shown, and the others still are', async () => {
  const other = sampleRun({ id: 'c', startedAt: '2026-11-20T12:00:00.000Z', options: { b: 0.4 } })
  const { wrapper } = await evaluationOf([bm25, hybrid, other], {
    'evaluation.compare': ({ baseline, runs }) =>
      runs.map((run) =>
        run === 'c'
          ? sampleComparison({
              baseline,
              run,
              measures: {},
              refused: { message: 'They were judged by other labels.' },
            })
          : sampleComparison({ baseline, run }),
      ),
  })
  const table = wrapper.get('[aria-label="Measures by run"]').text()
  expect(table).toContain('not comparable')
  expect(table).toContain('They were judged by other labels.')
  expect(table).toContain('+0.050')
})

test('where the catalog or the tokenizer changed between runs, both are said', async () => {
  const later = { ...hybrid, catalog: { tools: 110, revision: 4 }, tokenizer: 'other' }
  const { wrapper } = await evaluationOf([bm25, later], compared)
  expect(wrapper.get('.results .about').text()).toContain(
    '107 to 110 tools · tokens counted by o200k_base, other',
  )
})

test('beside the interval of few queries stands a caution', async () => {
  const few = [bm25, hybrid].map((run) => ({ ...run, queries: 12 }))
  const { wrapper } = await evaluationOf(few, {
    'evaluation.compare': ({ baseline, runs }) =>
      runs.map((run) => sampleComparison({ baseline, run, queries: 12 })),
  })
  expect(wrapper.get('.difference [role=img]').attributes('title')).toContain('Only 12 queries')
  expect(verdictIn(wrapper)).toContain('Only 12 queries: intervals are narrower')
  // Once, not again of each run.
  expect(wrapper.find('.remarks').exists()).toBe(false)
})

test('beside an interval without width stands what it leaves open', async () => {
  const perfect = sampleRun({ k: [1], measures: { 'Recall@1': { mean: 1, ci95: [1, 1] } } })
  const { wrapper } = await evaluationOf([perfect])
  const table = wrapper.get('[aria-label="Measures by run"]')
  expect(table.get('td').text()).toBe('1.000')
  expect(table.find('td [role=img]').exists()).toBe(true)
  expect(table.get('.remarks').text()).toBe(
    'All 120 queries score the same, which leaves no interval: up to 2.5 % of others may not.',
  )
})

test('one k is shown at a time, and the table changes with it', async () => {
  const { wrapper } = await evaluationOf([bm25])
  const heads = () =>
    wrapper.findAll('[aria-label="Measures by run"] thead th').map((th) => th.text())
  expect(heads()).toEqual(['Run', 'Recall@1', 'Prompt tokens', 'p50 ms'])
  await chooseK(wrapper, 5)
  expect(heads()).toEqual(['Run', 'Recall@5', 'Prompt tokens', 'p50 ms'])
})

test('runs are sorted by a column: the best first, then the worst, then as they were chosen', async () => {
  const poor = sampleRun({
    id: 'c',
    recipe: 'poor',
    startedAt: '2026-11-20T12:00:00.000Z',
    measures: { 'Recall@1': around(0.1) },
    latencyMs: { p50: 0.1, p95: 0.2 },
  })
  const { wrapper } = await evaluationOf([poor, bm25], compared)
  const sort = (name: string) =>
    wrapper
      .findAll('[aria-label="Measures by run"] .sort')
      .find((one) => one.text().startsWith(name))
      ?.trigger('click')
  expect(comparedRuns(wrapper)).toEqual(['BM25', 'poor'])
  await sort('p50')
  expect(comparedRuns(wrapper)).toEqual(['poor', 'BM25'])
  await sort('Recall')
  expect(comparedRuns(wrapper)).toEqual(['BM25', 'poor'])
  await sort('Recall')
  expect(comparedRuns(wrapper)).toEqual(['poor', 'BM25'])
  await sort('Recall')
  expect(comparedRuns(wrapper)).toEqual(['BM25', 'poor'])
})

test('the count of broken queries opens them', async () => {
  const { wrapper, bridge } = await evaluationOf([bm25, hybrid], {
    ...compared,
    'evaluation.outcomes': () => ({ total: 0, failed: 0, missed: 0, rows: [] }),
  })
  const broken = wrapper.findAll('tbody button').find((one) => one.text() === '3 broken')
  await broken?.trigger('click')
  await settle()
  expect(bridge.inputsOf('evaluation.outcomes').at(-1)).toMatchObject({
    run: 'b',
    k: 1,
    show: 'broken',
    baseline: 'a',
  })
  expect(wrapper.text()).toContain('No query is broken')
})

test('a recipe that picks its own k is held against as many tools of the others, or it says why not', async () => {
  const own = adaptiveRun({ startedAt: '2026-11-20T13:00:00.000Z' })
  const stood = (answer: (run: string, baseline: string) => object): Answers => ({
    'evaluation.compare': ({ baseline, runs }) =>
      runs.map((run) => sampleComparison({ baseline, run, ...answer(run, baseline) })),
    'evaluation.outcomes': () => ({ total: 0, failed: 0, missed: 0, rows: [] }),
  })
  const { wrapper, bridge } = await evaluationOf(
    [bm25, own],
    stood(() => ({
      meanSize: 4,
      measures: { Recall: sampleDifference(0.05, 0.02, { fixed: 12, broken: 3 }) },
    })),
  )
  const table = wrapper.get('[aria-label="Measures by run"]').text()
  expect(table).toContain('Tools given')
  expect(table).toContain('4.20')
  expect(table).toContain('picks its own k · compared with 4 tools each')
  expect(table).toContain('+0.050')
  expect(verdictIn(wrapper)).toContain(
    'Hybrid beats BM25 by 5.0 points [3.0, 7.0] Recall with 4 tools each, the mean of adaptive k,',
  )
  await wrapper.get('select[aria-label=Recipe]').setValue('run-own')
  await settle()
  await openFold(wrapper, 'Failures')
  expect(bridge.inputsOf('evaluation.outcomes').at(-1)?.k).toBeUndefined()
  const refused = await evaluationOf(
    [bm25, own],
    stood(() => ({
      measures: {},
      refused: { message: 'Can’t compare: one recipe picks its own k, 9 on average.' },
    })),
  )
  await refused.wrapper.get('select[aria-label=Recipe]').setValue('run-own')
  await settle()
  expect(verdictIn(refused.wrapper)).toContain('Can’t compare: one recipe picks its own k')
})

test('at a k that the baseline was not measured at it is said so, and no other reason is guessed', async () => {
  const further = sampleRun({
    id: 'b',
    recipe: 'hybrid',
    startedAt: '2026-11-20T11:00:00.000Z',
    k: [1, 20],
    measures: { 'Recall@1': around(0.5), 'Recall@20': around(0.9) },
  })
  const { wrapper } = await evaluationOf([bm25, further], {
    'evaluation.compare': ({ baseline, runs }) =>
      runs.map((run) =>
        sampleComparison({ baseline, run, measures: { 'Recall@1': sampleDifference(0.1, 0.02) } }),
      ),
  })
  await wrapper.get('select[aria-label=Recipe]').setValue('b')
  await settle()
  await chooseK(wrapper, 20)
  await settle()
  expect(verdictIn(wrapper)).toContain('Can’t compare: BM25 was not measured at k = 20.')
  expect(verdictIn(wrapper)).not.toContain('decides itself')
})

test('runs at different k have nothing in common for that reason', async () => {
  const further = sampleRun({
    id: 'b',
    recipe: 'hybrid',
    startedAt: '2026-11-20T11:00:00.000Z',
    k: [20],
    measures: { 'Recall@20': around(0.9) },
  })
  const { wrapper } = await evaluationOf([bm25, further], {
    'evaluation.compare': ({ baseline, runs }) =>
      runs.map((run) => sampleComparison({ baseline, run, measures: {} })),
  })
  const table = wrapper.get('[aria-label="Measures by run"]').text()
  expect(table).toContain('Can’t compare: it was measured at other k than the baseline.')
  expect(table).not.toContain('decides itself')
})

test('adaptive recipes alone are shown without a curve', async () => {
  const { wrapper } = await evaluationOf([adaptiveRun()])
  const heads = wrapper.findAll('[aria-label="Measures by run"] thead th').map((th) => th.text())
  expect(heads).toEqual(['Run', 'Recall', 'Tools given', 'Prompt tokens', 'p50 ms'])
  expect(wrapper.text()).not.toContain('Recall against k')
  expect(wrapper.text()).toContain('What accuracy costs')
})
