// @vitest-environment happy-dom
import { config, enableAutoUnmount, type VueWrapper } from '@vue/test-utils'
import { afterEach, expect, test } from 'vitest'
import type { OutcomeRow } from '../../../../src-main/contract/evaluation-routes'
import type { Run } from '../../../../src-main/domain/run'
import type { ToolId } from '../../../../src-main/domain/tool'
import EvaluationView from '../../../../src-renderer/views/evaluation/EvaluationView.vue'
import { failure, fakeBridge, type Answers } from '../../../fakes/bridge'
import { mountInApp, settle } from '../in-app'
import { around, sampleRecipes, sampleRun } from './sample-runs'

enableAutoUnmount(afterEach)
// A page without layout has no room to draw in.
config.global.stubs = { Echarts: true }

const goldenSet = {
  name: 'golden',
  queries: 120,
  distinctTools: 90,
  mostTools: 5,
  origins: ['human' as const],
}

async function evaluation(stored: Run[], answers: Answers = {}) {
  const bridge = fakeBridge({
    'recipes.list': () => sampleRecipes(),
    'golden.list': () => [goldenSet],
    'golden.queries': () => ({ total: 120, queries: [], unknownTools: [] }),
    'evaluation.runs': () => stored,
    ...answers,
  })
  return { bridge, wrapper: await mountInApp(bridge, EvaluationView) }
}

const button = (wrapper: VueWrapper, name: string) => {
  const found = wrapper
    .findAll('button')
    .find((one) => one.text() === name || one.attributes('aria-label') === name)
  if (!found) throw new Error(`There is no button ${name}.`)
  return found
}

async function tab(wrapper: VueWrapper, name: string): Promise<void> {
  const found = wrapper.findAll('[role=tab]').find((one) => one.text().startsWith(name))
  await found?.trigger('mousedown', { button: 0 })
  await settle()
}

const rowsOf = (wrapper: VueWrapper) =>
  wrapper
    .findAll('[aria-label="Measures by run"] tbody tr')
    .map((row) => row.get('th').text().trim())

test('without a golden set it says what one is and offers to import it', async () => {
  const { wrapper } = await evaluation([], { 'golden.list': () => [] })
  expect(wrapper.text()).toContain('No golden set to measure on yet')
  expect(button(wrapper, 'Import a golden set').exists()).toBe(true)
})

test('recipes with options of their own are measured side by side and then shown', async () => {
  const stored: Run[] = []
  const { wrapper, bridge } = await evaluation(stored, {
    'evaluation.run': ({ recipes }) => {
      const runs = recipes.map(({ recipe, options }, at) =>
        sampleRun({ id: `new ${at}`, recipe, options: { depth: 100, b: 0.75, ...options } }),
      )
      stored.push(...runs)
      return runs
    },
  })
  await button(wrapper, 'Duplicate recipe 1').trigger('click')
  await button(wrapper, 'Options of recipe 2').trigger('click')
  const b = wrapper.get('[aria-label="Recipe 2"] .option input')
  await b.setValue('0.4')
  await b.trigger('change')
  await wrapper.get('form').trigger('submit')
  await settle()
  expect(bridge.inputsOf('evaluation.run')[0]).toMatchObject({
    goldenSet: 'golden',
    recipes: [
      { recipe: 'bm25', options: {} },
      { recipe: 'bm25', options: { b: 0.4 } },
    ],
    k: [1, 5, 10],
  })
  expect(rowsOf(wrapper)).toEqual(['BM25', 'BM25 · BM25 b: 0.4'])
})

test('a faulty list of k is refused where it was typed', async () => {
  const { wrapper, bridge } = await evaluation([])
  const field = wrapper.findAll('input').find((input) => input.element.value === '1, 5, 10')
  await field?.setValue('1, five')
  await wrapper.get('form').trigger('submit')
  expect(wrapper.text()).toContain('“five” is no k')
  expect(bridge.inputsOf('evaluation.run')).toEqual([])
})

