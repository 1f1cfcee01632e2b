// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { ProblemReport } from '../../../../src-main/contract/reply'
import type { ActionAnswer } from '../../../../src-main/features/actions'
import type { ModelInfo } from '../../../../src-main/domain/model/model'
import { OLLAMA_SITE } from '../../../../src-main/domain/model/outside-addresses'
import ModelsPane from '../../../../src-renderer/views/settings/models/ModelsPane.vue'
import { useSettings } from '../../../../src-renderer/composables/useSettings'
import { failure, fakeBridge, type Answers } from '../../../fakes/bridge'
import { mountInApp, settle } from '../in-app'
import { settingsWith } from '../../../fixtures/settings-in-use'
import { standardWorks } from '../../../fakes/bridge-answers'

const model = (title: string, more: Partial<ModelInfo> = {}): ModelInfo => ({
  name: `ollama:${title}`,
  title,
  capabilities: ['embedding'],
  isRemote: false,
  ...more,
})
const builtin = model('Instant', { name: 'builtin' })
const templates = { query: 'search: {text}', document: '{text}' }
const minilm = model('all-minilm', {
  size: 45_949_216,
  contextTokens: 256,
  dimensions: 384,
  digest: 'b4c4b300',
  templates: { used: templates, standard: templates },
})
const qwen = model('qwen3:4b', { capabilities: ['completion', 'tools'], loaded: {} })

const tiny = model('tiny', {
  capabilities: ['completion'],
  digest: 'tiny',
  tried: {
    digest: 'tiny',
    fingerprint: 'tiny@tiny',
    questions: 'as asked now',
    triedAt: '2026-11-30T10:00:00Z',
    found: {
      orders: { right: 2, of: 6 },
      judges: { right: 3, of: 3 },
      splits: { right: 3, of: 3 },
      fills: { right: 2, of: 3 },
    },
  },
})

const AWAY: ProblemReport = {
  code: 'unavailable',
  message: 'It is not reachable.',
  fix: 'Start it.',
}

beforeEach(() => vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] }))
afterEach(() => vi.useRealTimers())

interface State {
  models: ModelInfo[]
  problem: ProblemReport | undefined
}

/** The view over an Ollama that a test starts and stops. */
async function opened(start: Partial<State> = {}, answers: Answers = {}) {
  const state: State = { models: [builtin], problem: AWAY, ...start }
  const bridge = fakeBridge({
    'models.list': (): ActionAnswer<'models.list'> => ({
      models: state.models,
      ollama: { address: 'http://127.0.0.1:11434', from: 'default' },
      ...(state.problem ? { problem: state.problem } : { version: '0.32.15' }),
    }),
    ...answers,
  })
  const wrapper = await mountInApp(bridge, ModelsPane, () => void useSettings().read())
  const looks = () => bridge.inputsOf('models.list').length
  const press = async (name: string | RegExp) => {
    const named = wrapper.findAll('button').find((button) => {
      const text = button.text().replace(/\s+/g, ' ')
      return typeof name === 'string' ? text === name : name.test(text)
    })
    if (!named) throw new Error(`There is no button ${String(name)}.`)
    await named.trigger('click')
    await settle(5)
  }
  return { bridge, wrapper, state, looks, press }
}

const there = { models: [builtin, minilm, qwen], problem: undefined }

