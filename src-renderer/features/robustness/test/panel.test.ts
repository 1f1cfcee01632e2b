// @vitest-environment happy-dom
import { enableAutoUnmount } from '@vue/test-utils'
import { afterEach, expect, test } from 'vitest'
import {
  CHANGE_KINDS,
  type ChangeEffect,
  type Robustness,
} from '../../../../src-main/features/robustness/shared/robustness'
import { failure, type Answers } from '../../../../test/fakes/bridge'
import { id } from '../../../../test/fakes/catalog-tool'
import { settle } from '../../../../test/unit/renderer/in-app'
import { buttonOf, evaluationOf } from '../../../../test/unit/renderer/evaluation/evaluation-of'
import { sampleRun } from '../../../../test/unit/renderer/evaluation/sample-runs'

enableAutoUnmount(afterEach)

const RUN = sampleRun()
const estimate = (mean: number) => ({ mean, ci95: [mean - 0.02, mean + 0.02] as [number, number] })
const effect: ChangeEffect = {
  queries: 200,
  before: estimate(0.9),
  after: estimate(0.85),
  difference: estimate(-0.05),
  kept: estimate(0.93),
  lost: 12,
  changed: 80,
  undone: 0,
  leftOut: 3,
  degraded: 0,
}
const ROBUSTNESS: Robustness = {
  recipe: RUN.recipe,
  options: RUN.options,
  askedOf: 'BM25',
  k: 1,
  goldenSet: RUN.goldenSet,
  queries: 200,
  of: 700,
  seeds: 3,
  share: 0.2,
  measuredAt: '2026-11-24T08:00:00Z',
  all: effect,
  degraded: [],
  broken: 3,
  kinds: CHANGE_KINDS.map((kind) => ({ kind, ...effect })),
  breaks: [
    {
      tool: id('mail/send_mail'),
      name: 'send_mail',
      server: 'mail',
      asked: 28,
      lost: 7,
      by: [{ kind: 'merge', lost: 7 }],
    },
  ],
}

async function panelOf(answers: Answers = {}) {
  let kept: Robustness | undefined
  const { wrapper, bridge } = await evaluationOf(
    [RUN],
    {
      'evaluation.keptRobustness': () => (kept ? { robustness: kept } : {}),
      'evaluation.robustness': () => (kept = ROBUSTNESS),
      ...answers,
    },
    ['Details', 'Catalogs that change'],
  )
  const press = async (name: string) => {
    await buttonOf(wrapper, name).trigger('click')
    await settle()
  }
  return { wrapper, bridge, press, panel: wrapper.get('[aria-label="Catalogs that change"]') }
}

test('nothing is tried unasked; then one sentence, a row for each change, and what breaks first', async () => {
  const { panel, press, bridge, wrapper } = await panelOf()
  expect(bridge.inputsOf('evaluation.robustness')).toEqual([])
  expect(panel.find('table').exists()).toBe(false)
  await press('Try changes')
  expect(bridge.inputsOf('evaluation.robustness')).toMatchObject([
    { goldenSet: RUN.goldenSet, recipe: RUN.recipe, options: RUN.options, k: 1, mayAsk: false },
  ])
  expect(panel.get('[role=status]').text()).toBe(
    'BM25 keeps 93.0 % [91.0, 95.0] of what it finds when a fifth of the tools change.',
  )
  const rows = panel.findAll('[aria-label="By kind of change"] tbody tr')
  expect(rows).toHaveLength(CHANGE_KINDS.length)
  expect(rows[0]?.findAll('td').map((cell) => cell.text())).toEqual([
    'Renamed',
    '80',
    '0.900',
    '0.850',
    '−5.0 [−7.0, −3.0]',
    '93.0 % [91.0, 95.0]',
    '12',
    '3',
  ])
  const breaks = panel.get('[aria-label="Tools that break first"]')
  expect(breaks.text()).toContain('lost in 7 of 28 answers once tools change, most by: merged')
  expect(panel.text()).toContain('and 2 more')
  await press('Improve send_mail')
  expect(wrapper.navigation.section.value).toBe('improve')
})

test('what was measured of another k says so', async () => {
  const { panel } = await panelOf({
    'evaluation.keptRobustness': () => ({ robustness: { ...ROBUSTNESS, k: 7 } }),
  })
  expect(panel.text()).toContain('Measured with another recipe, k or golden set')
  expect(panel.text()).toContain('Try changes')
})

test('a recipe that asks a model says how many calls that takes, and asks once it is allowed', async () => {
  const { panel, press, bridge } = await panelOf({
    'evaluation.robustness': ({ mayAsk }) =>
      mayAsk
        ? ROBUSTNESS
        : failure({ code: 'asks-model', message: 'It asks a model: 6,800 calls.' }),
  })
  await press('Try changes')
  expect(panel.text()).toContain('6,800 calls')
  await press('Ask the model')
  expect(bridge.inputsOf('evaluation.robustness').at(-1)).toMatchObject({ mayAsk: true })
})
