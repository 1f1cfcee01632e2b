// @vitest-environment happy-dom
import type { VueWrapper } from '@vue/test-utils'
import { expect, test } from 'vitest'
import { sampleAdvice } from '../../../fakes/advice-answers'
import { failure, type Answers, type FakeBridge } from '../../../fakes/bridge'
import { settle } from '../in-app'
import { buttonOf, evaluationOf } from './evaluation-of'
import { around, sampleRun } from './sample-runs'

const bm25 = () => sampleRun({ id: 'a' })
const hybrid = () => sampleRun({ id: 'b', recipe: 'hybrid', startedAt: '2026-11-20T11:00:00.000Z' })
const chosen = { run: 'b', k: 4, recall: { mean: 0.88, ci95: [0.81, 0.92] as const }, tokens: 560 }

async function advised(changes: Parameters<typeof sampleAdvice>[0] = {}, answers: Answers = {}) {
  const advice = sampleAdvice({ chosen: { ...chosen, recall: around(0.88) }, ...changes })
  const { bridge, wrapper } = await evaluationOf([hybrid(), bm25()], {
    'evaluation.advise': () => advice,
    ...answers,
  })
  await settle()
  return { bridge, wrapper }
}

const panelOf = (wrapper: VueWrapper) => wrapper.get('[aria-labelledby="advice-title"]')

test('what to work with is asked of the runs on show, for most of the best recall there is', async () => {
  const { bridge, wrapper } = await advised()
  expect(bridge.inputsOf('evaluation.advise')).toEqual([
    // Nine tenths of 0.6, as a round figure.
    {
      ...{ dir: expect.any(String) as string, runs: ['a', 'b'], k: 1 },
      ...{ target: { recall: 0.5 }, score: 'recall' },
    },
  ])
  expect(panelOf(wrapper).text()).toContain(
    'Hybrid at k = 4 reaches Recall 0.500: 0.880 [0.830, 0.930], 560 tokens a request.',
  )
  expect(panelOf(wrapper).text()).toContain('counted by o200k_base')
})

test('an unsure one says so, with the queries that it would take', async () => {
  const { wrapper } = await advised({ verdict: 'unsure', queriesNeeded: 1234 })
  expect(panelOf(wrapper).text()).toContain(
    'Not sure whether Recall 0.500 is reached: Hybrid at k = 4 is between 0.830 and 0.930, for 560 tokens a request. About 1,200 queries would tell; there are 120.',
  )
})

test('what goes with it is told: runner-up, one more tool, fewer tools', async () => {
  const { wrapper } = await advised({
    runnerUp: {
      ...{ run: 'a', k: 5, recall: around(0.86), tokens: 700 },
      ...{ difference: around(0.02, 0.03), queriesNeeded: 900 },
    },
    more: { k: 5, gain: around(0.01, 0.01), tokens: 140 },
    fewer: { run: 'b', k: 3, of: 4, kept: around(0.97, 0.01), tokens: 0.82 },
  })
  const text = panelOf(wrapper).text()
  expect(text).toContain(
    'Runner-up: BM25 at k = 5, Recall 0.860 [0.810, 0.910], 700 tokens, 2.0 points [−1.0, 5.0] below the first; about 900 queries would tell them apart.',
  )
  expect(text).toContain(
    'One more tool, k = 5, would find 1.0 points [0.0, 2.0] more for 140 tokens more.',
  )
  expect(text).toContain(
    'At k = 3 Hybrid keeps 97 % [96 %, 98 %] of its recall at k = 4 for 82 % of the tokens.',
  )
})

test('by expected accuracy it names the agent, what the figure is made of, and the k that are known', async () => {
  const byAccuracy = {
    chosen: {
      ...{ run: 'b', k: 5, tokens: 700, recall: around(0.9), agent: around(0.8) },
      accuracy: around(0.72, 0.06),
    },
    agent: { model: 'ollama:a', k: [1, 5], queries: 60, outdated: 2, others: ['ollama:b'] },
    more: { k: 10, gain: around(-0.02, 0.01), tokens: 500 },
  }
  const { bridge, wrapper } = await advised(
    {},
    {
      'evaluation.advise': ({ score }) =>
        sampleAdvice(
          score === 'accuracy' ? byAccuracy : { chosen: { ...chosen, recall: around(0.88) } },
        ),
    },
  )
  const panel = panelOf(wrapper)
  await panel.get('select').setValue('accuracy')
  await settle()
  expect(panel.text()).toContain('Accuracy at least')
  expect(panel.text()).toContain(
    'Hybrid at k = 5 does best: expected accuracy 0.720 [0.660, 0.780] (agent 0.800 × recall 0.900), 700 tokens a request.',
  )
  expect(panel.text()).toContain(
    'The next k measured, 10, would do 2.0 points [1.0, 3.0] worse for 500 tokens more.',
  )
  expect(panel.text()).toContain('with ollama:a asked 60;')
  expect(panel.text()).toContain(
    'The agent was measured with 1 and 5 tools; at no other k is anything known of it, so none is advised. 2 agent runs are left out: the golden set was edited since.',
  )
  const [, agents] = panel.findAll('select')
  await agents?.setValue('ollama:b')
  await settle()
  expect(bridge.inputsOf('evaluation.advise').at(-1)).toMatchObject({
    ...{ score: 'accuracy', agent: 'ollama:b', target: {} },
  })
})

