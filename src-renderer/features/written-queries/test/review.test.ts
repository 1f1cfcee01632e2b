// @vitest-environment happy-dom
import { enableAutoUnmount } from '@vue/test-utils'
import { afterEach, expect, test } from 'vitest'
import { defineComponent, h } from 'vue'
import { useStatus } from '../../../composables/useStatus'
import { useWorkspace } from '../../../composables/useWorkspace'
import { useWriteQueriesDialog } from '../useWriteQueriesDialog'
import { useWriting } from '../useWriting'
import WriteQueriesDialog from '../WriteQueriesDialog.vue'
import { fakeBridge, type Answers } from '../../../../test/fakes/bridge'
import { writingAnswers, writtenRow } from '../../../../test/fakes/writing-answers'
import { mountInApp, settle } from '../../../../test/unit/renderer/in-app'

enableAutoUnmount(afterEach)
afterEach(() => localStorage.clear())

const dialog = (): HTMLElement => {
  const found = document.querySelector<HTMLElement>('[role=dialog]')
  if (!found) throw new Error('No dialog is open.')
  return found
}
const text = (): string => dialog().textContent
const buttons = (): HTMLButtonElement[] => [...document.querySelectorAll('button')]
async function press(name: string): Promise<void> {
  const found = buttons().find((one) => one.textContent.trim().startsWith(name))
  expect(found, name).toBeDefined()
  found?.click()
  await settle(20)
}
const options = (): HTMLElement[] => [
  ...dialog().querySelectorAll<HTMLElement>('[aria-label="Written queries"] [role=option]'),
]
const chosen = () => options().find((one) => one.getAttribute('aria-selected') === 'true')
async function look(at: number): Promise<void> {
  options()[at]?.click()
  await settle(20)
}
async function key(letter: string): Promise<void> {
  const event = new KeyboardEvent('keydown', { key: letter, bubbles: true, cancelable: true })
  document.activeElement?.dispatchEvent(event)
  await settle(20)
}
async function type(field: HTMLInputElement | HTMLTextAreaElement | null, value: string) {
  if (!field) throw new Error('There is no such field.')
  field.value = value
  field.dispatchEvent(new Event('input'))
  await settle(20)
}
async function choose(state: string): Promise<void> {
  const select = dialog().querySelector('select')
  if (!select) throw new Error('Nothing is to be chosen.')
  select.value = state
  select.dispatchEvent(new Event('change'))
  await settle(20)
}

/** Shows the part of the dialog that begins so. */
async function face(name: string): Promise<void> {
  const all = [...dialog().querySelectorAll('label')]
  all.find((one) => one.textContent.trim().startsWith(name))?.click()
  await settle(30)
}

/** The dialog, with the queue of these written queries on show. */
async function review(rows = ['a', 'b', 'c'].map((id) => writtenRow(id)), answers: Answers = {}) {
  const written = writingAnswers(rows)
  const bridge = fakeBridge({ ...written, ...answers })
  let said: ReturnType<typeof useStatus>['status'] | undefined
  let start: ReturnType<typeof useWriting>['start'] = () => Promise.resolve(0)
  const frame = defineComponent({
    setup() {
      const { current } = useWorkspace()
      const { isOpen } = useWriteQueriesDialog()
      isOpen.value = true
      said = useStatus().status
      start = useWriting().start
      return () =>
        h(WriteQueriesDialog, {
          dir: current.value?.dir ?? '',
          open: isOpen.value,
          'onUpdate:open': (open) => void (isOpen.value = open),
        })
    },
  })
  await mountInApp(bridge, frame)
  await settle(20)
  await face('Review')
  const dir = bridge.inputsOf('writing.list')[0]?.dir ?? ''
  let revision = 100
  /** Others change what is written. */
  async function meanwhile(change: () => void): Promise<void> {
    change()
    bridge.change({ dir, revision: ++revision })
    await settle(30)
  }
  return { bridge, rows, meanwhile, start, said: () => said?.value?.text }
}

test('letters decide as soon as the queue is on show, and the next query takes the place', async () => {
  const { bridge } = await review()
  await look(1)
  await key('x')
  expect(bridge.inputsOf('writing.decide')).toMatchObject([{ chosen: { ids: ['b'] } }])
  expect(chosen()?.textContent).toContain('Text of c')
})

