import { mount, type VueWrapper } from '@vue/test-utils'
import { vi } from 'vitest'
import { defineComponent, h, watch, type Component } from 'vue'
import { bridgeKey } from '../../../src-renderer/bridge/bridge'
import { useNavigation } from '../../../src-renderer/composables/useNavigation'
import { sectionsKey } from '../../../src-renderer/composables/useSections'
import { useStatus } from '../../../src-renderer/composables/useStatus'
import { useWorkspace } from '../../../src-renderer/composables/useWorkspace'
import * as registry from '../../../src-renderer/features/registry'
import { withoutClashes } from '../../../src-renderer/places/claims'
import { featuresKey } from '../../../src-renderer/places/places'
import { sectionsWith } from '../../../src-renderer/sections'
import type { FakeBridge } from '../../fakes/bridge'

const features = withoutClashes(registry)
export const sections = sectionsWith(features)

/**
 * Lets every answer of the fake bridge, what is drawn because of it, and parts that are loaded when
 * they are wanted come through.
 */
export async function settle(ms = 0): Promise<void> {
  await vi.dynamicImportSettled()
  await new Promise((resolve) => setTimeout(resolve, ms))
  await new Promise((resolve) => setTimeout(resolve))
}

/** What the window provides to every component. */
export const provided = (bridge: FakeBridge) => ({
  provide: {
    [bridgeKey as symbol]: bridge,
    [sectionsKey as symbol]: sections,
    [featuresKey as symbol]: features,
  },
})

type InApp = VueWrapper & {
  navigation: ReturnType<typeof useNavigation>
  /** What the status line said, one after the other. */
  said: readonly string[]
}

/**
 * Mounts a view as the window does: with a bridge, and its workspace open. `prepare` runs before
 * that.
 */
export async function mountInApp(
  bridge: FakeBridge,
  view: Component,
  prepare: () => void = () => undefined,
): Promise<InApp> {
  const said: string[] = []
  let navigation: ReturnType<typeof useNavigation> | undefined
  const frame = defineComponent({
    setup() {
      const workspace = useWorkspace()
      navigation = useNavigation()
      const { status } = useStatus()
      watch(status, (now) => now && said.push(now.text))
      prepare()
      void workspace.start()
      return () => workspace.current.value && h(view)
    },
  })
  const wrapper = mount(frame, { global: provided(bridge), attachTo: document.body })
  await settle(10)
  if (!navigation) throw new Error('The frame was not set up.')
  return Object.assign(wrapper, { navigation, said })
}

/** Ends the page, as loading it again does: what is mounted next has only what was stored. */
export function leavePage(wrapper: VueWrapper): void {
  dispatchEvent(new Event('pagehide'))
  wrapper.unmount()
}

/** The heading of a section of the open tool’s page, which opens and closes it. */
export const sectionHead = (name: string): HTMLElement | undefined =>
  [...document.querySelectorAll<HTMLElement>('[aria-label=Tool] h3 > [aria-expanded]')].find(
    (head) => head.textContent.trim().startsWith(name),
  )
export const isSectionOpen = (name: string): boolean =>
  sectionHead(name)?.getAttribute('aria-expanded') === 'true'

/** Opens or closes a section of the open tool’s page. */
export async function setSection(name: string, open = true): Promise<void> {
  if (isSectionOpen(name) !== open) sectionHead(name)?.click()
  await settle(40)
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
    { global: provided(bridge) },
  )
  return { result: result as Result, unmount: () => wrapper.unmount() }
}
