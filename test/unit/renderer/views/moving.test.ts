// @vitest-environment happy-dom
import { enableAutoUnmount, mount } from '@vue/test-utils'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { ActionAnswer } from '../../../../src-main/features/actions'
import type { SettingTrial } from '../../../../src-main/domain/recipe/trial'
import type { MoveState } from '../../../../src-main/domain/workspace/move'
import App from '../../../../src-renderer/App.vue'
import { useSettings } from '../../../../src-renderer/composables/useSettings'
import ModelsPane from '../../../../src-renderer/views/settings/models/ModelsPane.vue'
import { failure, fakeBridge, type Answers } from '../../../fakes/bridge'
import { mountInApp, provided, settle } from '../in-app'
import { standardWorks } from '../../../fakes/bridge-answers'

enableAutoUnmount(afterEach)
beforeEach(() => (location.hash = '#/settings'))

const info = {
  dir: '/home/ada/Pegboard/demo',
  name: 'Demo',
  createdAt: '',
  revision: 1,
  commit: 'c1',
  tools: 1000,
  goldenSets: 1,
  bundles: 0,
  runs: 0,
  move: { to: 'sentences' },
  worksWith: standardWorks,
}
const indexed: ActionAnswer<'knowledge.index'> = {
  embedder: 'sentences',
  documents: 1000,
  embedded: 1000,
  reused: 0,
  cut: 0,
  cutTools: [],
  answers: true,
  elapsedMs: 1000,
}

/** The window on a workspace that is to move, which is as far as `state` says. */
async function windowOn(state: Partial<MoveState>, answers: Answers = {}) {
  const move: MoveState = { to: 'sentences', documents: 1000, embedded: 0, seconds: 40, ...state }
  const bridge = fakeBridge({
    'workspace.first': () => info,
    'workspace.read': () => info,
    'knowledge.move': () => ({ move }),
    'knowledge.wantMove'({ wanted }) {
      move.wanted = wanted
      return { wanted, to: move.to, documents: move.documents, embedded: move.embedded }
    },
    ...answers,
  })
  const wrapper = mount(App, { global: provided(bridge), attachTo: document.body })
  await settle(50)
  const line = () => wrapper.find('[aria-label="Moving to another embedder"]')
  const press = async (label: string) => {
    const button = line()
      .findAll('button')
      .find((each) => each.text() === label)
    if (!button) throw new Error(`There is no button ${label}.`)
    await button.trigger('click')
    await settle(10)
  }
  return { bridge, wrapper, line, press }
}

/** An indexing that ends when the test says so. */
function underWay() {
  let end: (out: ActionAnswer<'knowledge.index'> | ReturnType<typeof failure>) => void = () =>
    undefined
  const answer: Answers['knowledge.index'] = (_, { onProgress }) => {
    onProgress?.({ what: 'Embedding tool documents', done: 430, total: 1000 })
    return new Promise((resolve) => (end = resolve))
  }
  return { answer, end: (out: Parameters<typeof end>[0]) => end(out) }
}

