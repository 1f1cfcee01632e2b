// @vitest-environment happy-dom
import { enableAutoUnmount } from '@vue/test-utils'
import { afterEach, expect, test } from 'vitest'
import type { OpenedFile } from '../../../../src-renderer/composables/useOpening'
import { useOpenedFiles } from '../../../../src-renderer/composables/useOpening'
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

test('a workspace is checked for damage, and what is damaged is told', async () => {
  const bridge = fakeBridge({
    'workspace.check': () => ({
      place: '/workspaces/demo',
      isDamaged: true,
      wholeBefore: 7,
      hashed: 1,
      contents: [
        {
          parts: [
            { name: 'tools', rows: 12, state: 'damaged', fault: 'some of its rows are others' },
            { name: 'bundles', rows: 3, state: 'unchecked' },
          ],
        },
      ],
    }),
  })
  await choose(bridge, 'Check for damage')
  const said = document.querySelector('[role=dialog]')?.textContent ?? ''
  expect(said).toContain('Commit 7 before is whole')
  expect(said).toContain('some of its rows are others')
  expect(said).toContain('1 table had no hash')
})

const fileCalled = (name: string): OpenedFile => ({ kind: 'file', ticket: `of ${name}`, name })
const dialogText = () => document.querySelector('[role=dialog]')?.textContent ?? ''
const press = async (label: string) => {
  const buttons = [...document.querySelectorAll<HTMLButtonElement>('[role=dialog] button')]
  buttons.find((button) => button.textContent?.trim() === label)?.click()
  await settle(20)
}

/** A host that hands files in, and the window with files that the system opened. */
async function windowWith(names: string[], answers: Parameters<typeof fakeBridge>[0] = {}) {
  const handedIn: string[] = []
  const opened: FakeBridge['opened'] = {
    onOpened: () => () => undefined,
    handIn: async (ticket) => {
      handedIn.push(ticket)
      return { ok: true, data: `/in/${ticket}` }
    },
  }
  const bridge = { ...fakeBridge(answers), opened }
  let add: ReturnType<typeof useOpenedFiles>['add'] = () => undefined
  await mountInApp(bridge, WorkspaceSwitcher, () => ({ add } = useOpenedFiles()))
  for (const name of names) add(fileCalled(name))
  await settle(20)
  return { bridge, handedIn, add }
}

test('a file that the system opened is imported only once somebody says so', async () => {
  const { bridge, handedIn } = await windowWith(['shop.pegboard'])
  expect(dialogText()).toContain('Import workspace')
  expect(dialogText()).toContain('shop.pegboard')
  expect([handedIn, bridge.inputsOf('workspace.import')]).toEqual([[], []])
  await press('Import')
  expect(handedIn).toEqual(['of shop.pegboard'])
  expect(bridge.inputsOf('workspace.import')).toMatchObject([{ path: '/in/of shop.pegboard' }])
})

test('of several files each is asked about once the one before is decided on', async () => {
  const { bridge, handedIn, add } = await windowWith(['one.pegboard', 'two.pegboard'])
  expect(dialogText()).toContain('one.pegboard')
  await press('Cancel')
  expect(dialogText()).toContain('two.pegboard')
  add(fileCalled('three.pegboard'))
  await settle(20)
  expect(dialogText()).toContain('two.pegboard')
  await press('Cancel')
  expect(dialogText()).toContain('three.pegboard')
  await press('Cancel')
  expect(document.querySelector('[role=dialog]')).toBeNull()
  expect([handedIn, bridge.inputsOf('workspace.import')]).toEqual([[], []])
})

test('a file that cannot be imported says why, and can be tried again', async () => {
  const { handedIn } = await windowWith(['old.pegboard'], {
    'workspace.import': () => failure({ code: 'unreadable', message: 'It is cut off.' }),
  })
  await press('Import')
  expect(dialogText()).toContain('It is cut off.')
  await press('Import')
  expect(handedIn).toHaveLength(2)
})
