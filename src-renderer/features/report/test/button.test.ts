// @vitest-environment happy-dom
import { enableAutoUnmount } from '@vue/test-utils'
import { afterEach, expect, test } from 'vitest'
import { failure } from '../../../../test/fakes/bridge'
import { settle } from '../../../../test/unit/renderer/in-app'
import { buttonOf, evaluationOf } from '../../../../test/unit/renderer/evaluation/evaluation-of'
import { sampleRun } from '../../../../test/unit/renderer/evaluation/sample-runs'

enableAutoUnmount(afterEach)

const other = sampleRun({ id: 'run-2', recipe: 'hybrid', options: {} })

test('a report is about the runs on show, as they are called there, and the point that is chosen', async () => {
  const { wrapper, bridge } = await evaluationOf([sampleRun(), other], {}, [])
  await buttonOf(wrapper, 'Report').trigger('click')
  await settle()
  const [asked] = bridge.inputsOf('evaluation.report')
  expect(asked?.runs.toSorted()).toEqual(['run-1', 'run-2'])
  expect(asked?.labels).toHaveLength(2)
  expect(asked?.runs).toContain(asked?.run)
  expect(asked?.runs).toContain(asked?.baseline)
  expect(asked?.k).toBeGreaterThan(0)
})

test('why it could not be written is said beside the decision', async () => {
  const fails = () => failure({ code: 'unavailable', message: 'The disk is full.' })
  const { wrapper } = await evaluationOf([sampleRun()], { 'evaluation.report': fails }, [])
  await buttonOf(wrapper, 'Report').trigger('click')
  await settle()
  expect(wrapper.find('section[aria-label="Decision"]').text()).toContain('The disk is full.')
})
