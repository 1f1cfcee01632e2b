// @vitest-environment happy-dom
import { enableAutoUnmount } from '@vue/test-utils'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { defineComponent, h, watch } from 'vue'
import type { CatalogTool } from '../../../../src-main/domain/tool/tool'
import { settingsWith } from '../../../../test/fixtures/settings-in-use'
import { useSettings } from '../../../composables/useSettings'
import { useStatus } from '../../../composables/useStatus'
import { useWorkspace } from '../../../composables/useWorkspace'
import { useEnhanceDialog } from '../useEnhanceDialog'
import ImproveView from '../../../views/improve/ImproveView.vue'
import EnhanceDialog from '../EnhanceDialog.vue'
import { useEnhancing } from '../useEnhancing'
import { fakeBridge } from '../../../../test/fakes/bridge'
import { failure, type Answers } from '../../../../test/fakes/bridge-script'
import { enhanceAnswers } from '../../../../test/fakes/enhance-answers'
import { sampleCatalog } from '../../../../test/fakes/sample-catalog'
import { mountInApp, settle } from '../../../../test/unit/renderer/in-app'

enableAutoUnmount(afterEach)
beforeEach(() => localStorage.clear())

const [first] = sampleCatalog()
const DIR = '/home/ada/Pegboard/demo'
const ID = first?.tool.id ?? ''
const text = () => document.querySelector<HTMLElement>('[role=dialog]')?.textContent ?? ''

async function click(role: 'button' | 'label', name: string): Promise<void> {
  const all = document.querySelectorAll<HTMLElement>(`[role=dialog] ${role}`)
  const found = [...all].find((one) => one.textContent.trim().startsWith(name))
  expect(found, name).toBeDefined()
  found?.click()
  await settle(20)
}

const withModel = (chatModel?: string): Answers => ({
  'settings.read': () => settingsWith({ chatModel }),
})

/** The dialog for one tool, over a chat model that is refused what is said. */
async function open({ answers = {}, prepare }: { answers?: Answers; prepare?: () => void } = {}) {
  const bridge = fakeBridge({ ...withModel('ollama:small'), ...answers })
  const frame = defineComponent({
    setup() {
      const { current } = useWorkspace()
      return () => h(EnhanceDialog, { dir: current.value?.dir ?? '', ids: [ID] })
    },
  })
  await mountInApp(bridge, frame, () => {
    void useSettings().read()
    prepare?.()
  })
  await settle(20)
  let revision = 100
  /** Clicks, and lets the window see what was committed meanwhile. */
  async function press(role: 'button' | 'label', name: string): Promise<void> {
    await click(role, name)
    bridge.change({ dir: DIR, revision: ++revision })
    await settle(20)
  }
  return Object.assign(bridge, { press })
}

test('it says what asking takes before it is asked, and asks for the parts that are on', async () => {
  const bridge = await open()
  expect(text()).toContain('It takes 4 answers of ollama:small. How long an answer takes shows')
  await bridge.press('label', 'Tags')
  await bridge.press('label', 'Retrieval description')
  expect(text()).toContain('It takes 4 answers')
  await bridge.press('label', 'Topics and intents')
  await bridge.press('button', 'Ask for 3 texts')
  expect(bridge.inputsOf('enhance.run')).toMatchObject([
    { ids: [ID], parts: ['questions', 'whenToUse', 'tags'], again: false },
  ])
  expect(text()).toContain('3 answers: 3 texts proposed, 0 refused.')
  await bridge.press('label', 'Topics and intents')
  expect(text()).toMatch(/3 are passed over[^]*It takes 1 answer of ollama:small\. Some 2\.0 s/)
})

test('it says what was refused and why, and asks again where that is wanted', async () => {
  const why = 'whenToUse is empty'
  const refused = [
    { id: first?.tool.id ?? ('' as never), name: 'it', part: 'whenToUse' as const, why },
  ]
  const bridge = await open({ answers: enhanceAnswers(sampleCatalog(), refused) })
  await bridge.press('button', 'Ask for 4 texts')
  expect(text()).toContain('4 answers: 3 texts proposed, 1 refused.')
  expect(text()).toMatch(
    /Refused: 1 answer did not fit, twice\s*it\s*when to use it\s*whenToUse is empty/,
  )
  expect(text()).toContain('Nothing is left to ask.')
  await bridge.press('label', 'Ask again')
  await bridge.press('button', 'Ask for 4 texts')
  expect(bridge.inputsOf('enhance.run').at(-1)).toMatchObject({ again: true })
})

