// @vitest-environment happy-dom
import { enableAutoUnmount } from '@vue/test-utils'
import { afterEach, expect, test } from 'vitest'
import type { OutcomeRow } from '../../../../src-main/contract/evaluation'
import type { Run } from '../../../../src-main/domain/run/run'
import type { ToolId } from '../../../../src-main/domain/tool/tool'
import { failure, type Answers } from '../../../fakes/bridge'
import { settle } from '../in-app'
import { buttonOf, chooseK, comparedRuns, evaluationOf, openFold } from './evaluation-of'
import { sampleRun } from './sample-runs'

enableAutoUnmount(afterEach)
test('without a golden set it says what one is and offers to import it', async () => {
  const { wrapper } = await evaluationOf([], { 'golden.list': () => [] })
  expect(wrapper.text()).toContain('No golden set to measure on yet')
  expect(buttonOf(wrapper, 'Import a golden set').exists()).toBe(true)
})

test('recipes with options of their own are measured side by side and then shown', async () => {
  const stored: Run[] = []
  const { wrapper, bridge } = await evaluationOf(stored, {
    'evaluation.run': ({ recipes }) => {
      const runs = recipes.map(({ recipe, options }, at) =>
        sampleRun({ id: `new ${at}`, recipe, options: { depth: 100, b: 0.75, ...options } }),
      )
      stored.push(...runs)
      return { runs, reused: [], failed: [] }
    },
  })
  await buttonOf(wrapper, 'Duplicate recipe 1').trigger('click')
  await buttonOf(wrapper, 'Options of recipe 3').trigger('click')
  const b = wrapper.get('[aria-label="Recipe 3"] .option input')
  await b.setValue('0.4')
  await b.trigger('change')
  await wrapper.get('form').trigger('submit')
  await settle()
  expect(bridge.inputsOf('evaluation.run')[0]).toMatchObject({
    goldenSet: 'golden',
    recipes: [
      { recipe: 'bm25', options: {} },
      { recipe: 'hybrid', options: {} },
      { recipe: 'bm25', options: { b: 0.4 } },
    ],
    k: [1, 5, 10],
  })
  expect(comparedRuns(wrapper)).toEqual(['BM25', 'Hybrid', 'BM25 · BM25 b: 0.4'])
})

test('a recipe that is added is another one than those that are there', async () => {
  const { wrapper, bridge } = await evaluationOf([], {
    'workspace.first': () => ({
      dir: '/home/ada/Pegboard/demo',
      name: 'Demo',
      createdAt: '',
      revision: 4,
      commit: 'c4',
      tools: 104,
      goldenSets: 1,
      bundles: 0,
      runs: 0,
      worksWith: { recipe: 'bm25', options: {}, k: 5 },
    }),
    'evaluation.run': () => ({ runs: [], reused: [], failed: [] }),
  })
  await buttonOf(wrapper, 'Add a recipe').trigger('click')
  await wrapper.get('form').trigger('submit')
  await settle()
  const [{ recipes } = { recipes: [] }] = bridge.inputsOf('evaluation.run')
  expect(recipes.map(({ recipe }) => recipe)).toEqual(['bm25', 'hybrid'])
})

test('a faulty list of k is refused where it was typed', async () => {
  const { wrapper, bridge } = await evaluationOf([])
  const field = wrapper.findAll('input').find((input) => input.element.value === '1, 5, 10')
  await field?.setValue('1, five')
  await wrapper.get('form').trigger('submit')
  expect(wrapper.text()).toContain('“five” is no k')
  expect(bridge.inputsOf('evaluation.run')).toEqual([])
})

test('a sample is drawn with the size and seed given', async () => {
  const { wrapper, bridge } = await evaluationOf([], {
    'evaluation.run': () => ({ runs: [sampleRun()], reused: [], failed: [] }),
  })
  const label = wrapper.findAll('label').find((each) => each.text() === 'Measure a sample only')
  await wrapper.get(`[id="${label?.attributes('for')}"]`).trigger('click')
  await wrapper.get('form').trigger('submit')
  await settle()
  expect(bridge.inputsOf('evaluation.run')[0]?.sample).toEqual({ size: 120, seed: 1 })
})