describe('where Ollama is', () => {
  test('it is looked for until it is there, and then no more', async () => {
    const { wrapper, state, looks } = await opened()
    expect(wrapper.text()).toContain('It is not reachable.')
    expect(looks()).toBe(1)
    Object.assign(state, there)
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
    const { wrapper, looks } = await opened(there)
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
    const held = Promise.withResolvers()
    let isHeld = false
    const { wrapper } = await opened(
      {},
      {
        'models.list': async () => {
          if (isHeld) await held.promise
          const ollama = { address: 'http://127.0.0.1:11434', from: 'default' as const }
          return { models: [builtin], ollama, problem: AWAY }
        },
      },
    )
    const before = wrapper.html()
    isHeld = true
    vi.advanceTimersByTime(6000)
    await settle(5)
    expect(wrapper.html()).toBe(before)
    held.resolve(undefined)
    await settle(5)
    expect(wrapper.html()).toBe(before)
    wrapper.unmount()
  })

  test('is told, and who said so, with what it holds', async () => {
    const { wrapper } = await opened(there)
    expect(wrapper.text()).toMatch(/Ollama 0.32.15 holds\s+2 models, 1 in memory\./)
    expect(wrapper.text()).toContain('http://127.0.0.1:11434, its own default')
    wrapper.unmount()
  })

  test('without it, the view says what works and how to get it', async () => {
    const { wrapper, state } = await opened()
    expect(wrapper.text()).toContain('Ollama is optional')
    expect(wrapper.findAll('a').map((link) => link.attributes('href'))).toEqual([OLLAMA_SITE])
    expect(wrapper.text()).toContain('Get Ollama from')
    expect(wrapper.text()).toContain('ollama pull bge-m3')
    state.problem = undefined
    vi.advanceTimersByTime(6000)
    await settle(5)
    expect(wrapper.text()).not.toContain('Get Ollama from')
    state.models = there.models
    vi.advanceTimersByTime(6000)
    await settle(5)
    expect(wrapper.text()).not.toContain('Ollama is optional')
    wrapper.unmount()
  })
})

describe('the models of the workspace', () => {
  test('are chosen from those that can do it, or are as the settings have them', async () => {
    const { bridge, wrapper } = await opened(there, {
      'models.choose': () => ({ settings: {} as never }),
    })
    const [embedder, chat] = wrapper.findAll('select')
    const labels = (select: typeof chat) => select?.findAll('option').map((each) => each.text())
    expect(labels(embedder)).toEqual(['Default (Instant)', 'Instant', 'all-minilm'])
    expect(labels(chat)).toEqual(['Default (none)', 'qwen3:4b'])
    await chat?.setValue('ollama:qwen3:4b')
    await settle(5)
    expect(bridge.inputsOf('models.choose')).toEqual([
      { dir: '/home/ada/Pegboard/demo', role: 'chat', model: 'ollama:qwen3:4b' },
    ])
    wrapper.unmount()
  })

  test('that were refused do not stay on show as if they were chosen', async () => {
    const refused = { code: 'bad-input' as const, message: 'It does not chat.' }
    const { wrapper } = await opened(there, { 'models.choose': () => failure(refused) })
    await wrapper.findAll('select')[1]?.setValue('ollama:qwen3:4b')
    await settle(5)
    expect(wrapper.text()).toContain('It does not chat.')
    expect(wrapper.findAll('select')[1]?.element.value).toBe('')
    wrapper.unmount()
  })

  test('that are unfit come last, and are chosen only once that was asked', async () => {
    const { bridge, wrapper, press } = await opened(
      { models: [builtin, tiny, qwen], problem: undefined },
      { 'models.choose': () => ({ settings: {} as never }) },
    )
    const why = 'put the right tool first in 2 of 6 lists'
    expect(wrapper.text()).toContain('plan fit, rerank unfit, judge fit')
    const reranker = wrapper.findAll('select')[2]
    expect(reranker?.findAll('option').map((each) => each.text())).toEqual([
      'Default (none)',
      'qwen3:4b',
      `tiny (unfit: ${why})`,
    ])
    await reranker?.setValue(tiny.name)
    await settle(5)
    expect(bridge.inputsOf('models.choose')).toEqual([])
    expect(document.body.textContent).toContain('Use tiny as reranker all the same?')
    expect(document.body.textContent).toContain(`It was tried and is unfit: it ${why}.`)
    document.querySelector<HTMLFormElement>('.dialog form')?.requestSubmit()
    await settle(5)
    const choice = { dir: '/home/ada/Pegboard/demo', role: 'reranker', model: tiny.name }
    expect(bridge.inputsOf('models.choose')).toEqual([{ ...choice, evenUnfit: true }])
    expect(document.querySelector('.dialog form')).toBeNull()
    await press(/^tiny/)
    expect(wrapper.text()).toContain(`Unfit to rerank: it ${why}.`)
    expect(wrapper.text()).toContain('on 2026-11-30')
    await press('Use as chat model')
    expect(bridge.inputsOf('models.choose')[1]).toEqual({
      ...choice,
      role: 'chat',
    })
    await press('Use as reranker')
    expect(bridge.inputsOf('models.choose')).toHaveLength(2)
    wrapper.unmount()
  })

  test('in use that are unfit are said to be', async () => {
    const { wrapper } = await opened(
      { models: [builtin, tiny], problem: undefined },
      { 'settings.read': () => settingsWith({ reranker: tiny.name }) },
    )
    expect(wrapper.text()).toContain(
      'tiny was tried and is unfit: it put the right tool first in 2 of 6 lists.',
    )
    wrapper.unmount()
  })

  test('chosen in another window are shown here', async () => {
    const chosen: { models?: { chat: string } } = {}
    const { bridge, wrapper } = await opened(there, {
      'workspace.read': ({ dir }) => ({
        dir,
        name: 'Demo',
        createdAt: '',
        revision: 5,
        commit: 'commit 5',
        tools: 6,
        goldenSets: 1,
        bundles: 60,
        runs: 3,
        worksWith: standardWorks,
        ...chosen,
      }),
    })
    chosen.models = { chat: 'ollama:qwen3:4b' }
    bridge.change({ dir: '/home/ada/Pegboard/demo', revision: 5 })
    await settle(5)
    expect(wrapper.findAll('select')[1]?.element.value).toBe('ollama:qwen3:4b')
    expect(wrapper.text()).toContain('in use: chat model')
    wrapper.unmount()
  })

  test('that are not there any more are told, with ways to go on', async () => {
    const { bridge, wrapper, press } = await opened(there, {
      'settings.read': () => ({
        theme: 'system',
        recipe: 'bm25',
        k: 5,
        repeatPenalty: 1.1,
        maximumK: 128,
        welcomed: true,
        movesToSentences: false,
        keepsRequests: true,
        keepsArguments: false,
        takesRequests: 'reviewed',
        embedder: 'ollama:bge-m3',
      }),
      'models.choose': () => ({ settings: {} as never }),
      'models.pull': ({ model }) => ({ model }),
    })
    expect(wrapper.text()).toContain('bge-m3 is not there now.')
    expect(wrapper.text()).toContain('Queries by meaning fail until it is')
    await press('Use Instant')
    expect(bridge.inputsOf('models.choose')[0]).toMatchObject({ model: 'builtin' })
    await press('Pull it')
    expect(bridge.inputsOf('models.pull')).toEqual([{ model: 'bge-m3' }])
    wrapper.unmount()
  })
})

