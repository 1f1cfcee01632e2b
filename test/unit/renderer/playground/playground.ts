import type { VueWrapper } from '@vue/test-utils'
import { settingsWith } from '../../../fixtures/settings-in-use'
import type { RecipeInfo } from '../../../../src-main/contract/query'
import PlaygroundView from '../../../../src-renderer/views/playground/PlaygroundView.vue'
import { useSettings } from '../../../../src-renderer/composables/useSettings'
import { fakeBridge, type Answers } from '../../../fakes/bridge'
import { sampleRecipes } from '../evaluation/sample-runs'
import { mountInApp, settle } from '../in-app'
import { sampleAnswer } from './sample-answer'

export const QUERY = 'Mail the minutes'
/** Where a language model is chosen. */
export const withModel: Answers = {
  'settings.read': () => settingsWith({ chatModel: 'ollama:qwen3' }),
  'settings.write': (changes) => settingsWith({ chatModel: 'ollama:qwen3', ...changes }),
}
/** Longer than a change takes to settle. */
export const SETTLED = 260

/** The playground as the window shows it, with its settings read. */
export async function playground(
  answers: Answers = {},
  recipes: Partial<RecipeInfo> = {},
  prepare: () => void = () => undefined,
) {
  const bridge = fakeBridge({
    'recipes.list': () => sampleRecipes().map((recipe) => ({ ...recipe, ...recipes })),
    'query.run': ({ text, k, recipe }) => ({ ...sampleAnswer(text, k ?? 5), recipe }),
    ...answers,
  })
  let settings: ReturnType<typeof useSettings> | undefined
  const wrapper = await mountInApp(bridge, PlaygroundView, () => {
    prepare()
    settings = useSettings()
    void settings.read()
  })
  if (!settings) throw new Error('There are no settings.')
  return { bridge, wrapper, settings }
}

/** Types a query and presses Enter. */
export async function ask(wrapper: VueWrapper, text = QUERY): Promise<void> {
  await wrapper.get('textarea').setValue(text)
  await wrapper.get('textarea').trigger('keydown', { key: 'Enter' })
  await settle()
}

/** The names of the tools in the set, or in another list. */
export const names = (wrapper: VueWrapper, list = 'Tool set') =>
  wrapper
    .findAll(`[role=listbox][aria-label="${list}"] [role=option] .name`)
    .map((name) => name.text())

/** Chooses in the menu of what is wanted now and then. */
export async function more(wrapper: VueWrapper, name: string): Promise<void> {
  await wrapper.get('[aria-label^="More: "]').trigger('keydown', { key: 'Enter' })
  await settle(20)
  const items = [...document.querySelectorAll<HTMLElement>('[role^=menuitem]')]
  const found = items.find((one) => one.textContent.trim().startsWith(name))
  if (!found) throw new Error(`The menu has no ${name}.`)
  found.click()
  await settle(20)
}

/** Asks for this many tools. */
export async function setK(wrapper: VueWrapper, k: number): Promise<void> {
  const field = wrapper.get('[aria-label="k, tools handed to the agent"]')
  await field.setValue(String(k))
  await field.trigger('change')
}

export async function openTab(wrapper: VueWrapper, name: string): Promise<void> {
  const found = wrapper.findAll('[role=tab]').find((one) => one.text().startsWith(name))
  if (!found) throw new Error(`There is no tab ${name}.`)
  await found.trigger('mousedown', { button: 0 })
  await settle()
}