test('progress is shown and the evaluation can be stopped', async () => {
  const { wrapper } = await evaluationOf([], {
    'evaluation.run': (_, { onProgress }) => {
      onProgress?.({ what: 'Evaluating bm25', done: 30, total: 120 })
      return new Promise(() => undefined)
    },
  })
  await wrapper.get('form').trigger('submit')
  await settle()
  expect(wrapper.text()).toContain('30 of 120')
  await buttonOf(wrapper, 'Stop').trigger('click')
  await settle()
  expect(buttonOf(wrapper, 'Run the evaluation').exists()).toBe(true)
})

test('a failed evaluation says why beside its button', async () => {
  const { wrapper } = await evaluationOf([], {
    'evaluation.run': () =>
      failure({ code: 'bad-input', message: 'No query names a tool.', fix: 'Choose another.' }),
  })
  await wrapper.get('form').trigger('submit')
  await settle()
  expect(wrapper.get('form [role=alert]').text()).toContain('Choose another.')
})

test('runs on other queries cannot be compared, and it says why', async () => {
  const { wrapper } = await evaluationOf([
    sampleRun({ id: 'a', startedAt: '2026-11-20T12:00:00.000Z' }),
    sampleRun({ id: 'b', goldenSet: 'dev', queries: 40 }),
  ])
  const [, other] = wrapper.findAll('.history .run')
  expect(other?.get('input[type=checkbox]').attributes('disabled')).toBeDefined()
  expect(other?.text()).toContain('Measured on “dev”')
})

const failedQuery: OutcomeRow = {
  id: 'q7',
  text: 'Who still owes us money?',
  golden: ['payments/listInvoices', 'mail/send'] as ToolId[],
  goldenRanks: [null, 2],
  tools: ['payments/refund', 'mail/send'] as ToolId[],
  given: ['payments/refund', 'mail/send'] as ToolId[],
  recall: 0.5,
  promptTokens: 300,
  latencyMs: 1.2,
}
const outcomes: Answers = {
  'evaluation.outcomes': ({ show }) => ({
    total: show === 'missed' ? 0 : 1,
    failed: 1,
    missed: 0,
    rows: show === 'missed' ? [] : [failedQuery],
  }),
  'evaluation.locate': ({ queries }) =>
    queries.map(() => [
      {
        tool: 'payments/listInvoices' as ToolId,
        name: 'listInvoices',
        server: 'payments',
        reason: 'cut' as const,
        rank: 22,
      },
      { tool: 'mail/send' as ToolId, name: 'send', reason: 'found' as const, rank: 2 },
    ]),
  'evaluation.trace': () => ({
    text: failedQuery.text,
    golden: failedQuery.golden,
    tools: failedQuery.tools,
    trace: [],
    names: {},
    lost: [{ tool: 'payments/listInvoices' as ToolId, verdict: 'No word of the query is in it.' }],
    same: false,
  }),
}

test('a failed query shows what was wanted, where it was lost and what was given', async () => {
  const { wrapper } = await evaluationOf([sampleRun()], outcomes)
  await openFold(wrapper, 'Failures')
  await wrapper.get('.row-line').trigger('click')
  await settle()
  const detail = wrapper.get('[aria-label="Query"]').text()
  expect(detail).toContain('payments/listInvoices')
  expect(detail).toContain('No word of the query is in it.')
  expect(detail).toContain('missed: #22, cut at k')
  expect(detail).toContain('found, #2')
  expect(detail).toContain(
    'another tool set than in the run: the catalog, a model or something else changed since',
  )
})

test('a row names its golden tools with their true rank and how they were lost', async () => {
  const { wrapper, bridge } = await evaluationOf([sampleRun()], outcomes)
  await openFold(wrapper, 'Failures')
  const row = wrapper.get('.row-line')
  expect(row.findAll('.mention').map((mention) => mention.text())).toEqual([
    'listInvoices#22',
    'send#2',
  ])
  expect(row.text()).toContain('cut at k')
  expect(bridge.inputsOf('evaluation.locate')).toMatchObject([
    { run: 'run-1', k: 1, queries: ['q7'] },
  ])
  // Rows drawn again ask no more.
  await wrapper.get('.row-line').trigger('click')
  await settle()
  expect(bridge.inputsOf('evaluation.locate')).toHaveLength(1)
})