describe('pulling', () => {
  test('shows how far it is, and goes on after a stop', async () => {
    const stopped = {
      code: 'cancelled' as const,
      message: 'Stopped pulling bge-m3 at 27 %.',
      fix: 'What is there is kept.',
    }
    let stop: () => void = () => undefined
    const { bridge, wrapper, press } = await opened(there, {
      'models.pull': (_, { onProgress, signal }) =>
        new Promise((resolve) => {
          onProgress?.({ what: 'Layer dc43', done: 1.2e7, total: 4.5e7, unit: 'bytes' })
          stop = () => resolve(failure(stopped))
          signal?.addEventListener('abort', stop)
        }),
    })
    await wrapper.find('input').setValue('ollama pull bge-m3')
    await press('Pull')
    expect(wrapper.text()).toContain('Layer dc43')
    expect(wrapper.text()).toContain('12.0 MB of 45.0 MB')
    await press('Stop')
    expect(wrapper.text()).toMatch(/Stopped/)
    await press('Go on')
    expect(bridge.inputsOf('models.pull')).toEqual([{ model: 'bge-m3' }, { model: 'bge-m3' }])
    wrapper.unmount()
  })

  test('lists the model once it is there', async () => {
    const { state, wrapper, press } = await opened(there, {
      'models.pull': ({ model: name }) => {
        state.models = [...there.models, model(name)]
        return { model: name }
      },
    })
    await wrapper.find('input').setValue('bge-m3')
    await press('Pull')
    expect(wrapper.findAll('.list > li').map((row) => row.find('strong').text())).toContain(
      'bge-m3',
    )
    expect(wrapper.find('input').element.value).toBe('')
    wrapper.unmount()
  })

  test('that fails says why where it was asked for', async () => {
    const unknown = { code: 'not-found' as const, message: 'The registry knows no model “x”.' }
    const { wrapper, press } = await opened(there, { 'models.pull': () => failure(unknown) })
    await wrapper.find('input').setValue('x')
    await press('Pull')
    expect(wrapper.text()).toContain('The registry knows no model “x”.')
    await press('Dismiss')
    expect(wrapper.text()).not.toContain('The registry knows')
    wrapper.unmount()
  })
})

