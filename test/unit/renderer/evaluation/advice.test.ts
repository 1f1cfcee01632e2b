// @vitest-environment happy-dom
import type { VueWrapper } from '@vue/test-utils'
import { expect, test } from 'vitest'
import { sampleAdvice } from '../../../fakes/advice-answers'
import { runWithTools } from '../../../fakes/agent-run-answers'
import { failure, type Answers, type FakeBridge } from '../../../fakes/bridge'
import { settle } from '../in-app'
import { buttonOf, chooseK, evaluationOf, openSetup } from './evaluation-of'
import { around, sampleComparison, sampleDifference, sampleRun } from './sample-runs'

const bm25 = () => sampleRun({ id: 'a' })
const hybrid = () => sampleRun({ id: 'b', recipe: 'hybrid', startedAt: '2026-11-20T11:00:00.000Z' })
const chosen = {
  run: 'b',
  k: 4,
  recall: { mean: 0.88, ci95: [0.83, 0.93] as const },
  tokens: 560,
  simultaneous: [0.81, 0.95] as [number, number],
}

async function advised(changes: Parameters<typeof sampleAdvice>[0] = {}, answers: Answers = {}) {
  const advice = sampleAdvice({ chosen: { ...chosen, recall: around(0.88) }, ...changes })
  const { bridge, wrapper } = await evaluationOf([hybrid(), bm25()], {
    'evaluation.advise': () => advice,
    ...answers,
  })
  await settle()
  return { bridge, wrapper }
}

/** What the window looks up to know that an agent was measured. */
const withAgent: Answers = {
  'agentRuns.list': () => [{ ...runWithTools(5, 0.8), goldenSet: 'golden' }],
}

const panelOf = (wrapper: VueWrapper) => wrapper.get('[aria-label="Decision"]')

test('what to work with is asked of the runs on show, for what the app asks of them', async () => {
  const { bridge, wrapper } = await advised()
  expect(bridge.inputsOf('evaluation.advise')).toEqual([
    { dir: expect.any(String) as string, runs: ['a', 'b'], target: undefined, score: 'recall' },
  ])
  expect(wrapper.get<HTMLInputElement>('.goal [aria-label="Recall at least"]').element.value).toBe(
    '0.5',
  )
  expect(panelOf(wrapper).text()).toContain(
    'Use Hybrid, k = 4 — recall 0.880 [0.810, 0.950] (simultaneous 95 % interval, 10 points) · 560 tokens a request',
  )
  expect(wrapper.get('.trust').text()).toContain('counted by o200k_base')
})

test('where the queries cannot decide it says so and names the safest', async () => {
  const { wrapper } = await advised({ verdict: 'unsure' })
  expect(panelOf(wrapper).text()).toContain(
    '120 queries can’t decide; the safest is Hybrid, k = 4 — recall 0.880 [0.810, 0.950] (simultaneous',
  )
})

test('near an edge it says what a few other queries would make of it', async () => {
  const edge = { ...chosen, k: 5, recall: around(0.9), tokens: 700 }
  const other = await advised({ edge: { ...edge, verdict: 'reached' } })
  expect(panelOf(other.wrapper).text()).toContain(
    'Near the edge: with a few other queries it would be k = 5.',
  )
  const same = await advised({ edge: { ...edge, k: 4, verdict: 'unsure' } })
  expect(panelOf(same.wrapper).text()).toContain('this could not be decided.')
})

test('any k is chosen, and sentence, chart, table and comparison speak of it', async () => {
  const asked: unknown[] = []
  const { bridge, wrapper } = await advised(
    {},
    {
      'evaluation.advise': ({ chosen: wanted }) => {
        asked.push(wanted)
        return sampleAdvice({
          chosen: { ...chosen, recall: around(0.88), ...wanted },
          ...(wanted && { recommended: { ...chosen, recall: around(0.88) } }),
        })
      },
      'evaluation.at': ({ k }) =>
        [bm25(), hybrid()].map((run) => ({
          ...run,
          k: [1, k, 5],
          measures: { ...run.measures, [`Recall@${k}`]: around(0.55) },
        })),
      'evaluation.compare': ({ baseline, runs, k }) =>
        runs.map((run) =>
          sampleComparison({
            baseline,
            run,
            measures: { [`Recall@${k}`]: sampleDifference(0.05, 0.02) },
          }),
        ),
    },
  )
  await chooseK(wrapper, 3)
  await settle(10)
  expect(asked.at(-1)).toEqual({ run: 'b', k: 3 })
  expect(bridge.inputsOf('evaluation.at')).toContainEqual(
    expect.objectContaining({ runs: ['a', 'b'], k: 3 }),
  )
  expect(panelOf(wrapper).text()).toMatch(/^DecisionHybrid, k = 3 — .*k = 4 is recommended/)
  expect(wrapper.get('.trust').text()).toContain(
    'Hybrid beats BM25 by 5.0 points [3.0, 7.0] Recall@3',
  )
  const table = wrapper.get('[aria-label="Measures by run"]')
  expect(table.text()).toContain('Recall@3')
  expect(table.get('[aria-current=true]').text()).toContain('Hybrid')
  // What is wanted anew is told what it asks for.
  const goal = wrapper.get('[aria-label="Recall at least"]')
  await goal.setValue('0.6')
  await goal.trigger('change')
  await settle(10)
  expect(asked.at(-1)).toBeUndefined()
})

