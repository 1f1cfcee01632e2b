// @vitest-environment happy-dom
import { enableAutoUnmount } from '@vue/test-utils'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { defineComponent, h } from 'vue'
import { summaryOf } from '../../../../src-main/domain/run/run'
import { fakeBridge } from '../../../../test/fakes/bridge'
import { failure, type Answers } from '../../../../test/fakes/bridge-script'
import { improveAnswers, notWon, won } from '../../../../test/fakes/improve-answers'
import { forDevelopment } from '../../../../test/fixtures/golden-sets'
import { settingsWith } from '../../../../test/fixtures/settings-in-use'
import { mountInApp, settle } from '../../../../test/unit/renderer/in-app'
import { useSettings } from '../../../composables/useSettings'
import { useWorkspace } from '../../../composables/useWorkspace'
import EnhanceButtons from '../EnhanceButtons.vue'
import NoTexts from '../NoTexts.vue'

enableAutoUnmount(afterEach)
beforeEach(() => localStorage.clear())

const DIR = '/home/ada/Pegboard/demo'
const text = () => document.querySelector<HTMLElement>('[role=dialog]')?.textContent ?? ''
const buttons = () => [...document.querySelectorAll<HTMLButtonElement>('[role=dialog] button')]
const isOff = (name: string) =>
  buttons().find((one) => one.textContent.trim().startsWith(name))?.disabled

/** The ways to have texts proposed, over a chat model unless that is said otherwise. */
async function open(answers: Answers = {}, chatModel: string | undefined = 'ollama:small') {
  const bridge = fakeBridge({
    'settings.read': () => settingsWith({ chatModel }),
    ...improveAnswers(),
    ...answers,
  })
  const frame = defineComponent({
    setup() {
      const { current } = useWorkspace()
      return () => [h(EnhanceButtons, { dir: current.value?.dir ?? '' }), h(NoTexts)]
    },
  })
  const app = await mountInApp(bridge, frame, () => void useSettings().read())
  let revision = 100
  /** Clicks on the first that begins so, and lets the window see what was committed meanwhile. */
  async function press(name: string, role: 'button' | 'label' | 'summary' = 'button') {
    const all = [...document.querySelectorAll<HTMLElement>(role)]
    const dialog = document.querySelector('[role=dialog]')
    const found = all.find(
      (one) => one.textContent.trim().startsWith(name) && (!dialog || dialog.contains(one)),
    )
    expect(found, name).toBeDefined()
    found?.click()
    await settle(20)
    bridge.change({ dir: DIR, revision: ++revision })
    await settle(20)
  }
  await settle(20)
  await press('Write for what is missed…')
  return Object.assign(bridge, { press, app })
}

test('it says what it takes, what was won, and takes it back', async () => {
  const { press, inputsOf, app } = await open()
  expect(text()).toContain('Missed: 3 tools, 3 answers of the chat model, some 1 min 0 s.')
  expect(text()).toContain('All: 8 tools, 7 answers of the chat model, some 2 min 20 s.')
  expect(text()).toContain(
    '60 say what is missed, 61 which texts are accepted, and 62 what was won',
  )
  await press('Write for 3 tools')
  expect(inputsOf('improve.run')).toMatchObject([{ tools: 'missed', most: 100 }])
  expect(text()).toContain('3 answers for 3 tools.')
  const said =
    'Accepted 3 texts of 3 tools. On queries of “office” that decided nothing, hybrid gives of the right tools .500 → .524, +2.4 points [+1.4, +3.4] on 62 queries.'
  expect(text()).toContain(said)
  expect(app.said).toContain(said)
  expect(text()).toContain('Of the tools written for: .500 → .580')
  await press('Sets of texts that were tried: 2', 'summary')
  expect(text()).toMatch(/all texts\s*3\s*\+0\.031\s*2 questions of each\s*3\s*−0\.002/)
  expect(text()).not.toContain('Review')
  await press('Undo')
  expect(inputsOf('changes.undo')).toMatchObject([{ change: 'change 1' }])
  expect(text()).toContain('Taken back: Changed it.')
  await press('Review')
  expect(location.hash).toBe('#/improve/todo')
  expect(text()).toBe('')
})

test('all tools are written for, and as many as wanted', async () => {
  const { press, inputsOf } = await open()
  await press('All tools', 'label')
  const most = document.querySelector<HTMLInputElement>('[role=dialog] input[type=number]')
  if (!most) throw new Error('There is no field.')
  most.value = '5'
  most.dispatchEvent(new Event('change'))
  await settle(20)
  expect(inputsOf('improve.plan').at(-1)).toMatchObject({ most: 5 })
  await press('Write for 8 tools')
  expect(inputsOf('improve.run')).toMatchObject([{ tools: 'all', most: 5 }])
})

test('of several golden sets one is chosen, a test set never', async () => {
  const sets = ['office', 'street', 'kept apart'].map((name) =>
    forDevelopment(summaryOf({ name, queries: [] })),
  )
  const { press, inputsOf } = await open({
    'golden.list': () =>
      sets.map((set) => (set.name === 'kept apart' ? { ...set, purpose: 'test' as const } : set)),
  })
  const select = document.querySelector<HTMLSelectElement>('[role=dialog] select')
  if (!select) throw new Error('There is no choice.')
  expect([...select.options].map(({ value }) => value)).toEqual(['office', 'street', ''])
  expect(select.value).toBe('office')
  select.value = 'street'
  select.dispatchEvent(new Event('change'))
  await settle(20)
  expect(text()).toContain('queries of “street”, 60 say')
  await press('Write for 3 tools')
  expect(inputsOf('improve.run')).toMatchObject([{ goldenSet: 'street' }])
})

