// @vitest-environment happy-dom
import { enableAutoUnmount } from '@vue/test-utils'
import { afterEach, describe, expect, it } from 'vitest'
import { defineComponent, h } from 'vue'
import { settingsWith } from '../../../../test/fixtures/settings-in-use'
import type { JsonObject } from '../../../../src-main/domain/tool/tool'
import { useSettings } from '../../../composables/useSettings'
import { useWeightsDialog } from '../useWeightsDialog'
import { useWorkspace } from '../../../composables/useWorkspace'
import WeightsDialog from '../WeightsDialog.vue'
import { failure, fakeBridge, type Answers } from '../../../../test/fakes/bridge'
import { listedWeights, weightAnswers } from '../../../../test/fakes/weight-answers'
import { mountInApp, settle } from '../../../../test/unit/renderer/in-app'
import { forDevelopment } from '../../../../test/fixtures/golden-sets'

enableAutoUnmount(afterEach)

const published = listedWeights({
  name: 'published bm25',
  origin: 'published',
  comparedBy: 'words',
  embedder: undefined,
})
const SETS = [
  { name: 'few', queries: 20 },
  { name: 'dev', queries: 60 },
]

/** The dialog, opened from a recipe with options. */
async function dialogOver(answers: Answers, options: JsonObject = {}) {
  const bridge = fakeBridge(answers)
  const recipe = { options }
  const opener = defineComponent({
    setup() {
      const { current } = useWorkspace()
      const { request, openWeights } = useWeightsDialog()
      void useSettings().read()
      openWeights((change) => (recipe.options = change(recipe.options)))
      return () => request.value && h(WeightsDialog, { dir: current.value?.dir ?? '' })
    },
  })
  await mountInApp(bridge, opener)
  const dialog = () => document.querySelector<HTMLElement>('[role=dialog]')
  const text = () => dialog()?.textContent?.replace(/\s+/g, ' ') ?? ''
  return { bridge, recipe, dialog, text }
}

async function press(name: string): Promise<void> {
  const all = [...document.querySelectorAll<HTMLButtonElement>('[role=dialog] button, button')]
  const found = all.find(
    (one) => (one.getAttribute('aria-label') ?? one.textContent?.trim()) === name,
  )
  if (!found) throw new Error(`There is no button ${name}.`)
  if (found.type === 'submit') found.closest('form')?.dispatchEvent(new Event('submit'))
  else found.click()
  await settle(20)
}

async function choose(label: string, value: string): Promise<void> {
  const field = [...document.querySelectorAll('label')].find((one) => one.textContent === label)
  const control = document.getElementById(field?.htmlFor ?? '') as HTMLSelectElement
  control.value = value
  control.dispatchEvent(new Event('input'))
  control.dispatchEvent(new Event('change'))
  await settle()
}

