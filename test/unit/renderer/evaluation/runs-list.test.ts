// @vitest-environment happy-dom
import { enableAutoUnmount } from '@vue/test-utils'
import { afterEach, expect, test } from 'vitest'
import { agentRunAnswers } from '../../../fakes/agent-run-answers'
import { failure } from '../../../fakes/bridge'
import { settle } from '../in-app'
import { buttonOf, evaluationOf, openFold } from './evaluation-of'
import { adaptiveRun, sampleRun } from './sample-runs'

enableAutoUnmount(afterEach)

test('runs of one look at the parts, or at growing catalogs, are folded under one line', async () => {
  const parts = ['without questions', 'without tags'].map((leftOut, at) =>
    sampleRun({ id: `part ${at}`, leftOut }),
  )
  const sizes = [10, 50].map((tools) =>
    sampleRun({ id: `size ${tools}`, catalogSize: { tools, seed: 1 } }),
  )
  const { wrapper } = await evaluationOf([...sizes, ...parts, sampleRun()])
  const list = () => wrapper.get('[aria-label="Runs"]').text()
  expect(wrapper.findAll('[aria-label="All runs"] .run')).toHaveLength(1)
  expect(list()).toMatch(/^Runs\s*5/)
  expect(list()).toMatch(/Smaller catalogs\s*2 runs\s*Parts of BM25\s*2 runs/)
  await wrapper.findAll('[aria-label="All runs"] .fold')[1]?.trigger('click')
  expect(list()).toContain('BM25, without tags')
  expect(wrapper.findAll('[aria-label="All runs"] .run')).toHaveLength(3)
})

test('a chosen run can be taken away, also where it does not fit the others', async () => {
  const some = (id: string, more: object) =>
    sampleRun({ id, queries: 50, sample: { size: 50, seed: 7 }, ...more })
  const stored = [some('b', { startedAt: '2026-11-20T11:00:00.000Z' }), some('a', {})]
  const { wrapper, bridge } = await evaluationOf(stored)
  const boxes = () => wrapper.findAll<HTMLInputElement>('[aria-label="All runs"] .run input')
  // The golden set was edited, and one of them measured again since.
  stored.splice(1, 1, some('a', { queries: 40 }))
  for (const box of boxes()) if (!box.element.checked) await box.setValue(true)
  bridge.change({ dir: '/home/ada/Pegboard/demo', revision: 5 })
  await settle(10)
  expect(wrapper.get('[aria-label="Runs"]').text()).toContain('Measured on other queries')
  expect(wrapper.get('.trust').text()).toMatch(
    /No comparison: .*seed 7 of “golden” \((50|40) queries\);/,
  )
  expect(boxes().filter(({ element }) => element.checked)).toHaveLength(2)
  expect(boxes().every(({ element }) => !element.disabled)).toBe(true)
})

test('why a deletion failed is not told of the next one', async () => {
  const { wrapper } = await evaluationOf([sampleRun()], {
    'evaluation.deleteRuns': () => failure({ code: 'conflict', message: 'The disk is full.' }),
  })
  const dialog = () => document.querySelector('[role=dialog]')
  const press = async (name: string) => {
    const all = [...(dialog()?.querySelectorAll('button') ?? [])]
    all.find(({ textContent }) => textContent?.trim() === name)?.click()
    await settle()
  }
  await buttonOf(wrapper, 'Delete the 1 chosen run').trigger('click')
  await settle()
  await press('Delete')
  expect(dialog()?.textContent).toContain('The disk is full.')
  await press('Cancel')
  await buttonOf(wrapper, 'Delete the 1 chosen run').trigger('click')
  await settle()
  expect(dialog()?.textContent).not.toContain('The disk is full.')
})

test('no more runs are drawn than are asked for', async () => {
  const many = Array.from({ length: 120 }, (_, at) => sampleRun({ id: `run ${at}` }))
  const { wrapper } = await evaluationOf(many)
  const drawn = () => wrapper.findAll('[aria-label="All runs"] .run').length
  expect(drawn()).toBe(50)
  await buttonOf(wrapper, 'Show 50 more of 70').trigger('click')
  expect(drawn()).toBe(100)
})

test('an agent is given what a whole recipe found, and a k that is not asked for has no fault', async () => {
  const runs = [sampleRun({ id: 'part', leftOut: 'without tags' }), sampleRun(), adaptiveRun()]
  const { wrapper } = await evaluationOf(runs, agentRunAnswers([]))
  await openFold(wrapper, 'Agent')
  await settle(20)
  const form = wrapper.get('[aria-label="New agent measurement"]')
  await form.get('input[type=radio][value=run]').setValue(true)
  const chosen = form.findAll('select')[1]
  expect(chosen?.findAll('option').map((option) => option.element.value)).not.toContain('part')
  await chosen?.setValue('run-1')
  const k = form.findAll('input[type=text]').at(0)
  await k?.setValue('five')
  expect(form.text()).toContain('“five”')
  await chosen?.setValue('run-own')
  await settle(300)
  const start = () => form.findAll('button').find((one) => one.text() === 'Measure the agent')
  expect(start()?.attributes('disabled')).toBeUndefined()
  await buttonOf(wrapper, 'List 1 more').trigger('click')
  expect(chosen?.text()).toContain('without tags')
})
