// @vitest-environment happy-dom
import { enableAutoUnmount } from '@vue/test-utils'
import { afterEach, expect, test } from 'vitest'
import type { Run } from '../../../../src-main/domain/run/run'
import { failure, type Answers } from '../../../fakes/bridge'
import { commitOf, standardWorks } from '../../../fakes/bridge-answers'
import { settle } from '../in-app'
import { buttonOf, comparedRuns, mountAgain, evaluationOf } from './evaluation-of'
import { sampleRun } from './sample-runs'

enableAutoUnmount(afterEach)

const dir = '/home/ada/Pegboard/demo'

/** An app that measures its first recipe and waits until it is stopped. */
function stoppable(stored: Run[]): Answers {
  return {
    'evaluation.run': ({ resume }, { signal, onProgress }) => {
      if (resume) {
        stored.push(sampleRun({ id: 'second', recipe: 'hybrid' }))
        return { runs: [...stored, ...stored.slice(0, 1)], reused: ['first'], failed: [] }
      }
      stored.push(sampleRun({ id: 'first' }))
      onProgress?.({ what: 'Evaluating hybrid (2 of 2)', done: 30, total: 120 })
      return new Promise((resolve) => {
        signal?.addEventListener('abort', () =>
          resolve(
            failure({
              code: 'cancelled',
              message: 'Stopped. 1 of 2 recipes is measured and kept.',
            }),
          ),
        )
      })
    },
  }
}

test('runs are shown as they are finished, and it says what is measured next', async () => {
  const stored: Run[] = []
  const { wrapper, bridge } = await evaluationOf(stored, stoppable(stored))
  await wrapper.get('form').trigger('submit')
  await settle()
  bridge.change({ dir, revision: 5 })
  await settle(10)
  expect(comparedRuns(wrapper)).toEqual(['BM25'])
  expect(wrapper.text()).toContain('Evaluating hybrid (2 of 2)')
})

test('a stop says what is kept, and the rest can be measured afterwards', async () => {
  const stored: Run[] = []
  const { wrapper, bridge } = await evaluationOf(stored, stoppable(stored))
  await wrapper.get('form').trigger('submit')
  await settle()
  await buttonOf(wrapper, 'Stop').trigger('click')
  await settle()
  expect(wrapper.get('form').text()).toContain('1 of 2 recipes is measured and kept.')
  expect(comparedRuns(wrapper)).toEqual(['BM25'])
  await buttonOf(wrapper, 'Resume').trigger('click')
  await settle()
  const [first, second] = bridge.inputsOf('evaluation.run')
  expect(second).toEqual({ ...first, resume: true })
  expect(comparedRuns(wrapper)).toEqual(['BM25', 'Hybrid'])
  expect(wrapper.text()).not.toContain('measured and kept')
})

test('what was measured while the page was loaded again can be resumed', async () => {
  const stored: Run[] = []
  const { wrapper, bridge } = await evaluationOf(stored, stoppable(stored))
  await wrapper.get('form').trigger('submit')
  await settle()
  const [asked] = bridge.inputsOf('evaluation.run')
  dispatchEvent(new Event('pagehide'))
  wrapper.unmount()

  const again = await mountAgain(stored, stoppable(stored), ['Runs'])
  expect(again.wrapper.get('form').text()).toMatch(
    /The page was left while \d recipes? (was|were) measured on “golden”\. What was finished is kept\./,
  )
  await buttonOf(again.wrapper, 'Resume').trigger('click')
  await settle()
  expect(again.bridge.inputsOf('evaluation.run')).toEqual([{ ...asked, resume: true }])
  expect(comparedRuns(again.wrapper)).toEqual(['BM25', 'Hybrid'])
  dispatchEvent(new Event('pagehide'))
  again.wrapper.unmount()

  const third = await mountAgain(stored)
  expect(third.wrapper.text()).not.toContain('The page was left')
})

/** A workspace that is a demo, at this revision. */
const demoAt = (revision: number): Answers => ({
  'workspace.first': () => ({
    dir,
    name: 'Demo',
    createdAt: '',
    revision,
    commit: commitOf(revision),
    tools: 107,
    goldenSets: 2,
    bundles: 60,
    runs: 0,
    isDemo: true as const,
    worksWith: standardWorks,
  }),
})