describe('one model', () => {
  test('opens to what is known of it, and is tested', async () => {
    const { bridge, wrapper, press } = await opened(there, {
      'models.test': ({ model: name }) => ({
        model: name,
        rows: [
          { what: 'Dimensions', outcome: 'good', found: '384', meaning: 'Their length.' },
          { what: 'Round trip', outcome: 'poor', found: '3.1 s', meaning: 'That is slow.' },
        ],
      }),
    })
    expect(wrapper.text()).toContain('45.9 MB · takes in 256 tokens · 384 dimensions')
    await press(/^all-minilm/)
    expect(wrapper.text()).toContain('b4c4b300')
    await press('Test')
    expect(bridge.inputsOf('models.test')).toEqual([{ model: 'ollama:all-minilm' }])
    expect(wrapper.text()).toContain('That is slow.')
    wrapper.unmount()
  })

  test('is deleted once that is confirmed, and the list is read again', async () => {
    const { bridge, state, looks, press, wrapper } = await opened(there, {
      'models.delete': ({ model: name }) => {
        state.models = [builtin, qwen]
        return { deleted: name }
      },
    })
    await press(/^all-minilm/)
    await press('Delete')
    expect(bridge.inputsOf('models.delete')).toEqual([])
    const confirm = document.querySelector<HTMLFormElement>('.dialog form')
    expect(document.body.textContent).toContain('Other programs that use this Ollama lose it')
    confirm?.requestSubmit()
    await settle(5)
    const name = 'ollama:all-minilm'
    expect(bridge.inputsOf('models.delete')).toEqual([{ model: name, confirm: name }])
    expect(looks()).toBe(2)
    expect(wrapper.text()).not.toContain('45.9 MB')
    wrapper.unmount()
  })

  test('is given its texts in other templates, with what that costs told before', async () => {
    const { bridge, press, wrapper } = await opened(there, {
      'models.setTemplates': () => ({}) as never,
    })
    await press(/^all-minilm/)
    const [query] = wrapper.findAll('.details textarea')
    await query?.setValue('find')
    expect(wrapper.text()).toContain('A template holds {text} once')
    await query?.setValue('find: {text}')
    expect(wrapper.text()).toContain('will embed their tools again')
    await press('Save')
    expect(bridge.inputsOf('models.setTemplates')).toEqual([
      { model: 'ollama:all-minilm', templates: { query: 'find: {text}', document: '{text}' } },
    ])
    wrapper.unmount()
  })
})

test('tool documents that are cut are counted and named', async () => {
  const { wrapper } = await opened(there, {
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

test('tool documents without a vector are counted and named, and not taken for ones that wait', async () => {
  const { wrapper } = await opened(there, {
    'knowledge.status': () => ({
      embedder: 'builtin',
      documents: 104,
      embedded: 103,
      cut: 0,
      cutTools: [],
      none: 1,
      noneTools: ['mail/send' as never],
      dimensions: 384,
    }),
  })
  expect(wrapper.text()).toMatch(/1 of them\s+has no vector/)
  expect(wrapper.text()).toContain('(mail/send)')
  expect(wrapper.text()).toMatch(/To be embedded\s*0/)
  expect(wrapper.text()).not.toContain('Every tool document is embedded')
  wrapper.unmount()
})
