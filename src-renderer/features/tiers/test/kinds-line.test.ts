// @vitest-environment happy-dom
import { enableAutoUnmount } from '@vue/test-utils'
import { afterEach, expect, test } from 'vitest'
import { h } from 'vue'
import type { PlainEveryday } from '../../../../src-main/features/tiers/shared/answers'
import { sampleAdvice } from '../../../../test/fakes/advice-answers'
import { failure, fakeBridge, type Answers } from '../../../../test/fakes/bridge'
import { mountInApp, settle } from '../../../../test/unit/renderer/in-app'
import RestsOn from '../../../views/workspaces/RestsOn.vue'
import { evaluationOf } from '../../../../test/unit/renderer/evaluation/evaluation-of'
import { around, sampleRun } from '../../../../test/unit/renderer/evaluation/sample-runs'

enableAutoUnmount(afterEach)

const LINE =
  'found among the first 1: plain 60 of 62 (recall 0.970 [0.920, 1.020]) · everyday 20 of 40 (recall 0.500 [0.450, 0.550]). 4 of 102 were told by tags, the others by rule; 18 queries are neither.'
const told = (): PlainEveryday => ({
  run: 'run-1',
  k: 1,
  plain: { queries: 62, byHand: 0, found: 60, recall: around(0.97) },
  everyday: { queries: 40, byHand: 4, found: 20, recall: around(0.5) },
  others: 18,
})

async function decided(answers: Answers) {
  const chosen = { ...sampleAdvice().chosen, run: 'run-1', k: 1 }
  const { wrapper, bridge } = await evaluationOf([sampleRun()], {
    'evaluation.advise': () => sampleAdvice({ chosen }),
    ...answers,
  })
  await settle()
  return { bridge, decision: wrapper.get('[aria-label="Decision"]') }
}

test('the decision says what its run finds of plain and of everyday requests', async () => {
  const { bridge, decision } = await decided({ 'evaluation.plainEveryday': () => [told()] })
  expect(bridge.inputsOf('evaluation.plainEveryday')).toEqual([
    { dir: expect.any(String) as string, runs: ['run-1'], k: 1 },
  ])
  expect(decision.get('.kinds').text()).toBe(`Plain and everyday requests: ${LINE}`)
})

test('it says nothing where the two cannot be told apart', async () => {
  const { decision } = await decided({ 'evaluation.plainEveryday': () => [] })
  expect(decision.text()).not.toContain('everyday')
})

test('where they cannot be counted it says why, and the decision stays', async () => {
  const { decision } = await decided({
    'evaluation.plainEveryday': () => failure({ code: 'internal', message: 'A file is damaged.' }),
  })
  expect(decision.text()).toContain('A file is damaged.')
  expect(decision.get('.sentence').text()).toMatch(/\w/)
})

test('what a workspace works with says the same of the newest run of it', async () => {
  const bridge = fakeBridge({
    'workspace.restsOn': () => ({ now: { run: 'run-1' } }),
    'evaluation.plainEveryday': () => [told()],
  })
  const wrapper = await mountInApp(bridge, () =>
    h(RestsOn, { dir: '/home/ada/Pegboard/demo', k: 1 }),
  )
  await settle()
  expect(wrapper.text()).toContain(LINE)
  expect(bridge.inputsOf('evaluation.plainEveryday')).toMatchObject([{ runs: ['run-1'], k: 1 }])
})
