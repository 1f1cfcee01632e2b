import { mount, type VueWrapper } from '@vue/test-utils'
import { defineComponent, h, type Component } from 'vue'
import { bridgeKey } from '../../../src-renderer/bridge/bridge'
import { provideWorkspace } from '../../../src-renderer/composables/useWorkspace'
import type { FakeBridge } from '../../fakes/bridge'

/** Lets every answer of the fake bridge, and what is drawn because of it, come through. */
export async function settle(ms = 0): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, ms))
  await new Promise((resolve) => setTimeout(resolve))
}

/** Mounts a view as the window does: with a bridge, and its workspace open. */
export async function mountInApp(
  bridge: FakeBridge,
  view: Component,
  props: Record<string, unknown> = {},
): Promise<VueWrapper> {
  const frame = defineComponent({
    setup() {
      const workspace = provideWorkspace()
      void workspace.start()
      return () => workspace.current.value && h(view, props)
    },
  })
  const wrapper = mount(frame, {
    global: { provide: { [bridgeKey as symbol]: bridge } },
    attachTo: document.body,
  })
  await settle(10)
  return wrapper
}

/** Mounts a component that only runs `setup`, and gives what that returns. */
export function withBridge<Result>(
  bridge: FakeBridge,
  setup: () => Result,
): { result: Result; unmount: () => void } {
  let result: Result | undefined
  const wrapper = mount(
    defineComponent({
      setup() {
        result = setup()
        return () => null
      },
    }),
    { global: { provide: { [bridgeKey as symbol]: bridge } } },
  )
  return { result: result as Result, unmount: () => wrapper.unmount() }
}
