// @vitest-environment happy-dom
import { enableAutoUnmount } from '@vue/test-utils'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { defineComponent, h } from 'vue'
import type { LinkPlace, Opened } from '../../../../src-main/contract/opened'
import type { Bridge } from '../../../../src-renderer/bridge/bridge'
import { onIntent } from '../../../../src-renderer/composables/useNavigation'
import { useOpenedFiles, useOpening } from '../../../../src-renderer/composables/useOpening'
import { useWorkspace } from '../../../../src-renderer/composables/useWorkspace'
import { failure, fakeBridge, type Answers } from '../../../fakes/bridge'
import { mountInApp, settle, withBridge } from '../in-app'

enableAutoUnmount(afterEach)
beforeEach(() => {
  location.hash = '#/settings'
  document.body.replaceChildren()
})

/** The window of a host that opens files and links with it; `open` is the system. */
async function windowThatHears(answers: Answers = {}) {
  const listeners = new Set<(opened: Opened) => void>()
  const opened: Bridge['opened'] = {
    onOpened(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    handIn: async () => ({ ok: true, data: '/in' }),
  }
  const bridge = { ...fakeBridge(answers), opened }
  const got: unknown[] = []
  const view = defineComponent({
    setup() {
      onIntent('catalog', (intent) => got.push(intent))
      return () => h('p')
    },
  })
  let state: ReturnType<typeof useWorkspace> | undefined
  let files: ReturnType<typeof useOpenedFiles> | undefined
  let hear = (): void => undefined
  const app = await mountInApp(bridge, view, () => {
    state = useWorkspace()
    files = useOpenedFiles()
    hear = useOpening()
  })
  const open = async (one: Opened) => {
    listeners.forEach((tell) => tell(one))
    await settle(20)
  }
  const follow = (place: LinkPlace) => open({ kind: 'link', place })
  const dir = () => state?.current.value?.dir
  return { app, bridge, got, listeners, open, follow, dir, files, hear: () => hear() }
}

const folderOf = (dir = ''): string => dir.split('/').at(-1) ?? ''

test('nothing is heard before the window is ready for it, nor after it is gone', async () => {
  const { app, listeners, hear } = await windowThatHears()
  expect(listeners.size).toBe(0)
  hear()
  expect(listeners.size).toBe(1)
  app.unmount()
  expect(listeners.size).toBe(0)
})

test('a link leads to a workspace, to a section of it, or to a tool', async () => {
  const { app, bridge, got, follow, dir, hear } = await windowThatHears()
  hear()
  const listed = await bridge.request('workspace.list', {})
  const dirs = listed.ok ? listed.data.map((entry) => entry.dir) : []
  const other = dirs.find((one) => one !== dir()) ?? ''
  const here = dir() ?? ''
  await follow({ workspace: folderOf(other) })
  expect(dir()).toBe(other)
  expect(app.navigation.section.value).toBe('settings')
  await follow({ workspace: folderOf(here), section: 'serve' })
  expect([dir(), app.navigation.section.value]).toEqual([here, 'serve'])
  const openings = bridge.inputsOf('workspace.open').length
  await follow({ workspace: folderOf(here), tool: 'mail/send_email' })
  expect(app.navigation.section.value).toBe('catalog')
  expect(got).toEqual([{ tool: 'mail/send_email' }])
  expect(bridge.inputsOf('workspace.open')).toHaveLength(openings)
  expect(app.said).toEqual([])
})

test('a link to what is not here says so, and leaves the window as it is', async () => {
  const { app, bridge, follow, dir, hear } = await windowThatHears()
  hear()
  const before = dir()
  await follow({ workspace: 'nowhere', section: 'serve' })
  await follow({ workspace: '', section: 'serve' })
  await follow({ workspace: folderOf(before), section: 'secrets' })
  const unknown = 'The link names a workspace that is not here.'
  expect(app.said).toEqual([
    unknown,
    unknown,
    'The link names a part of the window that is not here.',
  ])
  expect([dir(), app.navigation.section.value]).toEqual([before, 'settings'])
  expect(bridge.inputsOf('workspace.open')).toEqual([])
})

test('a link to a workspace that cannot be opened goes nowhere', async () => {
  const { app, bridge, follow, dir, hear } = await windowThatHears({
    'workspace.open': () => failure({ code: 'busy', message: 'Another program uses it.' }),
  })
  hear()
  const listed = await bridge.request('workspace.list', {})
  const other = listed.ok ? listed.data.find((one) => one.dir !== dir())?.dir : undefined
  await follow({ workspace: folderOf(other), section: 'serve' })
  expect(app.navigation.section.value).toBe('settings')
})

test('a link waits for nobody who has a dialog open: it says so', async () => {
  const { app, follow, dir, hear } = await windowThatHears()
  hear()
  const dialog = document.createElement('div')
  dialog.setAttribute('role', 'dialog')
  dialog.setAttribute('data-state', 'open')
  document.body.append(dialog)
  await follow({ workspace: folderOf(dir()), section: 'serve' })
  expect(app.said).toEqual(['Close what is open, then follow the link again.'])
  expect(app.navigation.section.value).toBe('settings')
})

test('a link only reads, and opens the workspace that it names', async () => {
  const { bridge, follow, dir, hear } = await windowThatHears()
  hear()
  const before = bridge.requests.length
  await follow({ workspace: folderOf(dir()), tool: 'mail/send_email' })
  expect(bridge.requests.slice(before).map(({ action }) => action)).toEqual(['workspace.list'])
})

test('files wait to be asked about, twenty at most, and what is refused is told', async () => {
  const { app, open, files, hear } = await windowThatHears()
  hear()
  for (let at = 0; at < 25; at++)
    await open({ kind: 'file', ticket: `${at}`, name: `${at}.pegboard` })
  expect(files?.waiting.value).toHaveLength(20)
  expect([files?.next()?.name, files?.next()?.name]).toEqual(['0.pegboard', '1.pegboard'])
  await open({ kind: 'refused', text: '“x” cannot be opened: <b>no</b>.' })
  expect(app.said).toEqual(['“x” cannot be opened: <b>no</b>.'])
})

test('a host that is told nothing is heard of without a fault', () => {
  const { result } = withBridge(fakeBridge(), useOpening)
  expect(result).not.toThrow()
})
