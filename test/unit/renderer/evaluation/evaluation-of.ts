import { config, type VueWrapper } from '@vue/test-utils'
import type { Run } from '../../../../src-main/domain/run/run'
import EvaluationView from '../../../../src-renderer/views/evaluation/EvaluationView.vue'
import { fakeBridge, type Answers } from '../../../fakes/bridge'
import { mountInApp, settle } from '../in-app'
import { sampleRecipes } from './sample-runs'
import { forDevelopment } from '../../../fixtures/golden-sets'

// A page without layout has no room to draw in.
config.global.stubs = { Echarts: true }

export const goldenSet = forDevelopment({
  name: 'golden',
  queries: 120,
  distinctTools: 90,
  mostTools: 5,
  origins: ['human'],
})

/**
 * What is open unless a test says otherwise: all but what asks for queries, a model or other
 * settings.
 */
const OPENED = ['Runs', 'Details', 'Charts', 'Catalog sizes', 'Requests that no tool answers']

/** The evaluation of a workspace with a golden set and these runs, set up and unfolded. */
export async function evaluationOf(
  stored: Run[],
  answers: Answers = {},
  opened: readonly string[] = OPENED,
) {
  localStorage.clear()
  sessionStorage.clear()
  return mountAgain(stored, answers, opened)
}

/** The same as a window that is loaded again, with what the one before it kept. */
export async function mountAgain(
  stored: Run[],
  answers: Answers = {},
  opened: readonly string[] = OPENED,
) {
  const bridge = fakeBridge({
    'recipes.list': () => sampleRecipes(),
    'golden.list': () => [goldenSet],
    'golden.queries': () => ({ total: 120, queries: [], unknownTools: [] }),
    'evaluation.runs': () => stored,
    ...answers,
  })
  const wrapper = await mountInApp(bridge, EvaluationView)
  for (const name of opened) await openFold(wrapper, name)
  return { bridge, wrapper }
}

/** The button of this text or label. @throws Error where there is none. */
export function buttonOf(wrapper: VueWrapper, name: string) {
  const found = wrapper
    .findAll('button')
    .find((one) => one.text() === name || one.attributes('aria-label') === name)
  if (!found) throw new Error(`There is no button ${name}.`)
  return found
}

/** The part of the page of this name, open or not. */
export const foldOf = (wrapper: VueWrapper, name: string) =>
  wrapper.find(`section[aria-label="${name}"]`)

/** Opens a part of the page, where there is one; one that is open stays so. */
export async function openFold(wrapper: VueWrapper, name: string): Promise<void> {
  const fold = foldOf(wrapper, name)
  const head = fold.exists() ? fold.find('h2 button') : undefined
  if (head?.attributes('aria-expanded') === 'false') await head.trigger('click')
  await settle()
}

/** Opens what is set up to be measured. */
export async function openSetup(wrapper: VueWrapper): Promise<void> {
  await buttonOf(wrapper, 'Run again').trigger('click')
  await settle()
}

/** Chooses the k that all of the page speaks of. */
export async function chooseK(wrapper: VueWrapper, k: number): Promise<void> {
  const slider = wrapper.get<HTMLInputElement>('.results input[type=range]')
  slider.element.value = String(k)
  await slider.trigger('input')
  await settle()
}

/** The runs side by side, by their labels. */
export const comparedRuns = (wrapper: VueWrapper): string[] =>
  wrapper.findAll('[aria-label="Measures by run"] tbody .clamp').map((label) => label.text().trim())
