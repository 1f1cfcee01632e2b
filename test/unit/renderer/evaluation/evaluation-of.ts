import { config, type VueWrapper } from '@vue/test-utils'
import type { Run } from '../../../../src-main/domain/run/run'
import EvaluationView from '../../../../src-renderer/views/evaluation/EvaluationView.vue'
import { fakeBridge, type Answers } from '../../../fakes/bridge'
import { mountInApp, settle } from '../in-app'
import { sampleRecipes } from './sample-runs'
import { forDevelopment } from '../../../fixtures/golden-sets'

// A page without layout has no room to draw in.
config.global.stubs = { Echarts: true }

const goldenSet = forDevelopment({
  name: 'golden',
  queries: 120,
  distinctTools: 90,
  mostTools: 5,
  origins: ['human'],
})

/** The evaluation of a workspace with a golden set and these runs. */
export async function evaluationOf(stored: Run[], answers: Answers = {}) {
  const bridge = fakeBridge({
    'recipes.list': () => sampleRecipes(),
    'golden.list': () => [goldenSet],
    'golden.queries': () => ({ total: 120, queries: [], unknownTools: [] }),
    'evaluation.runs': () => stored,
    ...answers,
  })
  return { bridge, wrapper: await mountInApp(bridge, EvaluationView) }
}

/** The button of this text or label. @throws Error where there is none. */
export function buttonOf(wrapper: VueWrapper, name: string) {
  const found = wrapper
    .findAll('button')
    .find((one) => one.text() === name || one.attributes('aria-label') === name)
  if (!found) throw new Error(`There is no button ${name}.`)
  return found
}

export async function openTab(wrapper: VueWrapper, name: string): Promise<void> {
  const found = wrapper.findAll('[role=tab]').find((one) => one.text().startsWith(name))
  await found?.trigger('mousedown', { button: 0 })
  await settle()
}

/** The runs side by side, by their labels. */
export const comparedRuns = (wrapper: VueWrapper): string[] =>
  wrapper.findAll('[aria-label="Measures by run"] tbody .clamp').map((label) => label.text().trim())