test('what the workspace was told to work with is what the page begins with', async () => {
  const asked: unknown[] = []
  const { bridge, wrapper } = await advised(
    {},
    {
      'evaluation.advise': ({ chosen: wanted }) => {
        asked.push(wanted)
        return sampleAdvice({ chosen: { ...chosen, recall: around(0.88), ...wanted } })
      },
    },
  )
  await chooseK(wrapper, 3)
  await buttonOf(wrapper, 'Adopt').trigger('click')
  await settle()
  await committed(bridge)
  expect(bridge.inputsOf('workspace.workWith')).toMatchObject([{ recipe: 'hybrid', k: 3 }])
  expect(panelOf(wrapper).text()).toContain('Hybrid, k = 3')
  expect(asked.at(-1)).toEqual({ run: 'b', k: 3 })
})

test('what goes with it is told: runner-up, one more tool, fewer tools', async () => {
  const { wrapper } = await advised({
    runnerUp: {
      ...chosen,
      run: 'a',
      k: 5,
      recall: around(0.86),
      tokens: 700,
      difference: around(0.02, 0.03),
    },
    more: { k: 5, gain: around(0.01, 0.01), tokens: 140 },
    fewer: { run: 'b', k: 3, of: 4, kept: around(0.97, 0.01), tokens: 0.82 },
  })
  const text = panelOf(wrapper).text()
  expect(text).toContain(
    'BM25, k = 5 −2.0 points [−5.0, 1.0], too few queries to decide, 700 tokens',
  )
  expect(text).toContain('instead: k = 5 +1.0 points [0.0, 2.0] for 140 tokens more')
  expect(text).toContain(
    'At k = 3 Hybrid keeps 97 % [96 %, 98 %] of its recall at k = 4 for 82 % of the tokens.',
  )
})

test('by expected accuracy it names the agent, what the figure is made of, and the k that are known', async () => {
  const byAccuracy = {
    chosen: {
      run: 'b',
      k: 5,
      tokens: 700,
      recall: around(0.9),
      agent: around(0.8),
      accuracy: around(0.72, 0.06),
      simultaneous: [0.64, 0.8] as [number, number],
    },
    agent: { model: 'ollama:a', k: [1, 5], queries: 60, outdated: 2, others: ['ollama:b'] },
    more: { k: 10, gain: around(-0.02, 0.01), tokens: 500 },
  }
  const { bridge, wrapper } = await advised(
    {},
    {
      ...withAgent,
      'evaluation.advise': ({ score }) =>
        sampleAdvice(
          score === 'accuracy' ? byAccuracy : { chosen: { ...chosen, recall: around(0.88) } },
        ),
    },
  )
  const panel = panelOf(wrapper)
  const goal = wrapper.get('.goal')
  await goal.get('[aria-label=Wanted]').setValue('accuracy')
  await settle()
  expect(goal.find('[aria-label="Accuracy at least"]').exists()).toBe(true)
  expect(panel.text()).toContain(
    'Use Hybrid, k = 5 — expected accuracy 0.720 [0.640, 0.800] (simultaneous 95 % interval, 10 points) = agent 0.800 × recall 0.900 · 700 tokens a request',
  )
  expect(panel.text()).toContain('k = 10 −2.0 points [−3.0, −1.0] for 500 tokens more')
  expect(wrapper.get('.trust').text()).toContain('with ollama:a asked 60;')
  expect(wrapper.get('.trust').text()).toContain(
    'The agent was measured with 1 and 5 tools; its accuracy at other k is unknown, so none is recommended. 2 agent runs are left out: the golden set was edited since.',
  )
  await goal.get('[aria-label=Agent]').setValue('ollama:b')
  await settle()
  expect(bridge.inputsOf('evaluation.advise').at(-1)).toMatchObject({
    score: 'accuracy',
    agent: 'ollama:b',
    target: {},
  })
})