test('without a model it counts what is there, and takes from where it is told', async () => {
  const bridge = await open({ answers: withModel() })
  expect(text()).toMatch(/Examples of the tools\s*2 new questions/)
  expect(text()).toMatch(/Logged queries that one tool solved alone\s*Nothing new/)
  await bridge.press('label', 'Values of parameters')
  await bridge.press('button', 'Propose 2 questions')
  expect(bridge.inputsOf('enhance.collect')).toMatchObject([
    { ids: [ID], from: ['examples', 'logged-queries'] },
  ])
  expect(text()).toContain('2 questions proposed for 1 tool.')
})

test('what came of it is taken back, or leads to the review', async () => {
  const bridge = await open()
  await bridge.press('button', 'Ask for 4 texts')
  await bridge.press('button', 'Review 4 proposals')
  expect(location.hash).toBe('#/improve/todo')
  await bridge.press('button', 'Take them back')
  expect(bridge.inputsOf('enhance.forget')).toMatchObject([{ run: 'run 1' }])
  expect(text()).toContain('4 proposals taken back.')
  expect(text()).toContain('It takes 4 answers')
})

const ready = (): boolean =>
  [...document.querySelectorAll<HTMLButtonElement>('[role=dialog] button')].some(
    (one) => one.textContent.trim().startsWith('Ask') && !one.disabled,
  )

test('nothing is asked by the plan of what was chosen before', async () => {
  const base = enhanceAnswers(sampleCatalog())
  const bridge = await open({
    answers: {
      ...base,
      'enhance.plan': (input, options) =>
        input.parts.includes('tags')
          ? failure({ code: 'internal', message: 'No plan.' })
          : (base['enhance.plan']?.(input, options) ?? new Promise(() => undefined)),
    },
  })
  expect(ready()).toBe(true)
  await bridge.press('label', 'Tags')
  expect(text()).toContain('No plan.')
  expect(ready()).toBe(false)
})

test('what failed in the last run is not said of the next', async () => {
  let runs = 0
  const base = enhanceAnswers(sampleCatalog())
  const bridge = await open({
    answers: {
      ...base,
      'enhance.run': () =>
        ++runs > 1
          ? new Promise(() => undefined)
          : {
              asked: 1,
              proposed: 0,
              refused: [],
              refusals: 0,
              passedOver: 0,
              gone: 0,
              failed: ['No Ollama.'],
              left: 3,
            },
    },
  })
  await bridge.press('button', 'Ask for 4 texts')
  expect(text()).toContain('The model could not be asked: No Ollama.')
  await bridge.press('button', 'Ask for 4 texts')
  expect(text()).toContain('Enhancing tools')
  expect(text()).not.toContain('No Ollama.')
})

test('a run of another workspace is said, and how it ended', async () => {
  let end: (() => void) | undefined
  const base = enhanceAnswers(sampleCatalog())
  const shared: { enhancing?: ReturnType<typeof useEnhancing>; status?: string | undefined } = {}
  await open({
    answers: {
      ...base,
      'enhance.run': async (input, options) => {
        await new Promise<void>((resolve) => (end = resolve))
        return (
          (await base['enhance.run']?.(input, options)) ??
          failure({ code: 'internal', message: '' })
        )
      },
    },
    prepare: () => {
      const { status } = useStatus()
      shared.enhancing = useEnhancing()
      watch(status, (said) => (shared.status = said?.text))
    },
  })
  void shared.enhancing?.ask({ dir: '/another', parts: ['questions'] })
  await settle(20)
  expect(text()).toContain('Tools of another workspace are being enhanced.')
  end?.()
  await settle(20)
  expect(shared.status).toMatch(/answers: \d+ texts proposed/)
})

test('asked for without a tool it says so, and does not come up once there are some', async () => {
  const catalog: CatalogTool[] = []
  const said: (string | undefined)[] = []
  const bridge = fakeBridge({}, catalog)
  await mountInApp(bridge, ImproveView, () => {
    const { status } = useStatus()
    watch(status, (now) => said.push(now?.text))
    useEnhanceDialog().openEnhance()
  })
  await settle(20)
  expect(said).toEqual(['There is no tool to enhance yet: import a catalog, or make a tool.'])
  catalog.push(...sampleCatalog())
  bridge.change({ dir: DIR, revision: 100 })
  await settle(20)
  expect(document.body.textContent).toContain('Enhance…')
  expect(document.querySelector('[role=dialog]')).toBeNull()
})
