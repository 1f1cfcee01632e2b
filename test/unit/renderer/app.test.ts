// @vitest-environment happy-dom
import { enableAutoUnmount, mount } from '@vue/test-utils'
import { afterEach, beforeEach, expect, test } from 'vitest'
import App from '../../../src-renderer/App.vue'
import { failure, fakeBridge, type Answers } from '../../fakes/bridge'
import { provided, settle } from './in-app'
import { eventually } from '../../fixtures/eventually'

enableAutoUnmount(afterEach)
beforeEach(() => (location.hash = '#/settings'))

async function app(answers: Answers = {}) {
  const bridge = fakeBridge(answers)
  const wrapper = mount(App, { global: provided(bridge), attachTo: document.body })
  await settle(50)
  return { bridge, wrapper }
}

const press = (key: string): void =>
  void dispatchEvent(new KeyboardEvent('keydown', { key, ctrlKey: true, cancelable: true }))

test('the shortcuts lead to their sections', async () => {
  const { wrapper } = await app()
  press('5')
  await eventually(() => expect(wrapper.get('main h1').text()).toBe('Evaluate'))
  expect(wrapper.get('[aria-current=page]').text()).toBe('Evaluate')
})

test('a workspace that cannot be opened says why and can be tried again', async () => {
  const { bridge, wrapper } = await app({
    'workspace.first': () =>
      failure({ code: 'busy', message: 'Another program uses it.', fix: 'Close that program.' }),
  })
  expect(wrapper.get('main [role=alert]').text()).toContain('Close that program.')
  await wrapper.get('main [role=alert] button').trigger('click')
  await settle()
  expect(bridge.inputsOf('workspace.first')).toHaveLength(2)
})

test('the theme set is the one on screen', async () => {
  const { bridge } = await app({
    'settings.read': () => ({
      theme: 'dark',
      embedder: 'builtin',
      ollamaUrl: 'http://127.0.0.1:11434',
      recipe: 'bm25',
      k: 5,
      repeatPenalty: 1.1,
      maximumK: 128,
      welcomed: true,
      movesToSentences: false,
      keepsRequests: true,
      keepsArguments: false,
      takesRequests: 'reviewed',
    }),
  })
  expect(document.documentElement.dataset.theme).toBe('dark')
  const light = 'input[type=radio][value=light]'
  await eventually(() => expect(document.querySelector(light)).not.toBeNull())
  document.querySelector<HTMLInputElement>(light)?.click()
  await settle(10)
  expect(bridge.inputsOf('settings.write')).toEqual([{ theme: 'light' }])
  expect(document.documentElement.dataset.theme).toBe('light')
})

test('the palette finds tools and goes to the one chosen', async () => {
  const { wrapper } = await app()
  press('k')
  await settle(10)
  const input = document.querySelector<HTMLInputElement>('[role=dialog] input')
  if (!input) throw new Error('The palette is not shown.')
  input.value = 'refund'
  input.dispatchEvent(new Event('input'))
  await settle(20)
  const option = [...document.querySelectorAll<HTMLElement>('[role=option]')].find((one) =>
    one.textContent?.includes('refund_payment'),
  )
  option?.click()
  await eventually(() => expect(wrapper.get('[aria-label=Tool] h2').text()).toBe('refund_payment'))
  expect(wrapper.get('[aria-current=page]').text()).toBe('Catalog')
})

test('a notice stays in the status line until it is dismissed', async () => {
  const { bridge, wrapper } = await app()
  const line = () => wrapper.get('footer [role=status]').text()
  bridge.notice({ dir: '/home/ada/Pegboard/demo', text: 'All is embedded again.' })
  await settle()
  expect(line()).toBe('All is embedded again.')
  await wrapper.get('footer [aria-label=Dismiss]').trigger('click')
  expect(line()).toBe('')
})

test('files dropped onto the window open the import', async () => {
  const { wrapper } = await app()
  const file = new File(['[]'], 'tools.json')
  const dataTransfer = { types: ['Files'], files: [file], items: [] }
  await wrapper.get('.window').trigger('dragover', { dataTransfer })
  expect(wrapper.text()).toContain('Drop to import')
  await wrapper.get('.window').trigger('drop', { dataTransfer })
  await eventually(() =>
    expect(document.querySelector('[role=dialog]')?.textContent).toContain('Import'),
  )
})

test('what is said is heard also while a dialog is open', async () => {
  const { wrapper } = await app()
  const isHidden = (element: Element) => !!element.closest('[aria-hidden=true]')
  press('k')
  await eventually(() => expect(document.querySelector('[role=dialog]')).not.toBeNull())
  await eventually(() => expect(isHidden(wrapper.get('main').element)).toBe(true))
  expect(isHidden(wrapper.get('footer [role=status]').element)).toBe(false)
})