test('an agent chosen for one golden set is not asked for on another', async () => {
  const agent = { model: 'ollama:a', k: [1, 5], queries: 60, outdated: 0, others: ['ollama:b'] }
  const ofOther = sampleRun({
    ...{ id: 'c', goldenSet: 'dev', startedAt: '2026-11-19T10:00:00.000Z' },
  })
  const stored = [hybrid(), bm25()]
  const { bridge, wrapper } = await evaluationOf(stored, {
    'evaluation.advise': () => sampleAdvice({ chosen: { ...chosen, recall: around(0.88) }, agent }),
    'evaluation.run': () => {
      stored.push(ofOther)
      return { runs: [ofOther], reused: [], failed: [] }
    },
  })
  await panelOf(wrapper).get('select').setValue('accuracy')
  await settle()
  await panelOf(wrapper).findAll('select')[1]?.setValue('ollama:b')
  await settle()
  await wrapper.get('form').trigger('submit')
  await settle(10)
  const last = bridge.inputsOf('evaluation.advise').at(-1)
  expect(last).toMatchObject({ runs: ['c'], score: 'accuracy' })
  expect(last?.agent).toBeUndefined()
})

/** Has the window see what was just committed. */
async function committed({ change, inputsOf }: FakeBridge): Promise<void> {
  const [{ dir } = { dir: '' }] = inputsOf('workspace.workWith')
  change({ dir, revision: 20 + inputsOf('workspace.workWith').length })
  await settle(10)
}

test('a point is taken into use: the workspace works with its recipe and k, until that is undone', async () => {
  const { bridge, wrapper } = await advised()
  document.body.append(wrapper.element)
  await buttonOf(wrapper, 'Use k = 4').trigger('click')
  await settle()
  await committed(bridge)
  // The button that was pressed is gone.
  expect(document.activeElement?.textContent).toBe('in use')
  expect(bridge.inputsOf('workspace.workWith')).toMatchObject([{ recipe: 'hybrid', k: 4 }])
  expect(bridge.inputsOf('settings.write')).toEqual([])
  await buttonOf(wrapper, 'Undo').trigger('click')
  await settle()
  await committed(bridge)
  const [used, undone] = bridge.inputsOf('workspace.workWith')
  expect(undone).toEqual({ dir: used?.dir, clear: true })
  expect(() => buttonOf(wrapper, 'Undo')).toThrow()
  expect(buttonOf(wrapper, 'Use k = 4').exists()).toBe(true)
})

test('changed options go along, and what was before them comes back', async () => {
  const changed = { ...hybrid(), options: { b: 0.4, depth: 100 } }
  const { bridge, wrapper } = await evaluationOf([changed, bm25()], {
    'evaluation.advise': () =>
      sampleAdvice({
        chosen: { ...chosen, recall: around(0.88) },
        fewer: { run: 'a', k: 3, of: 4, kept: around(0.97, 0.01), tokens: 0.82 },
      }),
  })
  await settle()
  await buttonOf(wrapper, 'Use k = 3').trigger('click')
  await settle()
  await committed(bridge)
  await buttonOf(wrapper, 'Use k = 4').trigger('click')
  await settle()
  await committed(bridge)
  const [first, second] = bridge.inputsOf('workspace.workWith')
  expect(second).toMatchObject({ recipe: 'hybrid', options: { b: 0.4 }, k: 4 })
  await buttonOf(wrapper, 'Undo').trigger('click')
  await settle()
  expect(bridge.inputsOf('workspace.workWith')[2]).toEqual(first)
})

test('what cannot be kept is told, and nothing is in use', async () => {
  const readOnly = { code: 'storage' as const, message: 'It is read-only.', fix: 'Allow writing.' }
  const { wrapper } = await advised({}, { 'workspace.workWith': () => failure(readOnly) })
  await buttonOf(wrapper, 'Use k = 4').trigger('click')
  await settle()
  expect(panelOf(wrapper).text()).not.toContain('in use')
  expect(buttonOf(wrapper, 'Use k = 4').exists()).toBe(true)
})

test('a target that is missed offers nothing to use', async () => {
  const { wrapper } = await advised({ verdict: 'missed' })
  expect(panelOf(wrapper).text()).toContain('Nothing here reaches Recall 0.500.')
  expect(() => buttonOf(wrapper, 'Use k = 4')).toThrow()
})

test('why there is no advice stands where it would', async () => {
  const { wrapper } = await advised(
    {},
    {
      'evaluation.advise': () =>
        failure({ code: 'bad-input', message: 'They were judged by other labels.' }),
    },
  )
  expect(panelOf(wrapper).text()).toContain('They were judged by other labels.')
})

test('costs are told once a price is written, with the model and the day', async () => {
  const { wrapper } = await advised()
  expect(wrapper.text()).not.toContain('per 1,000')
  const again = await evaluationOf([hybrid(), bm25()], {
    'evaluation.advise': () => sampleAdvice({ chosen: { ...chosen, recall: around(0.88) } }),
    'prices.list': () => ({
      prices: [{ model: 'model-x', perMillion: 0.25, currency: 'USD', asOf: '2026-10-01' }],
      faults: [],
    }),
  })
  await settle()
  expect(panelOf(again.wrapper).text()).toContain(
    'That is $0.14 per 1,000 requests with model-x at the price of 2026-10-01.',
  )
  await again.wrapper.findAll('.cutoffs input')[1]?.setValue()
  await settle()
  // 700 tokens at k = 5.
  expect(again.wrapper.get('[aria-label="Measures by run"]').text()).toContain('$0.18')
})
