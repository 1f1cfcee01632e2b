// @vitest-environment happy-dom
import { enableAutoUnmount } from '@vue/test-utils'
import { afterEach, expect, test } from 'vitest'
import { defineComponent, h } from 'vue'
import EarnedEdges from '../../../../src-renderer/views/evaluation/EarnedEdges.vue'
import { fakeBridge } from '../../../fakes/bridge'
import { id } from '../../../fakes/catalog-tool'
import { mountInApp } from '../in-app'
import { eventually } from '../../../fixtures/eventually'

enableAutoUnmount(afterEach)

const EDGE = { from: id('book'), on: id('log_in'), edge: 'tool-direct' as const }

test('what edges earned is looked up when asked for, and told in a table', async () => {
  const bridge = fakeBridge({
    'evaluation.earnedEdges': () => ({
      queries: 900,
      asked: 300,
      total: 1,
      edges: [{ ...EDGE, right: 7, wrong: 2 }],
    }),
  })
  const panel = defineComponent(() => () => h(EarnedEdges, { dir: '/demo', run: 'run 1', k: 5 }))
  const wrapper = await mountInApp(bridge, panel)
  expect(bridge.inputsOf('evaluation.earnedEdges')).toEqual([])
  await wrapper.find('button').trigger('click')
  await eventually(() => expect(wrapper.find('tbody').text()).toBe('booklog_in72'))
  expect(bridge.inputsOf('evaluation.earnedEdges')).toEqual([{ dir: '/demo', run: 'run 1', k: 5 }])
  expect(wrapper.text()).toContain(
    '1 edge brought tools that were not found anyway, in 300 of 900 queries',
  )
})
