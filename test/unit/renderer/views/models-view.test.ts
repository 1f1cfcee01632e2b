// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { RouteOutput } from '../../../../src-main/contract/routes'
import ModelsView from '../../../../src-renderer/views/models/ModelsView.vue'
import { useSettings } from '../../../../src-renderer/composables/useSettings'
import { fakeBridge, type Answers } from '../../../fakes/bridge'
import { mountInApp, settle } from '../in-app'

const builtin = { name: 'builtin', title: 'Built-in', available: true }
const away = { name: 'ollama', title: 'Ollama', available: false, remark: 'It is not reachable.' }
const there = { name: 'ollama:all-minilm', title: 'all-minilm', available: true }

beforeEach(() => vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] }))
afterEach(() => vi.useRealTimers())

/** The view over an Ollama that a test starts and stops. */
async function models(answers: Answers = {}) {
  const state = { embedders: [builtin, away], from: 'default' as const }
  const bridge = fakeBridge({
    'models.list': (): RouteOutput<'models.list'> => ({
      embedders: state.embedders,
      ollama: { address: 'http://127.0.0.1:11434', from: state.from },
    }),
    ...answers,
  })
  const wrapper = await mountInApp(bridge, ModelsView, () => void useSettings().read())
  const looks = () => bridge.inputsOf('models.list').length
  return { bridge, wrapper, state, looks }
}

test('Ollama is looked for until it is there, and then no more', async () => {
  const { wrapper, state, looks } = await models()
  expect(wrapper.text()).toContain('It is not reachable.')
  expect(looks()).toBe(1)
  state.embedders = [builtin, there]
  vi.advanceTimersByTime(6000)
  await settle(5)
  expect(wrapper.text()).toContain('all-minilm')
  expect(looks()).toBe(2)
  vi.advanceTimersByTime(60_000)
  await settle(5)
  expect(looks()).toBe(2)
  wrapper.unmount()
})

test('turning to the window looks again, and going away looks no more', async () => {
  const { wrapper, state, looks } = await models()
  state.embedders = [builtin, there]
  window.dispatchEvent(new Event('focus'))
  await settle(5)
  expect(looks()).toBe(2)
  wrapper.unmount()
  window.dispatchEvent(new Event('focus'))
  vi.advanceTimersByTime(60_000)
  await settle(5)
  expect(looks()).toBe(2)
})

test('a look that was not asked for changes nothing on screen while it lasts', async () => {
  let answer: () => void = () => undefined
  let isHeld = false
  const embedders = [builtin, away]
  const ollama = { address: 'http://127.0.0.1:11434', from: 'default' as const }
  const { wrapper } = await models({
    'models.list': async () => {
      if (isHeld) await new Promise<void>((resolve) => (answer = resolve))
      return { embedders, ollama }
    },
  })
  const before = wrapper.html()
  isHeld = true
  vi.advanceTimersByTime(6000)
  await settle(5)
  expect(wrapper.html()).toBe(before)
  answer()
  await settle(5)
  expect(wrapper.html()).toBe(before)
  wrapper.unmount()
})

test('where Ollama is asked is told, and who said so', async () => {
  const { wrapper } = await models()
  expect(wrapper.text()).toContain('http://127.0.0.1:11434, its own default')
  wrapper.unmount()
})

test('without a model of Ollama it says what works, and how to get one', async () => {
  const { wrapper, state } = await models()
  expect(wrapper.text()).toContain('Ollama is optional')
  expect(wrapper.text()).toContain('ollama pull bge-m3')
  state.embedders = [builtin, there]
  vi.advanceTimersByTime(6000)
  await settle(5)
  expect(wrapper.text()).not.toContain('Ollama is optional')
  wrapper.unmount()
})

test('the model in use is listed and marked also where it is not there', async () => {
  const { wrapper } = await models({
    'settings.read': () => ({
      ...{ theme: 'system', recipe: 'bm25', k: 5, maximumK: 128, welcomed: true },
      embedder: 'ollama:bge-m3',
    }),
  })
  const [first] = wrapper.findAll('.list li')
  expect(first?.text()).toMatch(/^bge-m3\s+In use, but not there now/)
  expect(first?.text()).toContain('in use')
  wrapper.unmount()
})

test('tool documents that are cut are counted and named', async () => {
  const { wrapper } = await models({
    'knowledge.status': () => ({
      embedder: 'builtin',
      documents: 104,
      embedded: 104,
      cut: 22,
      cutTools: ['mail/send' as never, 'mail/find' as never],
      dimensions: 384,
    }),
  })
  expect(wrapper.text()).toMatch(/22 of them\s+are longer than the model takes in/)
  expect(wrapper.text()).toContain('(mail/send, mail/find and 20 more)')
  wrapper.unmount()
})
