// @vitest-environment happy-dom
import { enableAutoUnmount } from '@vue/test-utils'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { failure, type Answers } from '../../../fakes/bridge-script'
import { proposalAnswers, proposalRow } from '../../../fakes/proposal-answers'
import { settle } from '../in-app'
import { openQueue } from './in-queue'

enableAutoUnmount(afterEach)
beforeEach(() => {
  localStorage.clear()
  location.hash = ''
})

const FOUND = [
  proposalRow('book_flight', 'log_in', 0.9),
  proposalRow('book_flight', 'find_flight', 0.7),
  proposalRow('cancel_flight', 'log_in', 0.6),
  proposalRow('pay', 'find_bill', 0.3),
]

/** The queue of edges that were found, its first tool looked at. */
async function lookedFor(answers: Answers = {}) {
  const queue = await openQueue(proposalAnswers(FOUND, 'before'), { kind: 'edge', answers })
  await queue.key('ArrowDown')
  return queue
}

test('letters decide the one that is looked at: the tool’s next one follows, then the next tool', async () => {
  const { bridge, press, pane, rows } = await lookedFor()
  await press('a')
  expect(pane().text()).toContain('find_flight')
  await press('s')
  expect(pane().get('h2').text()).toContain('cancel_flight')
  expect(bridge.inputsOf('proposals.decide')).toMatchObject([
    { chosen: { pairs: [{ from: 'book_flight', on: 'log_in' }] }, verdict: 'accepted' },
    { chosen: { pairs: [{ from: 'book_flight', on: 'find_flight' }] }, verdict: 'skipped' },
  ])
  expect(rows()).toHaveLength(2)
  await press('u')
  expect(rows()).toHaveLength(3)
  expect(pane().text()).toContain('find_flight')
})

test('edges that are not so sure, or by other clues, are left out', async () => {
  const { bridge, wrapper, rows } = await lookedFor()
  await wrapper.get('select[aria-label="Min. confidence"]').setValue('0.5')
  await settle(30)
  expect(rows()).toHaveLength(2)
  expect(bridge.inputsOf('queue.list').at(-1)).toMatchObject({ kinds: ['edge'], atLeast: 0.5 })
})

test('another kind is not narrowed by what narrowed edges', async () => {
  const { bridge, wrapper } = await lookedFor()
  await wrapper.get('select[aria-label="Min. confidence"]').setValue('0.5')
  await wrapper.get('select[aria-label="Order"]').setValue('sure')
  await settle(30)
  expect(bridge.inputsOf('queue.list').at(-1)).toMatchObject({ atLeast: 0.5, sort: 'sure' })
  wrapper.navigation.go('improve', { tab: 'todo', toDo: { kind: 'text' } })
  await settle(30)
  const asked = bridge.inputsOf('queue.list').at(-1)
  expect(asked).toMatchObject({ kinds: ['text'], sort: 'weight' })
  expect(asked).not.toHaveProperty('atLeast')
})

test('a rejection asks why, and keys in the reason decide nothing', async () => {
  const { bridge, press, write } = await lookedFor()
  await press('x')
  const reason = await write('input[placeholder=Optional]', 'as is')
  expect(document.activeElement).toBe(reason)
  reason.dispatchEvent(new KeyboardEvent('keydown', { key: 'a', bubbles: true }))
  await settle(30)
  expect(bridge.inputsOf('proposals.decide')).toHaveLength(0)
  reason.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true }))
  await settle(30)
  expect(bridge.inputsOf('proposals.decide')).toMatchObject([
    { chosen: { pairs: [{ from: 'book_flight' }] }, verdict: 'rejected', reason: 'as is' },
  ])
})

test('a rejected edge may be accepted after all, as it was seen', async () => {
  const { bridge, press, write, wrapper, key, pane } = await lookedFor()
  await press('x')
  const reason = await write('input[placeholder=Optional]', 'as is')
  reason.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true }))
  await settle(30)
  await wrapper.get('select[aria-label=Which]').setValue('rejected')
  await settle(30)
  await key('ArrowDown')
  expect(pane().text()).toContain('as is')
  await press('a')
  expect(bridge.inputsOf('proposals.decide').at(-1)).toMatchObject({
    chosen: { pairs: [{ from: 'book_flight', on: 'log_in' }], seenAs: 'rejected' },
    verdict: 'accepted',
  })
})