describe('a workspace that is to move', () => {
  test('does so by itself where that is short, and says when it is done', async () => {
    const work = underWay()
    const { bridge, wrapper, line } = await windowOn({}, { 'knowledge.index': work.answer })
    expect(bridge.inputsOf('knowledge.index')).toMatchObject([{ embedder: 'sentences' }])
    expect(line().text()).toContain('Moving to Sentences')
    expect(line().text()).toContain('430 of 1,000')
    work.end(indexed)
    await settle(10)
    expect(wrapper.text()).toContain('Sentences answers in this workspace from now on.')
  })

  test('is paused, says what is kept, and goes on', async () => {
    const work = underWay()
    const { bridge, line, press } = await windowOn(
      { embedded: 430 },
      { 'knowledge.index': work.answer },
    )
    await press('Pause')
    expect(bridge.inputsOf('knowledge.wantMove')).toMatchObject([{ wanted: false }])
    work.end(failure({ code: 'cancelled', message: 'Embedding was stopped.' }))
    await settle(10)
    expect(line().text()).toContain(
      'The move to Sentences is paused and Instant answers. 430 of 1,000 tool documents are embedded and kept.',
    )
    expect(bridge.inputsOf('knowledge.index')).toHaveLength(1)
    await press('Go on')
    expect(bridge.inputsOf('knowledge.wantMove')).toHaveLength(2)
    expect(bridge.inputsOf('knowledge.index')).toHaveLength(2)
  })

  test('is given up where Instant is to stay', async () => {
    const { bridge, press } = await windowOn(
      { embedded: 430, wanted: false },
      { 'models.choose': () => ({ choices: {} as never, changed: true }) as never },
    )
    await press('Keep Instant')
    expect(bridge.inputsOf('models.choose')).toEqual([
      { dir: info.dir, role: 'embedder', model: 'builtin' },
    ])
    expect(bridge.inputsOf('knowledge.index')).toEqual([])
  })

  test('waits to be asked where that is long, and says what it takes and gives', async () => {
    const { bridge, line, press } = await windowOn({ seconds: 360 })
    expect(bridge.inputsOf('knowledge.index')).toEqual([])
    expect(line().text()).toMatch(
      /^Instant answers\. Moving to Sentences takes about 6 minutes; on our development sets Hybrid found \d points more of the right tools\./,
    )
    await press('Move to Sentences')
    expect(bridge.inputsOf('knowledge.index')).toHaveLength(1)
  })

  test.each([{ wanted: false }, { documents: 0 }])(
    'does not begin by itself: %j',
    async (state) => {
      const { bridge } = await windowOn(state)
      expect(bridge.inputsOf('knowledge.index')).toEqual([])
    },
  )

  test('says why it cannot, and goes on once it can', async () => {
    let isThere = false
    const gone = failure({ code: 'unavailable', message: 'It is damaged.', fix: 'Install again.' })
    const { bridge, line, press } = await windowOn(
      {},
      {
        'knowledge.move': () =>
          isThere ? { move: { to: 'sentences', documents: 9, embedded: 0, seconds: 1 } } : gone,
      },
    )
    expect(line().text()).toContain('Instant answers on. It is damaged.')
    expect(line().text()).toContain('Install again.')
    isThere = true
    await press('Try again')
    expect(bridge.inputsOf('knowledge.index')).toHaveLength(1)
  })

  test('that could not be written to is not begun again and again', async () => {
    const full = failure({ code: 'storage', message: 'The disk is full.', fix: 'Free some space.' })
    const { bridge, line } = await windowOn({}, { 'knowledge.index': () => full })
    expect(line().text()).toContain('Instant answers on. The disk is full.')
    bridge.change({ dir: info.dir, revision: 2 })
    await settle(10)
    expect(bridge.inputsOf('knowledge.index')).toHaveLength(1)
  })
})

describe('a workspace that Instant answers', () => {
  const trial: SettingTrial = {
    goldenSet: 'golden',
    recipe: 'hybrid',
    k: 5,
    queries: 120,
    of: 120,
    recall: 0.6,
    remarks: [],
    tried: [{ label: 'By Sentences', options: {}, recall: 0.62 }],
    embedder: {
      name: 'sentences',
      before: 'builtin',
      fixed: 9,
      broken: 4,
      gain: { mean: 0.02, ci95: [0.004, 0.036] },
    },
  }

  async function models(answers: Answers) {
    const bridge = fakeBridge(answers)
    const wrapper = await mountInApp(bridge, ModelsPane, () => void useSettings().read())
    const press = async (label: string) => {
      const button = wrapper.findAll('button').find((each) => each.text() === label)
      if (!button) throw new Error(`There is no button ${label}.`)
      await button.trigger('click')
      await settle(10)
    }
    return { bridge, wrapper, press }
  }

  test('is offered Sentences with its effect, which is used and taken back', async () => {
    const { bridge, wrapper, press } = await models({
      'evaluation.trySettings': () => trial,
      'knowledge.index': () => indexed,
      'models.choose': () => ({ settings: {} as never }),
    })
    await press('Try Sentences')
    expect(wrapper.text()).toContain(
      'Sentences in place of Instant: 2.0 points more Recall@5 on your 120 queries [0.4, 3.6], 9 fixed, 4 broken.',
    )
    expect(bridge.inputsOf('models.choose')).toEqual([])
    await press('Use it')
    expect(bridge.inputsOf('knowledge.index')).toMatchObject([{ embedder: 'sentences', use: true }])
    expect(wrapper.text()).toContain('Sentences answers in this workspace from now on.')
    await press('Undo')
    expect(bridge.inputsOf('models.choose')).toMatchObject([{ role: 'embedder', model: null }])
  })

  test('may use it unmeasured where there is nothing to measure with', async () => {
    const few = failure({ code: 'bad-input', message: 'Too few queries.', fix: 'Write some.' })
    const { bridge, wrapper, press } = await models({
      'evaluation.trySettings': () => few,
      'knowledge.index': () => indexed,
    })
    await press('Try Sentences')
    expect(wrapper.text()).toContain('Too few queries.')
    await press('Use Sentences unmeasured')
    expect(bridge.inputsOf('knowledge.index')).toMatchObject([{ use: true }])
  })
})