test('a letter pressed while a decision is being saved does nothing, and that is said', async () => {
  const saved = Promise.withResolvers<null>()
  const rows = ['a', 'b', 'c'].map((id) => writtenRow(id))
  const base = writingAnswers(rows)
  const { bridge, said } = await review(rows, {
    'writing.decide': async (input, options) => {
      await saved.promise
      return base['writing.decide']?.(input, options) as never
    },
  })
  await key('a')
  for (const letter of ['s', 'x', 'e', 'u']) {
    await key(letter)
    expect(said()).toBe('Still saving: press again.')
  }
  expect(dialog().querySelector('textarea')).toBeNull()
  saved.resolve(null)
  await settle(20)
  expect(said()).toBe(
    '1 written query accepted. U takes it back. Keys pressed meanwhile were ignored.',
  )
  expect(bridge.inputsOf('changes.undo')).toEqual([])
  await key('s')
  expect(bridge.inputsOf('writing.decide')).toMatchObject([
    { chosen: { ids: ['a'] }, verdict: 'accepted' },
    { chosen: { ids: ['b'] }, verdict: 'skipped' },
  ])
})

test('the query looked at stays when others change the list, and none is chosen when it goes', async () => {
  const { bridge, rows, meanwhile } = await review()
  await look(1)
  await meanwhile(() => void rows.shift())
  expect(chosen()?.textContent).toContain('Text of b')
  await meanwhile(() => void rows.shift())
  expect(chosen()).toBeUndefined()
  await key('a')
  expect(bridge.inputsOf('writing.decide')).toEqual([])
})

test('an edit that is not saved outlives a look at another query, and is not decided away', async () => {
  const { bridge, said } = await review()
  await key('e')
  await type(dialog().querySelector('textarea'), 'Mine')
  await look(1)
  expect(options()[0]?.textContent).toContain('edit not saved')
  await look(0)
  expect(dialog().querySelector('textarea')?.value).toBe('Mine')
  dialog().querySelector<HTMLElement>('[aria-label="Written queries"]')?.focus()
  await key('a')
  expect(bridge.inputsOf('writing.decide')).toEqual([])
  expect(said()).toBe('Save or discard your edit first.')
  await press('Save the edit')
  expect(bridge.inputsOf('writing.edit')).toMatchObject([{ id: 'a', text: 'Mine' }])
})

test('where nothing was decided, nothing is said to be taken back', async () => {
  const { said } = await review(undefined, {
    'writing.decide': () => ({ decided: 0, passedOver: { there: 1 } }),
  })
  await key('a')
  expect(said()).toMatch(/^0 written queries accepted; passed over: 1 there already\./)
  expect(said()).not.toContain('U takes it back')
})

test('a list is cleared only after a question, with the number of all that go', async () => {
  const { bridge } = await review([writtenRow('a', 'dropped'), writtenRow('b', 'dropped')])
  await choose('dropped')
  await type(dialog().querySelector('input[type=search]'), 'of b')
  expect(text()).not.toContain('Clear this list')
  await type(dialog().querySelector('input[type=search]'), '')
  await press('Clear this list of 2')
  expect(bridge.inputsOf('writing.forget')).toEqual([])
  await press('Clear the list')
  expect(bridge.inputsOf('writing.forget')).toMatchObject([{ states: ['dropped'] }])
})

test('queries are written only for bundles that the form as it is would draw', async () => {
  await review()
  await face('Write')
  const start = () => buttons().find((one) => /^Write \d/.test(one.textContent.trim()))
  expect(start()?.disabled).toBe(false)
  const sizes = [...dialog().querySelectorAll('input')].find((one) => one.value.includes(':'))
  await type(sizes ?? null, '1: 3')
  expect(start()?.disabled).toBe(true)
  await settle(260)
  expect(start()?.textContent).toContain('Write 3 queries')
  expect(start()?.disabled).toBe(false)
})

test('the way to the models closes the dialog, which would stand over them', async () => {
  await review()
  await face('Write')
  await press('Choose a model')
  expect(document.querySelector('[role=dialog]')).toBeNull()
})

test('how a run ended is said wherever one looks, and a run elsewhere is told', async () => {
  let finish = (): void => undefined
  const written = new Promise<void>((resolve) => (finish = resolve))
  const { said, start } = await review(undefined, {
    'writing.draw': async () => {
      await written
      return { drawn: 2, short: [], wordless: 0 }
    },
  })
  await face('Write')
  void start({ dir: '/another', writer: 'example' })
  await settle(20)
  expect(text()).toContain('Queries are being written for another workspace')
  finish()
  await settle(20)
  expect(said()).toBe('2 queries written.')
  expect(text()).not.toContain('another workspace')
})