test('an agent chosen for one golden set is not asked for on another', async () => {
  const agent = { model: 'ollama:a', k: [1, 5], queries: 60, outdated: 0, others: ['ollama:b'] }
  const ofOther = sampleRun({
    id: 'c',
    goldenSet: 'dev',
    startedAt: '2026-11-19T10:00:00.000Z',
  })
  const stored = [hybrid(), bm25()]
  const { bridge, wrapper } = await evaluationOf(stored, {
    ...withAgent,
    'evaluation.advise': () => sampleAdvice({ chosen: { ...chosen, recall: around(0.88) }, agent }),
    'evaluation.run': () => {
      stored.push(ofOther)
      return { runs: [ofOther], reused: [], failed: [] }
    },
  })
  await wrapper.get('[aria-label=Wanted]').setValue('accuracy')
  await settle()
  await wrapper.get('[aria-label=Agent]').setValue('ollama:b')
  await settle()
  await openSetup(wrapper)
  await wrapper.get('form').trigger('submit')
  await settle(10)
  const last = bridge.inputsOf('evaluation.advise').at(-1)
  expect(last).toMatchObject({ runs: ['c'], score: 'accuracy' })
  expect(last?.agent).toBeUndefined()
})

test('what is recommended while more is measured says that it may change', async () => {
  const { promise, resolve } = Promise.withResolvers<{ runs: []; reused: []; failed: [] }>()
  const { wrapper } = await advised({}, { 'evaluation.run': () => promise })
  expect(panelOf(wrapper).text()).not.toContain('So far')
  await openSetup(wrapper)
  await wrapper.get('form').trigger('submit')
  await settle()
  expect(panelOf(wrapper).text()).toContain('So far: what is still being measured may change this.')
  resolve({ runs: [], reused: [], failed: [] })
  await settle()
  expect(panelOf(wrapper).text()).not.toContain('So far')
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
  await buttonOf(wrapper, 'Adopt').trigger('click')
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
  expect(buttonOf(wrapper, 'Adopt').exists()).toBe(true)
})

test('changed options go along, and what was before them comes back', async () => {
  const changed = { ...hybrid(), options: { b: 0.4, depth: 100 } }
  const { bridge, wrapper } = await evaluationOf([changed, bm25()], {
    'evaluation.advise': ({ chosen: wanted }) =>
      sampleAdvice({
        chosen: { ...chosen, recall: around(0.88), ...wanted },
      }),
  })
  await settle()
  const recipe = (id: string) => wrapper.get('select[aria-label=Recipe]').setValue(id)
  await recipe('a')
  await settle()
  await buttonOf(wrapper, 'Adopt').trigger('click')
  await settle()
  await committed(bridge)
  await recipe('b')
  await settle()
  await buttonOf(wrapper, 'Adopt').trigger('click')
  await settle()
  await committed(bridge)
  const [first, second] = bridge.inputsOf('workspace.workWith')
  expect(second).toMatchObject({ recipe: 'hybrid', options: { b: 0.4 }, k: 4 })
  await buttonOf(wrapper, 'Undo').trigger('click')
  await settle()
  const { run, ...was } = first ?? {}
  expect(run).toBe('a')
  expect(bridge.inputsOf('workspace.workWith')[2]).toEqual({ ...was, judgedOn: null })
})

test('what is adopted on outdated figures says so', async () => {
  const restsOn = { run: 'a', outdated: [{ of: 'catalog' as const, edits: 3 }] }
  const { wrapper } = await advised(
    {},
    {
      'workspace.workWith': () => ({ now: { recipe: 'hybrid', options: {}, k: 4, restsOn } }),
    },
  )
  await buttonOf(wrapper, 'Adopt').trigger('click')
  await settle()
  expect(wrapper.said.at(-1)).toMatch(
    /^This workspace works with .* at k = 4\. Adopted on figures measured before 3 edits\.$/,
  )
})

test('what cannot be kept is told, and nothing is in use', async () => {
  const readOnly = { code: 'storage' as const, message: 'It is read-only.', fix: 'Allow writing.' }
  const { wrapper } = await advised({}, { 'workspace.workWith': () => failure(readOnly) })
  await buttonOf(wrapper, 'Adopt').trigger('click')
  await settle()
  expect(panelOf(wrapper).text()).not.toContain('in use')
  expect(buttonOf(wrapper, 'Adopt').exists()).toBe(true)
})

test('a target that is missed says so, and the most there is', async () => {
  const { wrapper } = await advised({ verdict: 'missed' })
  expect(panelOf(wrapper).text()).toContain(
    'Nothing here reaches recall 0.500. The most is Hybrid, k = 4 — recall 0.880',
  )
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
    '560 tokens a request · $0.14 per 1,000 requests with model-x at the price of 2026-10-01',
  )
  await chooseK(again.wrapper, 5)
  await settle()
  // 700 tokens at k = 5.
  expect(again.wrapper.get('[aria-label="Measures by run"]').text()).toContain('$0.18')
})
