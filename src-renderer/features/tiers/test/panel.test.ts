// @vitest-environment happy-dom
import { enableAutoUnmount } from '@vue/test-utils'
import { afterEach, expect, test } from 'vitest'
import { failure } from '../../../../test/fakes/bridge'
import { settle } from '../../../../test/unit/renderer/in-app'
import {
  buttonOf,
  evaluationOf,
  foldOf,
} from '../../../../test/unit/renderer/evaluation/evaluation-of'
import { around, sampleRun } from '../../../../test/unit/renderer/evaluation/sample-runs'

enableAutoUnmount(afterEach)

const NAME = 'Kinds of requests'
const rows = () => [
  {
    tier: 'exact' as const,
    runs: [
      { run: 'run-1', queries: 80, byHand: 3, recall: around(0.9) },
      { run: 'run-2', queries: 1060, byHand: 3, recall: around(0.9) },
    ],
  },
  {
    tier: 'vague' as const,
    runs: [{ run: 'run-1', queries: 40, byHand: 0, recall: around(0.3) }],
  },
]

test('recall stands by kind of request, and one kind can be looked at alone', async () => {
  const { wrapper, bridge } = await evaluationOf(
    [sampleRun()],
    {
      'evaluation.tiers': () => ({ k: 1, rows: rows() }),
      'evaluation.at': ({ runs }) =>
        runs.map((id) =>
          sampleRun({ id, ...(id.endsWith(':vague') && { queries: 40, tier: 'vague' as const }) }),
        ),
    },
    ['Runs', 'Details', NAME],
  )
  const fold = foldOf(wrapper, NAME)
  expect(fold.text()).toMatch(/Exact\s*says the name of a right tool\s*80–1,060 \(3 by hand\)/)
  expect(fold.text()).toMatch(/30\.0 %\s*\[25\.0, 35\.0\]/)
  await buttonOf(wrapper, 'Only vague').trigger('click')
  await settle()
  expect(bridge.inputsOf('evaluation.at')).toContainEqual(
    expect.objectContaining({ runs: ['run-1:vague'] }),
  )
  expect(wrapper.text()).toContain('40 queries of the tier “Vague”')
  await buttonOf(wrapper, 'Vague only').trigger('click')
  await settle()
  expect(wrapper.text()).toContain('all 120 queries')
})

test('a kind that cannot be looked at says why, and all queries stay on show', async () => {
  const { wrapper } = await evaluationOf(
    [sampleRun()],
    {
      'evaluation.tiers': () => ({ k: 1, rows: rows() }),
      'evaluation.at': () =>
        failure({ code: 'bad-input', message: 'No query of this run is vague.' }),
    },
    ['Runs', 'Details', NAME],
  )
  await buttonOf(wrapper, 'Only vague').trigger('click')
  await settle()
  expect(foldOf(wrapper, NAME).text()).toContain('No query of this run is vague.')
  expect(wrapper.text()).toContain('all 120 queries')
})
