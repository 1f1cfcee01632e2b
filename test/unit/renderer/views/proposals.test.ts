// @vitest-environment happy-dom
import { enableAutoUnmount } from '@vue/test-utils'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { watch } from 'vue'
import type { ActionAnswer } from '../../../../src-main/features/actions'
import { useProposals } from '../../../../src-renderer/composables/useProposals'
import { useStatus } from '../../../../src-renderer/composables/useStatus'
import ImproveView from '../../../../src-renderer/views/improve/ImproveView.vue'
import { fakeBridge } from '../../../fakes/bridge'
import type { Answers } from '../../../fakes/bridge-script'
import { proposalAnswers, proposalRow } from '../../../fakes/proposal-answers'
import { mountInApp, settle } from '../in-app'

enableAutoUnmount(afterEach)
beforeEach(() => localStorage.clear())

const FOUND = [
  proposalRow('book_flight', 'log_in', 0.9),
  proposalRow('cancel_flight', 'log_in', 0.6),
  proposalRow('pay', 'find_bill', 0.3),
]

const dialog = () => document.querySelector<HTMLElement>('[role=dialog]')
const text = () => dialog()?.textContent ?? ''
const options = () =>
  [...(dialog()?.querySelectorAll('[role=option]') ?? [])].map((each) => each.textContent)

const selected = () => dialog()?.querySelector('[role=option][aria-selected=true]')?.textContent

async function press(key: string): Promise<void> {
  const list = dialog()?.querySelector('[role=listbox]')
  list?.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }))
  await settle(20)
}
async function click(name: string): Promise<void> {
  const found = [...(dialog()?.querySelectorAll('button') ?? [])].find((one) =>
    (one.getAttribute('aria-label') ?? one.textContent.trim()).startsWith(name),
  )
  expect(found, name).toBeDefined()
  found?.click()
  await settle(20)
}

/** The review, looked for. */
const review = async (answers: Answers = {}) => (await openReview(answers)).bridge

async function openReview(answers: Answers = {}) {
  const bridge = fakeBridge({ ...proposalAnswers(FOUND), ...answers })
  const said: (string | undefined)[] = []
  const wrapper = await mountInApp(bridge, ImproveView, () => {
    const { status } = useStatus()
    watch(status, (now) => said.push(now?.text))
    useProposals().openProposals()
  })
  await settle(20)
  return { bridge, wrapper, said }
}

test('the review that is opened to look for edges looks at once', async () => {
  const bridge = fakeBridge(proposalAnswers(FOUND))
  await mountInApp(bridge, ImproveView, () => useProposals().lookForProposals())
  await settle(20)
  expect(bridge.inputsOf('proposals.find')).toHaveLength(1)
  expect(options()).toHaveLength(3)
})

test('the review says what it does before anything was looked for, and looks', async () => {
  const bridge = await review()
  expect(text()).toContain('Which tool needs which?')
  await click('Look for edges')
  expect(bridge.inputsOf('proposals.find')).toHaveLength(1)
  expect(text()).toContain('3 edges proposed for 4 tools, from their schemas and 2 tools')
  expect(options()).toHaveLength(3)
  expect(text()).toContain('is described in the words of log_in')
  expect(text()).toContain('needs log_inmostly by names 62 %')
  expect(text()).toMatch(/Effect on 4 golden queries of “demo”[^]*2 better[^]*1 worse/)
  expect(text()).toMatch(/0\.500 → 0\.750[^]*0\.410 → 0\.460/)
})

test('letters decide the one that is looked at, and the next one follows', async () => {
  const bridge = await review()
  await click('Look for edges')
  await press('a')
  await press('s')
  expect(bridge.inputsOf('proposals.decide')).toMatchObject([
    { chosen: { pairs: [{ from: 'book_flight', on: 'log_in' }] }, verdict: 'accepted' },
    { chosen: { pairs: [{ from: 'cancel_flight', on: 'log_in' }] }, verdict: 'skipped' },
  ])
  expect(options()).toHaveLength(1)
  await press('u')
  expect(options()).toHaveLength(2)
})

test('a letter pressed while a decision is being saved does nothing, and that is said', async () => {
  const saved = Promise.withResolvers<null>()
  const base = proposalAnswers(FOUND)
  const { bridge, said } = await openReview({
    ...base,
    'proposals.decide': async (input, options) => {
      await saved.promise
      return base['proposals.decide']?.(input, options) as never
    },
  })
  await click('Look for edges')
  await press('a')
  for (const key of ['s', 'x', 'u']) {
    await press(key)
    expect(said.at(-1)).toBe('Still saving: press again.')
  }
  expect(dialog()?.querySelector('.rejecting')).toBeNull()
  saved.resolve(null)
  await settle(20)
  expect(said.at(-1)).toBe(
    '1 proposed edge accepted. U takes it back. Keys pressed meanwhile were ignored.',
  )
  expect(bridge.inputsOf('changes.undo')).toEqual([])
  await press('s')
  expect(bridge.inputsOf('proposals.decide')).toMatchObject([
    { chosen: { pairs: [{ from: 'book_flight' }] }, verdict: 'accepted' },
    { chosen: { pairs: [{ from: 'cancel_flight' }] }, verdict: 'skipped' },
  ])
})