test('a new demo is measured unasked, and shows all that it comes with', async () => {
  const stored: Run[] = []
  const runs = [sampleRun({ id: 'first' }), sampleRun({ id: 'second', recipe: 'hybrid' })]
  let finish = (): void => undefined
  const { wrapper, bridge } = await evaluationOf(stored, {
    ...demoAt(1),
    'evaluation.measureDemo': (_, { onProgress }) => {
      onProgress?.({ what: 'BM25 (1 of 3) on “demo”', done: 30, total: 120 })
      return new Promise((resolve) => (finish = () => resolve({ runs, reused: [], failed: [] })))
    },
  })
  expect(bridge.inputsOf('evaluation.measureDemo')).toEqual([{ dir }])
  expect(wrapper.text()).toContain('BM25 (1 of 3) on “demo”')
  expect(wrapper.text()).toContain('Measuring: each recipe is shown here')
  expect(wrapper.find('form').exists()).toBe(false)

  stored.push(...runs.slice(0, 1))
  bridge.change({ dir, revision: 2 })
  await settle(10)
  stored.push(...runs.slice(1))
  finish()
  await settle(10)
  expect(comparedRuns(wrapper)).toEqual(['BM25', 'Hybrid'])
  expect(bridge.inputsOf('evaluation.measureDemo')).toHaveLength(1)
})

test('that a new demo could not be measured is said', async () => {
  const { wrapper } = await evaluationOf([], {
    ...demoAt(1),
    'evaluation.measureDemo': () =>
      failure({ code: 'storage', message: 'The disk is full.', fix: 'Free some space.' }),
  })
  expect(wrapper.said).toEqual([
    'The demo is not measured: The disk is full. Evaluate can run it again.',
  ])
})

test('a demo in which something was done is not measured unasked', async () => {
  const { bridge } = await evaluationOf([], demoAt(2))
  expect(bridge.inputsOf('evaluation.measureDemo')).toEqual([])
})

test('a recipe that fails is shown with its fix beside the runs that did not', async () => {
  const stored: Run[] = []
  const { wrapper, bridge } = await evaluationOf(stored, {
    'evaluation.run': () => {
      stored.push(sampleRun({ id: 'good' }))
      return {
        runs: [...stored],
        reused: [],
        failed: [
          {
            recipe: 'hybrid',
            options: { b: 0.4 },
            embedder: 'ollama:nomic-embed-text',
            problem: {
              code: 'unavailable' as const,
              message: 'Ollama does not answer.',
              fix: 'Start it with: ollama serve',
            },
          },
        ],
      }
    },
  })
  await wrapper.get('form').trigger('submit')
  await settle()
  const failed = wrapper.get('[aria-label="Failed recipes"]')
  expect(failed.text()).toContain('Hybrid · BM25 b: 0.4')
  expect(failed.text()).toContain('ollama serve')
  expect(comparedRuns(wrapper)).toEqual(['BM25'])
  await buttonOf(wrapper, 'Measure what failed again').trigger('click')
  await settle()
  expect(bridge.inputsOf('evaluation.run').at(-1)?.resume).toBe(true)
})

test('failures on many catalogs are counted as measurements, and no more are drawn than asked for', async () => {
  const problem = { code: 'unavailable' as const, message: 'Ollama does not answer.' }
  const failed = Array.from({ length: 30 }, (_, at) => ({
    recipe: 'hybrid',
    options: {},
    problem,
    catalogSize: { tools: 10, seed: at + 1 },
  }))
  const { wrapper } = await evaluationOf([], {
    'evaluation.run': () => ({ runs: [], reused: [], failed }),
  })
  await wrapper.get('form').trigger('submit')
  await settle()
  const panel = wrapper.get('[aria-label="Failed recipes"]')
  expect(panel.get('h2').text()).toBe('30 measurements could not be made')
  expect(panel.findAll('li')).toHaveLength(20)
  expect(panel.findAll('h3')[1]?.text()).toContain('seed 2')
  await buttonOf(wrapper, 'Show 10 more').trigger('click')
  expect(panel.findAll('li')).toHaveLength(30)
})