test('a golden tool opens in the catalog, and the row’s query in the playground', async () => {
  const { wrapper } = await evaluationOf([sampleRun()], outcomes)
  await openFold(wrapper, 'Failures')
  await wrapper.get('.mention button').trigger('click')
  expect(location.hash).toBe('#/catalog')
  await buttonOf(wrapper, 'Open in Playground').trigger('click')
  expect(location.hash).toBe('#/playground')
  expect(wrapper.find('[aria-label="Query"]').exists()).toBe(false)
})

test('where a tool stands is not guessed where it cannot be found out', async () => {
  const { wrapper } = await evaluationOf([sampleRun()], {
    ...outcomes,
    'evaluation.locate': () => failure({ code: 'unavailable', message: 'Ollama is not there.' }),
  })
  await openFold(wrapper, 'Failures')
  const mentions = wrapper.findAll('.mention').map((mention) => mention.text())
  expect(wrapper.get('.row-line').text()).toContain('not given')
  expect(mentions).toEqual(['payments/listInvoices✕', 'mail/send#2'])
})

test('the heading of the queries names the k of the rows on show, not the one they are to have', async () => {
  let answer = (): void => undefined
  const answered = new Promise<void>((resolve) => (answer = resolve))
  const { wrapper } = await evaluationOf([sampleRun()], {
    'evaluation.outcomes': async ({ k }) => {
      if (k === 5) await answered
      return { total: 1, failed: 1, missed: 0, rows: [failedQuery] }
    },
  })
  await openFold(wrapper, 'Failures')
  // Behind the mark that checks all.
  const heading = () => wrapper.findAll('[role=columnheader]').at(1)?.text()
  expect(heading()).toBe('Recall@1')
  await chooseK(wrapper, 5)
  await settle()
  expect(heading()).toBe('Recall@1')
  answer()
  await settle()
  expect(heading()).toBe('Recall@5')
})

test('the list can be narrowed to what failed, and says when nothing is left', async () => {
  const { wrapper, bridge } = await evaluationOf([sampleRun()], outcomes)
  await openFold(wrapper, 'Failures')
  const missed = wrapper
    .findAll('.outcome-filter button')
    .find((one) => one.text().startsWith('Missed'))
  await missed?.trigger('click')
  await settle()
  expect(bridge.inputsOf('evaluation.outcomes').at(-1)?.show).toBe('missed')
  expect(wrapper.text()).toContain('No query is missed')
})

test('a run says how many of its queries were longer than its embedder takes in', async () => {
  const run = sampleRun({ embedder: 'ollama:all-minilm', shortened: 3 })
  const { wrapper } = await evaluationOf([run])
  const text = wrapper.text().replace(/\s+/g, ' ')
  expect(text).toContain(
    '3 of 120 queries are longer than all-minilm takes in; of these only the beginning was embedded.',
  )
})

test('what went wrong with dependencies is counted, narrows the list and is told of each query', async () => {
  const graph = {
    mains: ['mail/send'] as ToolId[],
    seeds: ['mail/send'] as ToolId[],
    missing: ['payments/listInvoices'] as ToolId[],
    spurious: [],
    leftOut: [],
  }
  const row: OutcomeRow = { ...failedQuery, graph, errors: ['dependency-missing'] }
  const { wrapper, bridge } = await evaluationOf(
    [{ ...sampleRun(), dependencyErrors: [{ 'dependency-missing': 1 }] }],
    {
      ...outcomes,
      'evaluation.outcomes': () => ({
        total: 1,
        failed: 1,
        missed: 0,
        rows: [row],
        errors: { 'dependency-missing': 1 },
      }),
    },
  )
  await openFold(wrapper, 'Failures')
  const errors = wrapper.get('[aria-label="Errors with dependencies"]')
  const choices = errors.findAll('button')
  expect(choices.map((choice) => choice.text())).toContain('Dependency not in the graph 1')
  expect(choices.filter((choice) => choice.attributes('disabled') === undefined)).toHaveLength(1)
  await choices.find((choice) => choice.text().startsWith('Dependency not in'))?.trigger('click')
  await settle()
  expect(bridge.inputsOf('evaluation.outcomes').at(-1)).toMatchObject({
    error: 'dependency-missing',
  })
  await wrapper.get('.row-line').trigger('click')
  await settle()
  const detail = wrapper.get('[aria-label="Query"]').text()
  expect(detail).toContain('No edge leads from the main tool to a golden tool.')
})
