// @vitest-environment happy-dom
import { enableAutoUnmount, type VueWrapper } from '@vue/test-utils'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { useImportDialog } from '../../../../src-renderer/composables/useImportDialog'
import { useStatus } from '../../../../src-renderer/composables/useStatus'
import CatalogView from '../../../../src-renderer/views/catalog/CatalogView.vue'
import { failure, fakeBridge, type FakeBridge } from '../../../fakes/bridge'
import { DRAFT_IS_BACK } from '../../../../src-renderer/words/draft-words'
import { leavePage, mountInApp, setSection, settle } from '../in-app'

enableAutoUnmount(afterEach)
beforeEach(() => localStorage.clear())

const press = async (of: VueWrapper, text: string): Promise<void> => {
  await of
    .findAll('button')
    .find((one) => one.text() === text || one.attributes('aria-label') === text)
    ?.trigger('click')
  await settle(10)
}

const dialog = () => {
  const found = document.querySelector<HTMLElement>('[role=dialog]')
  if (!found) throw new Error('No dialog is open.')
  return {
    field(label: string): HTMLInputElement {
      const named = [...found.querySelectorAll('label')].find((one) => one.textContent === label)
      return found.querySelector(`[id="${named?.getAttribute('for')}"]`) as HTMLInputElement
    },
    async fill(label: string, text: string): Promise<void> {
      const field = this.field(label)
      field.value = text
      field.dispatchEvent(new Event(field.tagName === 'SELECT' ? 'change' : 'input'))
      await settle()
    },
    async submit(): Promise<void> {
      found.querySelector('form')?.dispatchEvent(new Event('submit'))
      await settle(20)
    },
    text: () => found.textContent,
  }
}

const checkFirst = async (wrapper: VueWrapper) => {
  const grid = wrapper.get('[role=grid]')
  await grid.trigger('keydown', { key: 'ArrowDown' })
  await grid.trigger('keydown', { key: ' ' })
}

async function openDefinition(bridge: FakeBridge, tool: string) {
  const wrapper = await mountInApp(bridge, CatalogView)
  wrapper.navigation.go('catalog', { tool })
  await settle(10)
  await setSection('Definition')
  const name = wrapper.get('form.definition input')
  return { wrapper, name }
}

test('a new tool is made with what was written, and can be undone and done again', async () => {
  const bridge = fakeBridge()
  const wrapper = await mountInApp(bridge, CatalogView)
  await press(wrapper, 'New tool')
  await dialog().fill('Name', 'book_room')
  await dialog().fill('Tags', 'office, rooms')
  await dialog().submit()
  expect(bridge.inputsOf('catalog.create')).toMatchObject([
    {
      fields: { name: 'book_room', server: null },
      layer: { tags: ['office', 'rooms'], visibility: 'public' },
    },
  ])
  expect(document.querySelector('[role=dialog]')).toBeNull()
  await press(wrapper, 'Undo (Ctrl or ⌘ Z): Made book_room')
  expect(bridge.inputsOf('changes.undo')).toMatchObject([{ change: 'change 1' }])
  await press(wrapper, 'Redo (Ctrl or ⌘ Shift Z): Made book_room')
  expect(bridge.inputsOf('changes.redo')).toMatchObject([{ change: 'change 1' }])
})

test('a name that is taken is said where it was written, and nothing is lost', async () => {
  const wrapper = await mountInApp(fakeBridge(), CatalogView)
  await press(wrapper, 'New tool')
  await dialog().fill('Name', 'create_event')
  await dialog().fill('Server', 'calendar')
  await dialog().submit()
  expect(dialog().text()).toContain('There is a tool “create_event” already.')
  expect(dialog().field('Name').value).toBe('create_event')
})

test('a new tool that was not made is in its form again after the page was loaded again', async () => {
  const before = await mountInApp(fakeBridge(), CatalogView)
  await press(before, 'New tool')
  await dialog().fill('Name', 'book_room')
  leavePage(before)
  const wrapper = await mountInApp(fakeBridge(), CatalogView)
  await press(wrapper, 'New tool')
  expect(dialog().field('Name').value).toBe('book_room')
  expect(dialog().text()).toContain(DRAFT_IS_BACK)
  await dialog().submit()
  expect(sessionStorage.length).toBe(0)
})

test('selected tools are changed alike, in one step; what is left empty is not sent', async () => {
  const bridge = fakeBridge()
  const wrapper = await mountInApp(bridge, CatalogView)
  await checkFirst(wrapper)
  await press(wrapper, 'Change…')
  await dialog().fill('Add tags', 'daily')
  await dialog().fill('Visibility', 'imported')
  await dialog().submit()
  expect(bridge.inputsOf('catalog.change')).toEqual([
    {
      dir: expect.any(String) as string,
      ids: ['calendar/create_event'],
      change: { addTags: ['daily'], visibility: null },
    },
  ])
  await press(wrapper, 'Undo (Ctrl or ⌘ Z): Changed 1 tool alike')
  expect(bridge.inputsOf('changes.undo')).toHaveLength(1)
})

test('a server that is to be moved to has to be named, whatever else is changed', async () => {
  const bridge = fakeBridge()
  const wrapper = await mountInApp(bridge, CatalogView)
  await checkFirst(wrapper)
  await press(wrapper, 'Change…')
  await dialog().fill('Add tags', 'daily')
  await dialog().fill('Server', 'move')
  expect(dialog().text()).toContain('Name it, or leave the servers as they are.')
  await dialog().submit()
  expect(bridge.inputsOf('catalog.change')).toEqual([])
  await dialog().fill('Which server', 'office')
  await dialog().submit()
  expect(bridge.inputsOf('catalog.change')).toMatchObject([
    { change: { addTags: ['daily'], server: 'office' } },
  ])
})