describe('the weights of fields', () => {
  it('are learned from the golden set that teaches most, and shown with what they are worth', async () => {
    const { bridge, text } = await dialogOver(weightAnswers(SETS))
    expect(text()).toContain('None yet.')
    await choose('Seed', '7')
    await choose('Keep as', 'mine')
    await press('Learn weights')
    expect(bridge.inputsOf('weights.learn')).toMatchObject([
      { goldenSet: 'dev', comparedBy: 'meaning', folds: 'random', seed: 7, name: 'mine' },
    ])
    expect(text()).toContain('learned by meaning from “dev”: 60 queries, 48 tools')
    expect(text()).toContain('3 folds drawn with seed 7')
    expect(text()).toContain('Learned weights0.731[0.673, 0.785]')
    expect(text()).toContain('Equal weights0.696[0.633, 0.751]+0.036 [+0.001, +0.075]')
    expect(text()).toContain('The recipe “Hybrid”0.611[0.546, 0.673]+0.120 [−0.071, +0.174]')
    expect(text()).toContain('Any other query.64−.04.20.00.66.00')
    expect(text()).toContain('Of Instant: with another they are not used.')
  })

  it('are shown as equal ones where those learned did worse', async () => {
    const kept = listedWeights()
    if (kept.learning) Object.assign(kept.learning, { kept: 'equal' })
    const { text } = await dialogOver(weightAnswers(SETS, [kept]))
    expect(text()).toContain(
      'equal, as those learned by meaning from “dev” did worse: 60 queries, 48 tools',
    )
    expect(text()).toContain('nDCG@10 0.696 on queries held out')
    await press('learned by meaning: figures and weights')
    expect(text()).not.toContain('what was learned without it')
  })

  it('are not learned from fewer queries than 50, and it is said why', async () => {
    const { bridge, text } = await dialogOver(weightAnswers(SETS))
    await choose('Golden set', 'few')
    expect(text()).toContain('“few” has 20 queries, and learning takes 50 that name a tool')
    expect(text()).toContain('and do worse on others')
    await press('Learn weights')
    expect(bridge.inputsOf('weights.learn')).toEqual([])
  })

  it('tell what the app refuses, such as queries whose tools are not there', async () => {
    const { text } = await dialogOver({
      ...weightAnswers([{ name: 'dev', queries: 20 }]),
      'golden.list': () => [
        forDevelopment({
          name: 'dev',
          queries: 60,
          distinctTools: 5,
          mostTools: 1,
          origins: ['human'],
        }),
      ],
    })
    await press('Learn weights')
    expect(text()).toContain('“dev” has 20 different queries that name a tool of this catalog.')
    expect(text()).toContain('Label more queries, or use equal weights.')
  })

  it('say how many questions to a chat model they take, and what cannot be read', async () => {
    const { text } = await dialogOver({
      ...weightAnswers(SETS),
      'settings.read': () => settingsWith({ chatModel: 'ollama:small' }),
    })
    expect(text()).toContain('It takes up to 60 questions to ollama:small, some seconds each')
    expect(text()).not.toContain('Takes seconds')
  })

  it('say that the golden sets cannot be read', async () => {
    const { text } = await dialogOver({
      ...weightAnswers(SETS),
      'golden.list': () => failure({ code: 'internal', message: 'The sets cannot be read.' }),
    })
    expect(text()).toContain('The sets cannot be read.')
  })

  it('can be stopped while they are learned, which keeps nothing', async () => {
    const { text, dialog } = await dialogOver({
      ...weightAnswers(SETS, [published]),
      'weights.learn': (_, { onProgress }) => {
        onProgress?.({ what: 'Learning weights', done: 2, total: 6, unit: 'rounds' })
        return new Promise(() => undefined)
      },
    })
    await press('Learn weights')
    expect(text()).toContain('Learning weights')
    expect(text()).toContain('2 of 6 rounds')
    expect(dialog()?.querySelector('[aria-label=Close]')).toBeNull()
    for (const name of ['Use “published bm25”', 'Delete “published bm25”']) {
      expect(dialog()?.querySelector(`[aria-label="${name}"]`)).toHaveProperty('disabled', true)
    }
    await press('Stop')
    expect(text()).toContain('Stopped. Nothing was saved; earlier weights stay.')
  })

  it('are taken for the recipe, by name only where others are like them', async () => {
    const mine = listedWeights({ name: 'mine' })
    const before = { depth: 50, named: 'old', comparedBy: 'words' }
    const alone = await dialogOver(weightAnswers(SETS, [mine, published]), before)
    await press('Use “mine”')
    expect(alone.recipe.options).toEqual({ depth: 50, weights: 'learned' })
    expect(alone.dialog()).toBeNull()
  })

  it('are taken by name, and with what they were compared by, where the recipe would take others', async () => {
    const words = listedWeights({ name: 'by words', comparedBy: 'words' })
    const others = [words, { ...words, name: 'older' }, published]
    const { recipe } = await dialogOver(weightAnswers(SETS, others))
    await press('Use “older”')
    expect(recipe.options).toEqual({ weights: 'learned', named: 'older', comparedBy: 'words' })
  })

  it('that were published are looked into, and deleted once that is confirmed', async () => {
    const { bridge, text } = await dialogOver(weightAnswers(SETS, [published]))
    expect(text()).toContain('published, for comparing by words, with 60 queries held out by fold')
    await press('published bm25: figures and weights')
    expect(text()).toContain('The 20 queries of fold 3')
    await press('Delete “published bm25”')
    expect(bridge.inputsOf('weights.delete')).toEqual([])
    await press('Delete')
    expect(bridge.inputsOf('weights.delete')).toMatchObject([{ names: ['published bm25'] }])
  })
})
