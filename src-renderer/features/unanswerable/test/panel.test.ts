// @vitest-environment happy-dom
import { enableAutoUnmount } from '@vue/test-utils'
import { afterEach, expect, test } from 'vitest'
import type {
  Confidence,
  RiskCoverage,
} from '../../../../src-main/features/unanswerable/shared/confidence'
import { riskCoverageData, thresholdRows } from '../risk-coverage-chart'
import { failure } from '../../../../test/fakes/bridge'
import { settle } from '../../../../test/unit/renderer/in-app'
import {
  buttonOf,
  chooseK,
  evaluationOf,
} from '../../../../test/unit/renderer/evaluation/evaluation-of'
import { adaptiveRun, sampleRun } from '../../../../test/unit/renderer/evaluation/sample-runs'

enableAutoUnmount(afterEach)

const riskCoverage: RiskCoverage = {
  auroc: { mean: 0.84, ci95: [0.78, 0.9] },
  area: 0.1,
  riskAtAll: 0.25,
  queries: 150,
  points: [
    { threshold: 9, coverage: 0.5, risk: 0.02, misses: 45, falseActivations: 0 },
    { threshold: 4, coverage: 0.9, risk: 0.2, misses: 8, falseActivations: 23 },
    { threshold: 1, coverage: 1, risk: 0.25, misses: 0, falseActivations: 30 },
  ],
}
const confidence = (run: string, more: Partial<Confidence> = {}): Confidence => ({
  run,
  fitting: { queries: 120, wrong: 2 },
  ...more,
})
const panelOf = async (answer: (run: string, leaveOut: boolean) => Confidence) => {
  const { wrapper, bridge } = await evaluationOf([sampleRun()], {
    'evaluation.confidence': ({ runs, leaveOut = false }) =>
      runs.map((run) => answer(run, leaveOut)),
  })
  return { wrapper, bridge, panel: wrapper.get('[aria-label="Requests that no tool answers"]') }
}

test('what a run does where no tool fits stands under its own heading, with what a threshold does', async () => {
  const { panel } = await panelOf((run) =>
    confidence(run, { negative: { queries: 30, wrong: 30, riskCoverage, ofOtherSets: true } }),
  )
  expect(panel.get('h2').text()).toBe('Requests that no tool answers')
  expect(panel.text()).toContain(
    'How well BM25’s best tool matches tells them well (AUROC .84 [.78, .90]): area below its risk–coverage curve .10, risk without a threshold 25.0 %.',
  )
  expect(panel.text()).toMatch(
    /above\. Asked: 30 queries that name no tool, of other golden sets\. Right or wrong at k = 1\.\s*Run/,
  )
  const cells = panel.findAll('[aria-label="Where no tool fits"] td').map((cell) => cell.text())
  expect(cells).toEqual([
    '2 of 120 (1.7 %)',
    '30 of 30 (100.0 %)',
    'not asked',
    'tells them well (AUROC .84 [.78, .90])',
  ])
  const rows = panel.findAll('[aria-label="What a threshold does"] tbody tr')
  expect(rows[0]?.findAll('td').map((cell) => cell.text())).toEqual([
    '1.00',
    '100.0 %',
    '25.0 %',
    '0',
    '30',
  ])
  expect(panel.text()).toContain('Risk against coverage')
})

test('where there is no such query it is said, and some can be asked again without their right tools', async () => {
  const { panel, bridge, wrapper } = await panelOf((run, leaveOut) =>
    confidence(run, leaveOut ? { leftOut: { queries: 120, wrong: 118, riskCoverage } } : {}),
  )
  expect(panel.text()).toContain('Every golden query names a tool')
  expect(bridge.inputsOf('evaluation.confidence').at(-1)).toMatchObject({ leaveOut: false })
  await buttonOf(wrapper, 'Ask again without the right tools').trigger('click')
  await settle()
  expect(bridge.inputsOf('evaluation.confidence').at(-1)).toMatchObject({ leaveOut: true, k: 1 })
  expect(panel.text()).toContain('118 of 120 (98.3 %)')
  expect(panel.text()).not.toContain('Every golden query names a tool')
})

test('asking again after a failure asks again', async () => {
  let isThere = false
  const { wrapper, bridge } = await evaluationOf([sampleRun()], {
    'evaluation.confidence': ({ runs, leaveOut }) => {
      if (!leaveOut)
        return runs.map((run) => confidence(run, { fitting: { queries: 120, wrong: 0 } }))
      return isThere
        ? runs.map((run) =>
            confidence(run, { leftOut: { queries: 120, wrong: 118, riskCoverage } }),
          )
        : failure({ code: 'unavailable', message: 'The model does not answer.' })
    },
  })
  const panel = wrapper.get('[aria-label="Requests that no tool answers"]')
  // Without anything to tell there is no table.
  expect(panel.find('table').exists()).toBe(false)
  await buttonOf(wrapper, 'Ask again without the right tools').trigger('click')
  await settle()
  expect(panel.text()).toContain('The model does not answer.')
  isThere = true
  await buttonOf(wrapper, 'Try again').trigger('click')
  await settle()
  expect(bridge.inputsOf('evaluation.confidence')).toHaveLength(3)
  expect(panel.text()).toContain('118 of 120 (98.3 %)')
})

test('figures stay those of the k that they were asked for, until others are there', async () => {
  const { wrapper } = await evaluationOf([sampleRun()], {
    'evaluation.confidence': ({ runs, k }) =>
      k === 1
        ? runs.map((run) => confidence(run, { negative: { queries: 30, wrong: 30, riskCoverage } }))
        : failure({ code: 'unavailable', message: 'It cannot be read.' }),
  })
  const panel = wrapper.get('[aria-label="Requests that no tool answers"]')
  expect(panel.text()).toContain('Right or wrong at k = 1.')
  await chooseK(wrapper, 5)
  await settle()
  expect(panel.text()).toContain('It cannot be read.')
  expect(panel.text()).toContain('Right or wrong at k = 1.')
})

test('what an earlier run with adaptive k holds is not said to be unmeasured', async () => {
  const asked = { queries: 30, wrong: 15 }
  const { wrapper } = await evaluationOf(
    [adaptiveRun({ nothingFits: { fitting: asked, negative: asked, leftOut: asked } })],
    { 'evaluation.confidence': ({ runs }) => runs.map((run) => confidence(run)) },
  )
  const panel = wrapper.get('[aria-label="Requests that no tool answers"]').text()
  expect(panel).toContain('15 of 30 (50.0 %)')
  expect(panel).not.toContain('are not measured')
})

test('a recipe that gives no score says so, and draws nothing', async () => {
  const { panel } = await panelOf((run) =>
    confidence(run, { negative: { queries: 30, wrong: 30 } }),
  )
  expect(panel.text()).toContain('BM25 gives no score to tell them by.')
  expect(panel.text()).not.toContain('Risk against coverage')
})

test('a curve has coverage across and risk up, and a table of thresholds its nearest points', () => {
  const data = riskCoverageData([{ label: 'BM25', riskCoverage }])
  expect(data.series[0]?.points[1]).toEqual({ x: 0.9, y: 0.2 })
  expect(thresholdRows(riskCoverage).map(({ coverage }) => coverage)).toEqual([
    '100.0 %',
    '90.0 %',
    '50.0 %',
  ])
  expect(thresholdRows({ ...riskCoverage, points: [] })).toEqual([])
})