test('an undo that is refused is said with its reason, and leaves the list', async () => {
  const why = 'This cannot be undone: an import changed the same since.'
  const bridge = fakeBridge({
    'changes.undo': () => failure({ code: 'conflict', message: why }),
  })
  const wrapper = await mountInApp(bridge, CatalogView)
  await checkFirst(wrapper)
  await press(wrapper, 'Remove…')
  await dialog().submit()
  await press(wrapper, 'Undo (Ctrl or ⌘ Z): Removed calendar/create_event')
  expect(wrapper.said.at(-1)).toContain(why)
  expect(wrapper.find('[aria-label^="Undo"]').exists()).toBe(false)
})

test('a definition is saved with what was read, and only what was changed', async () => {
  const bridge = fakeBridge()
  const { wrapper, name } = await openDefinition(bridge, 'calendar/create_event')
  await name.setValue('make_event')
  await wrapper.get('form.definition').trigger('submit')
  await settle(10)
  expect(bridge.inputsOf('catalog.edit')).toMatchObject([
    { id: 'calendar/create_event', fields: { name: 'make_event' }, base: { name: 'create_event' } },
  ])
  expect(Object.keys(bridge.inputsOf('catalog.edit')[0]?.fields ?? {})).toEqual(['name'])
})

test('a definition that is not saved is there again after looking elsewhere', async () => {
  const { wrapper, name } = await openDefinition(fakeBridge(), 'calendar/create_event')
  await name.setValue('make_event')
  wrapper.navigation.go('catalog', { tool: 'payments/refund_payment' })
  await settle(20)
  expect((wrapper.get('form.definition input').element as HTMLInputElement).value).toBe(
    'refund_payment',
  )
  wrapper.navigation.go('catalog', { tool: 'calendar/create_event' })
  await settle(20)
  expect((wrapper.get('form.definition input').element as HTMLInputElement).value).toBe(
    'make_event',
  )
})

test('an edit that met another stays in the form, and says so', async () => {
  const message = 'Someone else changed “calendar/create_event” while you were editing it: name.'
  const bridge = fakeBridge({ 'catalog.edit': () => failure({ code: 'conflict', message }) })
  const { wrapper, name } = await openDefinition(bridge, 'calendar/create_event')
  await name.setValue('make_event')
  await wrapper.get('form.definition').trigger('submit')
  await settle(10)
  expect(wrapper.get('form.definition').text()).toContain(message)
  expect((name.element as HTMLInputElement).value).toBe('make_event')
})

test('a filter is saved, applied and forgotten', async () => {
  const wrapper = await mountInApp(fakeBridge(), CatalogView)
  await wrapper.get('input[type=search]').setValue('e-mail')
  await press(wrapper, 'Saved filters')
  await dialog().fill('Save this filter as', 'mail')
  await dialog().submit()
  await press(wrapper, 'Clear')
  await press(wrapper, 'Saved filters')
  await press(wrapper, 'Saved filters')
  const saved = document.querySelector<HTMLElement>('[role=dialog] .saved')
  expect(saved?.textContent).toContain('“e-mail”')
  saved?.click()
  await settle(200)
  expect(wrapper.text()).toContain('1 of 7 tools')
})

test('a filter that another window saved stays when one is forgotten; a full store is said', async () => {
  const wrapper = await mountInApp(fakeBridge(), CatalogView)
  const save = async (name: string): Promise<void> => {
    await dialog().fill('Save this filter as', name)
    await dialog().submit()
  }
  await wrapper.get('input[type=search]').setValue('e-mail')
  await press(wrapper, 'Saved filters')
  await save('mail')
  const key = Object.keys(localStorage).find((one) => one.startsWith('pegboard.filters.')) ?? ''
  const kept = () => JSON.parse(localStorage.getItem(key) ?? '[]') as { name: string }[]
  const [mail] = kept()
  localStorage.setItem(key, JSON.stringify([mail, { ...mail, name: 'theirs' }]))
  document.querySelector<HTMLElement>('[aria-label="Forget mail"]')?.click()
  expect(kept().map(({ name }) => name)).toEqual(['theirs'])
  const full = vi.spyOn(localStorage, 'setItem').mockImplementation(() => {
    throw new Error('It is full.')
  })
  await save('more')
  full.mockRestore()
  expect(dialog().text()).toContain('This window’s storage is full.')
})

function pasteText(text: string): Event {
  const event = new Event('paste', { bubbles: true, cancelable: true })
  Object.assign(event, { clipboardData: { getData: () => text } })
  document.body.dispatchEvent(event)
  return event
}

test('JSON that is pasted opens its import, unless it is longer than a window can take', async () => {
  let opened: ReturnType<typeof useImportDialog> | undefined
  let status: ReturnType<typeof useStatus>['status'] | undefined
  await mountInApp(fakeBridge(), CatalogView, () => {
    opened = useImportDialog()
    status = useStatus().status
  })
  expect(pasteText('just words').defaultPrevented).toBe(false)
  pasteText(`[${'"x",'.repeat(12_500_000)}"x"]`)
  expect(opened?.request.value).toBeUndefined()
  expect(status?.value).toMatchObject({
    tone: 'danger',
    text: 'What was pasted has 50 million characters; 10 million are taken. Save it as a file and import that, which may be larger.',
  })
  pasteText('[{"name":"book_room"}]')
  expect(opened?.request.value?.files.map(({ path }) => path)).toEqual(['pasted.json'])
})