test('the edge on show is decided also while the list is read again', async () => {
  const base = proposalAnswers(FOUND)
  const read = Promise.withResolvers<null>()
  let isSlow = false
  const bridge = await review({
    ...base,
    'proposals.list': async (input, options) => {
      if (isSlow) await read.promise
      return base['proposals.list']?.(input, options) as never
    },
  })
  await click('Look for edges')
  isSlow = true
  bridge.change({ dir: '/home/ada/Pegboard/demo', revision: 100 })
  await settle(20)
  await press('a')
  expect(bridge.inputsOf('proposals.decide')).toMatchObject([
    { chosen: { pairs: [{ from: 'book_flight' }] } },
  ])
  read.resolve(null)
  await settle(20)
})

test('an edge that another window decided moves no decision to the one that takes its place', async () => {
  const base = proposalAnswers(FOUND)
  let gone = ''
  const bridge = await review({
    'proposals.find': base['proposals.find'],
    'proposals.decide': base['proposals.decide'],
    'proposals.list': async (input, options) => {
      const all = (await base['proposals.list']?.(input, options)) as ActionAnswer<'proposals.list'>
      return { ...all, rows: all.rows.filter((row) => row.from !== gone) }
    },
  })
  await click('Look for edges')
  await press('ArrowDown')
  const change = async (from: string, revision: number) => {
    gone = from
    bridge.change({ dir: '/home/ada/Pegboard/demo', revision })
    await settle(20)
  }
  await change('book_flight', 100)
  expect(selected()).toContain('cancel_flight')
  await change('cancel_flight', 101)
  expect(selected()).toBeUndefined()
  await press('a')
  expect(bridge.inputsOf('proposals.decide')).toEqual([])
  await press('ArrowDown')
  await press('a')
  expect(bridge.inputsOf('proposals.decide')).toMatchObject([
    { chosen: { pairs: [{ from: 'book_flight', on: 'log_in' }] } },
  ])
})

test('a rejection asks why, and keys in the reason decide nothing', async () => {
  const bridge = await review()
  await click('Look for edges')
  await press('ArrowDown')
  await press('x')
  const reason = dialog()?.querySelector<HTMLInputElement>('input[placeholder=Optional]')
  expect(document.activeElement).toBe(reason)
  if (!reason) throw new Error('Nothing asks why.')
  reason.value = 'as is'
  reason.dispatchEvent(new Event('input', { bubbles: true }))
  reason.dispatchEvent(new KeyboardEvent('keydown', { key: 'a', bubbles: true }))
  await settle(20)
  expect(bridge.inputsOf('proposals.decide')).toHaveLength(0)
  reason.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true }))
  await settle(20)
  expect(bridge.inputsOf('proposals.decide')).toMatchObject([
    { chosen: { pairs: [{ from: 'cancel_flight' }] }, verdict: 'rejected', reason: 'as is' },
  ])
})

test('all that are listed are accepted at once, with the effect of all before', async () => {
  const bridge = await review()
  await click('Look for edges')
  await click('All 3 at once')
  expect(bridge.inputsOf('proposals.effect').at(-1)).toMatchObject({
    chosen: { atLeast: 0, look: 'look 1' },
  })
  await click('Accept all 3')
  expect(bridge.inputsOf('proposals.decide')).toMatchObject([
    { chosen: { atLeast: 0, look: 'look 1' }, verdict: 'accepted' },
  ])
  expect(text()).toContain('Nothing is left to decide.')
})

test('what fails stands in the review, and nothing is taken for decided', async () => {
  const { failure } = await import('../../../fakes/bridge-script')
  await review({
    'proposals.decide': () => failure({ code: 'conflict', message: 'Proposed anew meanwhile.' }),
  })
  await click('Look for edges')
  await press('a')
  expect(text()).toContain('Proposed anew meanwhile.')
  expect(options()).toHaveLength(3)
})

test('the model is asked only where one is chosen', async () => {
  await review()
  expect(text()).not.toContain('Ask the model')
})

test('accepted edges are an edit of the catalog like any other, and taken back by its undo', async () => {
  const { wrapper, bridge } = await openReview()
  await click('Look for edges')
  await press('a')
  await click('Close')
  const undo = () => wrapper.find('[aria-label="Undo (Ctrl or ⌘ Z): Accepted 1 proposed edge"]')
  await undo().trigger('click')
  await settle(10)
  expect(bridge.inputsOf('changes.undo')).toMatchObject([{ change: 'change 1' }])
  expect(undo().exists()).toBe(false)
})

test('accepted edges that the review itself took back are no edit any more', async () => {
  const { wrapper } = await openReview()
  await click('Look for edges')
  await press('a')
  await press('u')
  await click('Close')
  expect(wrapper.find('[aria-label^="Undo"]').exists()).toBe(false)
})
