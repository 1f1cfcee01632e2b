// @vitest-environment happy-dom
import { enableAutoUnmount, type VueWrapper } from '@vue/test-utils'
import { afterEach, expect, test } from 'vitest'
import { h } from 'vue'
import { useEditHistory } from '../../../composables/useEditHistory'
import { useImportDialog } from '../../../composables/useImportDialog'
import { sources } from '..'
import SourcesPane from '../SourcesPane.vue'
import { failure, fakeBridge, type Answers } from '../../../../test/fakes/bridge'
import { importAnswers } from '../../../../test/fakes/import-answers'
import { listedSource } from '../../../../test/fakes/source-answers'
import { mountInApp, settle } from '../../../../test/unit/renderer/in-app'

enableAutoUnmount(afterEach)

const DIR = '/home/ada/Pegboard/demo'

async function pane(answers: Answers = {}, prepare = (): void => undefined) {
  const bridge = fakeBridge(answers)
  let history: ReturnType<typeof useEditHistory> | undefined
  let request: ReturnType<typeof useImportDialog>['request'] | undefined
  const wrapper = await mountInApp(
    bridge,
    () => h(SourcesPane, { dir: DIR }),
    () => {
      history = useEditHistory(DIR)
      request = useImportDialog().request
      prepare()
    },
  )
  await settle(20)
  return { bridge, wrapper, undoable: () => history?.undoable.value, asked: () => request?.value }
}

async function press(wrapper: VueWrapper, name: string): Promise<void> {
  await wrapper
    .findAll('button')
    .find((one) => (one.attributes('aria-label') ?? one.text()) === name)
    ?.trigger('click')
  await settle(20)
}

const rowOf = (wrapper: VueWrapper, name: string): string =>
  wrapper
    .findAll('tbody tr')
    .find((row) => row.text().startsWith(name))
    ?.text()
    .replace(/\s+/g, ' ') ?? ''

test('a workspace without sources says what they are, and how to get one', async () => {
  const { wrapper, asked } = await pane({ 'sources.list': () => [] })
  expect(wrapper.text()).toContain('A source is where tools live')
  await press(wrapper, 'Follow a file or folder')
  expect(asked()?.connect).toBe('files')
})

test('each source is listed with where it is from, and is read again by its button', async () => {
  const { wrapper, asked } = await pane()
  expect(rowOf(wrapper, 'mail')).toMatch(/npx mail-server.*3.*2025-11-25/)
  await press(wrapper, 'Refresh mail')
  expect(asked()?.sources).toEqual([{ name: 'mail' }])
})

test('checking reads one after the other; one that fails says why, and the others go on', async () => {
  const preview = importAnswers['import.preview']
  const read: string[] = []
  const { wrapper } = await pane({
    'sources.list': () =>
      ['mail', 'files'].map((name) =>
        listedSource(name, {
          ...(read.includes(name) && {
            found: { at: '2026-11-26T08:00:00Z', added: 2, changed: 0, removed: 1 },
          }),
        }),
      ),
    'import.preview': (input, options) => {
      const name = input.source?.name ?? ''
      if (name === 'mail') {
        return failure({
          code: 'asks-start',
          message: 'Nobody has agreed yet.',
          fix: 'Look at it.',
        })
      }
      read.push(name)
      return preview?.(input, options) as never
    },
  })
  await press(wrapper, 'Check all')
  await settle(20)
  expect(rowOf(wrapper, 'mail')).toContain('Nobody has agreed yet.')
  expect(rowOf(wrapper, 'files')).toContain('2 added, 1 removed')
})

test('checking can be stopped', async () => {
  const { bridge, wrapper } = await pane({ 'import.preview': () => new Promise(() => undefined) })
  await press(wrapper, 'Check all')
  expect(wrapper.text()).toContain('Reading mail')
  await press(wrapper, 'Stop')
  expect(bridge.inputsOf('import.preview')).toHaveLength(1)
  expect(wrapper.find('[role=progressbar]').exists()).toBe(false)
})

const choosePalette = (id: string): void =>
  sources
    .palette?.()
    .find((command) => command.id === id)
    ?.run()

test('the palette has all sources checked', async () => {
  const { bridge } = await pane({}, () => choosePalette('check-sources'))
  await settle(20)
  expect(bridge.inputsOf('import.preview').map(({ source }) => source?.name)).toEqual([
    'mail',
    'files',
  ])
})

test('all are refreshed together by one button, or from the palette', async () => {
  const both = [{ name: 'mail' }, { name: 'files' }]
  const pressed = await pane()
  await press(pressed.wrapper, 'Refresh all')
  expect(pressed.asked()?.sources).toEqual(both)
  const { bridge, asked } = await pane({}, () => choosePalette('refresh-sources'))
  expect(asked()?.sources).toEqual(both)
  expect(bridge.inputsOf('import.preview')).toEqual([])
})

async function choose(wrapper: VueWrapper, item: string): Promise<HTMLElement> {
  await wrapper.get('[aria-label="More for mail"]').trigger('click')
  await settle(20)
  const found = [...document.querySelectorAll<HTMLElement>('[role=menuitem]')].find((one) =>
    one.textContent.includes(item),
  )
  found?.click()
  await settle(30)
  const dialog = document.querySelector<HTMLElement>('[role=dialog]')
  if (!dialog) throw new Error(`${item} asks nothing.`)
  return dialog
}

const send = async (dialog: HTMLElement): Promise<void> => {
  dialog.querySelector('form')?.dispatchEvent(new Event('submit', { cancelable: true }))
  await settle(20)
}

test('a source is renamed, and that can be undone', async () => {
  const { bridge, wrapper, undoable } = await pane()
  const dialog = await choose(wrapper, 'Rename')
  const field = dialog.querySelector('input')
  if (field) field.value = 'post'
  field?.dispatchEvent(new Event('input'))
  await settle(10)
  await send(dialog)
  expect(bridge.inputsOf('sources.rename')).toEqual([{ dir: DIR, name: 'mail', to: 'post' }])
  expect(undoable()).toMatchObject({ label: 'Renamed the source mail to post', change: 'change 8' })
})

test('a source goes alone, or with its tools, and that can be undone', async () => {
  const { bridge, wrapper, undoable } = await pane()
  const dialog = await choose(wrapper, 'Remove')
  const withTools = [...dialog.querySelectorAll('label')].find((one) =>
    one.textContent.includes('With its 3 tools'),
  )
  withTools?.querySelector('input')?.click()
  await settle(10)
  await send(dialog)
  expect(bridge.inputsOf('sources.remove')).toEqual([{ dir: DIR, name: 'mail', withTools: true }])
  expect(undoable()).toMatchObject({
    label: 'Removed the source mail with 3 tools',
    change: 'change 9',
  })
})
