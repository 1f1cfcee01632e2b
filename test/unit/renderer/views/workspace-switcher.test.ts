// @vitest-environment happy-dom
import { enableAutoUnmount } from '@vue/test-utils'
import { afterEach, expect, test } from 'vitest'
import WorkspaceSwitcher from '../../../../src-renderer/views/workspaces/WorkspaceSwitcher.vue'
import { failure, fakeBridge, type FakeBridge } from '../../../fakes/bridge'
import { mountInApp, settle } from '../in-app'

enableAutoUnmount(afterEach)

async function choose(bridge: FakeBridge, item: string): Promise<void> {
  const wrapper = await mountInApp(bridge, WorkspaceSwitcher)
  await wrapper.get('button.switcher').trigger('click')
  await settle(10)
  const found = [...document.querySelectorAll<HTMLElement>('[role=menuitem]')].find((one) =>
    one.textContent?.trim().startsWith(item),
  )
  if (!found) throw new Error(`The menu has no ${item}.`)
  found.click()
  await settle(20)
}

async function enter(text: string): Promise<void> {
  const input = document.querySelector<HTMLInputElement>('[role=dialog] input')
  if (!input) throw new Error('There is no field.')
  input.value = text
  input.dispatchEvent(new Event('input'))
  await settle()
  input.form?.dispatchEvent(new Event('submit'))
  await settle(10)
}

test('a workspace is created under the name given and shown', async () => {
  const bridge = fakeBridge()
  await choose(bridge, 'New workspace')
  await enter(' Shop ')
  expect(bridge.inputsOf('workspace.create')).toEqual([{ name: 'Shop' }])
  expect(document.querySelector('button.switcher')?.textContent).toContain('Shop')
})

test('a folder that is no workspace says so in the dialog, which stays', async () => {
  const bridge = fakeBridge()
  await choose(bridge, 'Open a folder')
  await enter('/nowhere')
  expect(document.querySelector('[role=dialog] [role=alert]')?.textContent).toContain(
    'Check the path',
  )
})

test('a workspace is deleted only once its name is typed', async () => {
  const bridge = fakeBridge()
  await choose(bridge, 'Delete')
  await enter('demo')
  expect(bridge.inputsOf('workspace.delete')).toEqual([])
  await enter('Demo')
  expect(bridge.inputsOf('workspace.delete')).toMatchObject([{ confirm: 'Demo' }])
})

test('a workspace that is open elsewhere tells how to get it when deleting fails', async () => {
  const bridge = fakeBridge({
    'workspace.delete': () =>
      failure({ code: 'busy', message: 'Another program uses it.', fix: 'Close that program.' }),
  })
  await choose(bridge, 'Delete')
  await enter('Demo')
  expect(document.querySelector('[role=dialog]')?.textContent).toContain('Close that program.')
})