test('logged queries are taken where they are chosen', async () => {
  const { press, inputsOf } = await open()
  const select = document.querySelector<HTMLSelectElement>('[role=dialog] select')
  if (!select) throw new Error('There is no choice.')
  select.value = ''
  select.dispatchEvent(new Event('change'))
  await settle(20)
  expect(text()).toContain('183 logged queries, 60 say what is missed')
  await press('Write for 3 tools')
  expect(inputsOf('improve.run')).toMatchObject([{ logged: true }])
})

test('without a chat model it leads to where one is chosen', async () => {
  const { press } = await open({ 'settings.read': () => settingsWith({}) })
  expect(text()).toContain('No chat model is chosen')
  expect(isOff('Write for')).toBe(true)
  await press('Choose a model')
  expect(location.hash).toBe('#/settings/models')
})

test('without golden queries it says so, and leads to them', async () => {
  const { press } = await open({
    'golden.list': () => [],
    'improve.plan': () =>
      failure({
        code: 'bad-input',
        message: 'There are no golden queries.',
        fix: 'Save some queries as golden.',
      }),
  })
  expect(text()).toContain('There are no golden queries.')
  expect(text()).toContain('Save some queries as golden.')
  expect(isOff('Write')).toBe(true)
  await press('Golden queries')
  expect(location.hash).toBe('#/queries/golden')
})

test('where nothing is missed it says so, and all tools can be written for', async () => {
  const { press } = await open(improveAnswers({ missed: { tools: 0, calls: 0 } }))
  expect(text()).toContain('No tool is missed.')
  expect(isOff('Write')).toBe(true)
  await press('All tools', 'label')
  expect(isOff('Write for 8 tools')).toBe(false)
})

test('few queries are told before it is started and after, and the texts are reviewed', async () => {
  const queries = { choosing: 4, judging: 3, reporting: 5 }
  const { press } = await open({
    ...improveAnswers({ queries }),
    'improve.run': () => notWon('few-queries', { queries, tried: [] }),
  })
  expect(text()).toContain('These are too few to tell what texts are worth')
  await press('Write for 3 tools')
  expect(text()).toContain('12 queries: too few to tell')
  expect(text()).not.toContain('Undo')
  await press('Review')
  expect(location.hash).toBe('#/improve/todo')
})

test('what the model failed at is said, and it is gone on with', async () => {
  const failed = ['Ollama is not running.']
  const { press, app, inputsOf } = await open({
    'improve.run': () => notWon('no-gain', { failed, tried: [], asked: 0 }),
  })
  await press('Write for 3 tools')
  expect(text()).toContain('The model could not be asked: Ollama is not running.')
  expect(app.said.at(-1)).toContain('Ollama is not running.')
  expect(text()).not.toContain('Review')
  await press('Go on')
  expect(inputsOf('improve.run')).toHaveLength(2)
})

test('stopped, it keeps what it has and is gone on with', async () => {
  let runs = 0
  const { press } = await open({
    'improve.run': (_, { onProgress }) => {
      if (++runs > 1) return won()
      onProgress?.({ what: 'Writing for what is missed: +1.2 points so far', done: 1, total: 3 })
      return new Promise(() => undefined)
    },
  })
  await press('Write for 3 tools')
  expect(text()).toContain('+1.2 points so far')
  await press('Stop')
  expect(text()).toContain('Stopped. What was written is kept')
  await press('Go on')
  expect(text()).toContain('Accepted 3 texts of 3 tools.')
  expect(text()).not.toContain('Stopped.')
})

test('it runs on while it is closed, alone, and looks nothing up meanwhile', async () => {
  let end: ((done: ReturnType<typeof won>) => void) | undefined
  const { press, inputsOf, app, change } = await open({
    'improve.run': (_, { onProgress }) => {
      onProgress?.({ what: 'Writing', done: 1, total: 3 })
      return new Promise((resolve) => (end = resolve))
    },
  })
  await press('Write for 3 tools')
  const planned = inputsOf('improve.plan').length
  await press('Close, and let it go on')
  await press('Enhance…')
  expect(text()).toContain('Questions are being written for what is missed. Only one run at a time')
  expect(isOff('Ask')).toBe(true)
  await press('Close, and let it go on')
  await press('Writing 1 of 3')
  change({ dir: DIR, revision: 200 })
  await settle(20)
  expect(inputsOf('improve.plan')).toHaveLength(planned)
  expect(isOff('Write')).toBeUndefined()
  await press('Close, and let it go on')
  end?.(won())
  await settle(20)
  expect(app.said.at(-1)).toContain('+2.4 points')
  await press('Write for what is missed…')
  expect(text()).toContain('Accepted 3 texts of 3 tools.')
})

test('what was taken back elsewhere is not offered to be taken back', async () => {
  let rows = [{ name: 'change 1', at: '2026-11-01T10:00:00Z', what: 'It', isUndone: false }]
  const { press, change } = await open({
    'changes.list': () => ({ total: rows.length, rows }),
  })
  await press('Write for 3 tools')
  expect(isOff('Undo')).toBe(false)
  rows = []
  change({ dir: DIR, revision: 300 })
  await settle(20)
  expect(isOff('Undo')).toBeUndefined()
  expect(text()).toContain('It was taken back.')
})
