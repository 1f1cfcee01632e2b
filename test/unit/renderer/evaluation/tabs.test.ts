// @vitest-environment happy-dom
import { enableAutoUnmount } from '@vue/test-utils'
import { afterEach, expect, test } from 'vitest'
import { agentRunAnswers } from '../../../fakes/agent-run-answers'
import { settle } from '../in-app'
import { buttonOf, evaluationOf, openTab } from './evaluation-of'
import { sampleRun } from './sample-runs'

enableAutoUnmount(afterEach)

const measured = () =>
  sampleRun({
    options: { b: 0.75, depth: 100 },
    catalog: { tools: 107, revision: 3, content: 'c1' },
  })

test('what is chosen, written and running stays while another tab is open', async () => {
  const { wrapper } = await evaluationOf([measured()], {
    ...agentRunAnswers([]),
    'evaluation.outcomes': () => ({ total: 0, failed: 0, missed: 0, rows: [] }),
    'evaluation.run': (_, { onProgress }) => {
      onProgress?.({ what: 'Evaluating bm25', done: 30, total: 120 })
      return new Promise(() => undefined)
    },
  })
  await settle(20)
  await wrapper.get('.cutoffs input[value="5"]').setValue(true)
  const target = () =>
    wrapper.get<HTMLInputElement>('[aria-labelledby="advice-title"] input').element
  target().value = '0.6'
  target().dispatchEvent(new Event('input'))
  target().dispatchEvent(new Event('change'))
  await buttonOf(wrapper, 'Leave out each part in turn').trigger('click')
  await settle(20)
  expect(wrapper.get('[aria-label="Ablation"]').text()).toContain('30 of 120')

  await openTab(wrapper, 'Agent')
  const numbers = () =>
    wrapper.get<HTMLInputElement>('[aria-label="New agent measurement"] input[type=text]')
  await numbers().setValue('1, 4')
  expect(wrapper.find('[aria-label="Ablation"]').exists()).toBe(false)

  await openTab(wrapper, 'Queries')
  await openTab(wrapper, 'Compare')
  expect(wrapper.get('[aria-label="Ablation"]').text()).toContain('30 of 120')
  expect(wrapper.get('[aria-label=Verdict]').text()).toContain('Recall@5')
  expect(target().value).toBe('0.6')
  await openTab(wrapper, 'Agent')
  expect(numbers().element.value).toBe('1, 4')
})