test('a sample is drawn with the size and seed given', async () => {
  const { wrapper, bridge } = await evaluation([], { 'evaluation.run': () => [sampleRun()] })
  await wrapper.get('[role=switch]').trigger('click')
  await wrapper.get('form').trigger('submit')
  await settle()
  expect(bridge.inputsOf('evaluation.run')[0]?.sample).toEqual({ size: 120, seed: 1 })
})

test('progress is shown and the evaluation can be stopped', async () => {
  const { wrapper } = await evaluation([], {
    'evaluation.run': (_, { onProgress }) => {
      onProgress?.({ what: 'Evaluating bm25', done: 30, total: 120 })
      return new Promise(() => undefined)
    },
  })
  await wrapper.get('form').trigger('submit')
  await settle()
  expect(wrapper.text()).toContain('30 of 120')
  await button(wrapper, 'Stop').trigger('click')
  await settle()
  expect(button(wrapper, 'Run the evaluation').exists()).toBe(true)
})

test('a failed evaluation says why beside its button', async () => {
  const { wrapper } = await evaluation([], {
    'evaluation.run': () =>
      failure({ code: 'bad-input', message: 'No query names a tool.', fix: 'Choose another.' }),
  })
  await wrapper.get('form').trigger('submit')
  await settle()
  expect(wrapper.get('form [role=alert]').text()).toContain('Choose another.')
})

test('overlapping intervals are not passed off as a lead', async () => {
  const run = (id: string, recipe: string, recall: number) =>
    sampleRun({
      id,
      recipe,
      measures: { 'Recall@1': around(recall), 'Recall@5': around(recall + 0.02) },
    })
  const { wrapper } = await evaluation([run('a', 'bm25', 0.5), run('b', 'hybrid', 0.52)])
  const leads = wrapper.findAll('tbody .mark').map((mark) => mark.text())
  expect(leads).toHaveLength(2)
  expect(leads.every((lead) => lead.startsWith('○'))).toBe(true)
})

test('runs on other queries cannot be compared, and it says why', async () => {
  const { wrapper } = await evaluation([
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
  'evaluation.trace': () => ({
    text: failedQuery.text,
    golden: failedQuery.golden,
    tools: failedQuery.tools,
    trace: [],
    lost: [{ tool: 'payments/listInvoices' as ToolId, why: 'No word of the query is in it.' }],
    same: false,
  }),
}

test('a failed query shows what was wanted, where it was lost and what was given', async () => {
  const { wrapper } = await evaluation([sampleRun()], outcomes)
  await tab(wrapper, 'Queries')
  await wrapper.get('.row-line').trigger('click')
  await settle()
  const detail = wrapper.get('[aria-label="Query"]').text()
  expect(detail).toContain('payments/listInvoices')
  expect(detail).toContain('No word of the query is in it.')
  expect(detail).toContain('found, #2')
  expect(detail).toContain('the catalog has changed since')
})

test('the heading of the queries names the k of the rows on show, not the one they are to have', async () => {
  let answer = (): void => undefined
  const answered = new Promise<void>((resolve) => (answer = resolve))
  const { wrapper } = await evaluation([sampleRun()], {
    'evaluation.outcomes': async ({ k }) => {
      if (k === 5) await answered
      return { total: 1, failed: 1, missed: 0, rows: [failedQuery] }
    },
  })
  await tab(wrapper, 'Queries')
  const heading = () => wrapper.get('[role=columnheader]').text()
  expect(heading()).toBe('Recall@1')
  await wrapper.get('.cutoff select').setValue('5')
  await settle()
  expect(heading()).toBe('Recall@1')
  answer()
  await settle()
  expect(heading()).toBe('Recall@5')
})

test('the list can be narrowed to what failed, and says when nothing is left', async () => {
  const { wrapper, bridge } = await evaluation([sampleRun()], outcomes)
  await tab(wrapper, 'Queries')
  const missed = wrapper.findAll('.filter button').find((one) => one.text().startsWith('Missed'))
  await missed?.trigger('click')
  await settle()
  expect(bridge.inputsOf('evaluation.outcomes').at(-1)?.show).toBe('missed')
  expect(wrapper.text()).toContain('No query failed')
})
