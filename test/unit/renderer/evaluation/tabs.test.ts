// @vitest-environment happy-dom
import { enableAutoUnmount } from '@vue/test-utils'
import { afterEach, expect, test } from 'vitest'
import { agentRunAnswers } from '../../../fakes/agent-run-answers'
import { settle } from '../in-app'
import { buttonOf, chooseK, evaluationOf, foldOf, openFold } from './evaluation-of'
import { sampleRun } from './sample-runs'

enableAutoUnmount(afterEach)

const measured = () =>
  sampleRun({
    options: { b: 0.75, depth: 100 },
    catalog: { tools: 107, revision: 3, content: 'c1' },
  })

test('what is chosen, written and running stays while parts of the page are closed', async () => {
  const { wrapper } = await evaluationOf([measured()], {
    ...agentRunAnswers([]),
    'evaluation.outcomes': () => ({ total: 0, failed: 0, missed: 0, rows: [] }),
    'ablation.read': () => ({
      whole: measured(),
      measure: 'Recall@1',
      queries: 120,
      results: [],
      findings: [],
      left: [{ label: 'BM25 b: 0', asksModel: false, embedsAnew: false }],
    }),
    'ablation.measure': (_, { onProgress }) => {
      onProgress?.({ what: 'Evaluating bm25', done: 30, total: 120 })
      return new Promise(() => undefined)
    },
  })
  await settle(20)
  const target = () => wrapper.get<HTMLInputElement>('[aria-label="Recall at least"]').element
  target().value = '0.6'
  target().dispatchEvent(new Event('input'))
  target().dispatchEvent(new Event('change'))
  await openFold(wrapper, 'Ablation')
  await settle(20)
  await buttonOf(wrapper, 'Leave out each part in turn').trigger('click')
  await settle(20)
  expect(wrapper.get('[aria-label="Ablation"]').text()).toContain('30 of 120')

  await openFold(wrapper, 'Agent')
  const numbers = () =>
    wrapper.get<HTMLInputElement>('[aria-label="New agent measurement"] input[type=text]')
  await numbers().setValue('1, 4')
  const toggle = (name: string) => foldOf(wrapper, name).get('h2 button').trigger('click')
  await toggle('Details')
  expect(foldOf(wrapper, 'Ablation').exists()).toBe(false)
  await chooseK(wrapper, 5)
  await toggle('Details')
  expect(foldOf(wrapper, 'Ablation').text()).toContain('30 of 120')
  expect(wrapper.get('.trust').text()).toContain('Recall@5')
  expect(target().value).toBe('0.6')
  await openFold(wrapper, 'Agent')
  expect(numbers().element.value).toBe('1, 4')
})
