// @vitest-environment happy-dom
import { enableAutoUnmount, mount } from '@vue/test-utils'
import { afterEach, expect, test } from 'vitest'
import { defineComponent, h } from 'vue'
import { useWorkspace } from '../../../../src-renderer/composables/useWorkspace'
import PlaygroundView from '../../../../src-renderer/views/playground/PlaygroundView.vue'
import { fakeBridge } from '../../../fakes/bridge'
import { sampleRecipes } from '../evaluation/sample-runs'
import { provided, settle } from '../in-app'
import { ask, QUERY } from './playground'
import { sampleAnswer } from './sample-answer'

enableAutoUnmount(afterEach)

test('a workspace that comes on show is asked what was asked last of another one', async () => {
  const bridge = fakeBridge({
    'recipes.list': () => sampleRecipes(),
    'query.run': ({ text, k }) => sampleAnswer(text, k ?? 5),
  })
  let workspace: ReturnType<typeof useWorkspace> | undefined
  const frame = defineComponent({
    setup() {
      workspace = useWorkspace()
      const { current, start } = workspace
      void start()
      return () => current.value && h(PlaygroundView, { key: current.value.dir })
    },
  })
  const wrapper = mount(frame, { global: provided(bridge), attachTo: document.body })
  await settle(10)
  expect(bridge.inputsOf('query.run')).toEqual([])
  await ask(wrapper)
  await workspace?.open('/home/ada/Pegboard/shop')
  await settle(10)
  expect(bridge.inputsOf('query.run').map(({ dir, text }) => [dir, text])).toEqual([
    ['/home/ada/Pegboard/demo', QUERY],
    ['/home/ada/Pegboard/shop', QUERY],
  ])
  expect(wrapper.get('textarea').element.value).toBe(QUERY)
})