test('all that are shown are accepted at once, with the effect of all before', async () => {
  const { bridge, choose, dialog, submit, text, wrapper } = await lookedFor()
  await wrapper.get('select[aria-label="Min. confidence"]').setValue('0.5')
  await settle(30)
  await choose(/^Accept 3 proposed edges/)
  const pairs = [
    { from: 'book_flight', on: 'log_in' },
    { from: 'book_flight', on: 'find_flight' },
    { from: 'cancel_flight', on: 'log_in' },
  ]
  expect(bridge.inputsOf('proposals.effect').at(-1)).toMatchObject({ chosen: { pairs } })
  expect(dialog()?.textContent).toContain('MAP@10')
  await submit()
  expect(bridge.inputsOf('proposals.decide')).toMatchObject([
    { chosen: { pairs, seenAs: 'open' }, verdict: 'accepted' },
  ])
  expect(text()).toContain('No tool fits.')
})

test('under other filters nothing is decided of a tool that these do not show', async () => {
  const { wrapper, pane, key, press, bridge } = await lookedFor()
  await wrapper.get('select[aria-label="Min. confidence"]').setValue('0.5')
  await settle(30)
  expect(pane().get('h2').text()).toContain('book_flight')
  await key('ArrowDown')
  expect(pane().get('h2').text()).toContain('cancel_flight')
  await key('ArrowUp')
  await wrapper.get('input[type=search]').setValue('cancel')
  await settle(300)
  expect(pane().exists()).toBe(false)
  await press('a')
  expect(bridge.inputsOf('proposals.decide')).toEqual([])
  await key('ArrowDown')
  expect(pane().get('h2').text()).toContain('cancel_flight')
})

test('a search is looked for once it is left alone', async () => {
  const { wrapper, bridge, rows } = await lookedFor()
  for (const typed of ['c', 'ca', 'can']) {
    await wrapper.get('input[type=search]').setValue(typed)
    await settle(5)
  }
  await settle(300)
  expect(rows()).toHaveLength(1)
  const sought = bridge.inputsOf('queue.list').map(({ search }) => search)
  expect(sought.filter(Boolean)).toEqual(['can'])
})

test('one tool is shown with the edges to it, until all are wanted again', async () => {
  const { wrapper, bridge, rows } = await lookedFor()
  wrapper.navigation.go('improve', { tab: 'todo', toDo: { kind: 'edge', tool: 'log_in' } })
  await settle(40)
  expect(bridge.inputsOf('queue.list').at(-1)).toMatchObject({ kinds: ['edge'], about: 'log_in' })
  expect(rows().map((row) => row.split('_')[0])).toEqual(['book', 'cancel'])
  const only = wrapper.findAll('button').find((one) => one.text() === 'Only log_in')
  await only?.trigger('click')
  await settle(30)
  expect(bridge.inputsOf('queue.list').at(-1)).not.toHaveProperty('about')
  expect(rows()).toHaveLength(3)
})

test('names and sentences that a terminal would obey are written out', async () => {
  const row = {
    ...proposalRow('book', 'log_in'),
    onName: 'log\u202ein',
    evidence: ['it\u202e says'],
  }
  const { key, pane } = await openQueue(proposalAnswers([row], 'before'), { kind: 'edge' })
  await key('ArrowDown')
  expect(pane().text()).toContain('log\\u202ein')
  expect(pane().text()).toContain('it\\u202e says')
  expect(pane().text()).not.toContain('\u202e')
})

test('what fails is said, and nothing is taken for decided', async () => {
  const { press, pane, rows } = await lookedFor({
    'proposals.decide': () => failure({ code: 'conflict', message: 'Proposed anew meanwhile.' }),
  })
  await press('a')
  expect(pane().text()).toContain('Proposed anew meanwhile.')
  expect(rows()).toHaveLength(3)
})

test('accepted edges are an edit of the catalog like any other, and taken back by its undo', async () => {
  const { wrapper, bridge, press } = await lookedFor()
  await press('a')
  const undo = () => wrapper.find('[aria-label="Undo (Ctrl or ⌘ Z): Accepted 1 proposed edge"]')
  await undo().trigger('click')
  await settle(30)
  expect(bridge.inputsOf('changes.undo')).toMatchObject([{ change: 'change 1' }])
  expect(undo().exists()).toBe(false)
})

test('the last decision is that of the whole catalog, whatever is shown', async () => {
  const { bridge, press, choose } = await lookedFor()
  await press('a')
  await choose(/^Undo the last decision on edges/)
  expect(bridge.inputsOf('changes.undo')).toMatchObject([{ of: 'edges' }])
})

test('decisions of an earlier day are taken back from the list of those', async () => {
  const { wrapper, bridge, press, choose } = await lookedFor()
  await press('a')
  await wrapper.get('select[aria-label=Which]').setValue('accepted')
  await settle(30)
  await choose(/^Undo the last decision on edges/)
  expect(bridge.inputsOf('changes.undo')).toMatchObject([{ of: 'edges' }])
  expect(wrapper.find('[aria-label^="Undo"]').exists()).toBe(false)
})
