// @vitest-environment happy-dom
import { enableAutoUnmount } from '@vue/test-utils'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { ActionAnswer } from '../../../../src-main/features/actions'
import { draftOfPart, partOfDraft } from '../../../../src-renderer/views/improve/review/part-draft'
import { pairedTexts } from '../../../../src-renderer/views/improve/review/paired-texts'
import { failure, type Answers } from '../../../fakes/bridge-script'
import { queueAnswer, queueAnswers } from '../../../fakes/queue-answers'
import { fakeProposal, reviewAnswers } from '../../../fakes/review-answers'
import { settle } from '../in-app'
import { openQueue } from './in-queue'

enableAutoUnmount(afterEach)
beforeEach(() => {
  localStorage.clear()
  sessionStorage.clear()
  location.hash = ''
})

const NO_GATES = queueAnswer().gates
const PROPOSALS = [fakeProposal('pay'), fakeProposal('refund', 'harms'), fakeProposal('login')]

/** The queue of texts, its first looked at. */
async function openReview(answers: Answers = {}) {
  const queue = await openQueue(reviewAnswers(PROPOSALS), { kind: 'text', answers })
  await queue.key('ArrowDown')
  return { ...queue, looked: () => queue.pane().find('h2').text() }
}

test('says what waits, shows the first one against what stands there, and what it does', async () => {
  const { text, rows, pane } = await openReview()
  expect(text()).toContain('3 proposals to review')
  expect(rows()).toHaveLength(3)
  expect(pane().find('ins').text()).toBe('New?')
  expect(pane().text()).toContain('It helps.')
  expect(pane().text()).toContain('2 held out that its writer saw')
})

test('what is measured of the one looked at is counted above the list', async () => {
  const { text } = await openReview()
  await settle(30)
  expect(text()).toContain('1 would help')
})

test('letters decide, the next tool follows, and what is taken back is looked at again', async () => {
  const { bridge, press, text, looked } = await openReview()
  await press('a')
  expect(bridge.inputsOf('review.decide')[0]).toMatchObject({
    chosen: { ids: ['pay'], seenAs: 'open' },
    verdict: 'accepted',
    base: { questions: ['Old?'] },
  })
  expect(text()).toContain('2 proposals to review')
  expect(looked()).toContain('refund')
  await press('u')
  expect(text()).toContain('3 proposals to review')
  expect(looked()).toContain('pay')
  await press('s')
  expect(looked()).toContain('refund')
  await press('s')
  const decided = bridge.inputsOf('review.decide').map(({ chosen }) => chosen)
  expect(decided).toMatchObject([{ ids: ['pay'] }, { ids: ['pay'] }, { ids: ['refund'] }])
})

test('a letter pressed while a decision is being saved does nothing, and that is said', async () => {
  const saved = Promise.withResolvers<null>()
  const base = reviewAnswers(PROPOSALS)
  const { bridge, wrapper, press, said } = await openReview({
    ...base,
    'review.decide': async (input, options) => {
      await saved.promise
      return base['review.decide']?.(input, options) as never
    },
  })
  await press('a')
  const busy = wrapper.findAll('.proposal .actions button')
  expect(busy.map((button) => button.attributes('aria-busy'))).toEqual(busy.map(() => 'true'))
  for (const key of ['s', 'e', 'x', 'u']) {
    await press(key)
    expect(said.at(-1)).toBe('Still saving: press again.')
  }
  expect(wrapper.find('.editing').exists()).toBe(false)
  expect(wrapper.find('.rejecting').exists()).toBe(false)
  saved.resolve(null)
  await settle(40)
  expect(said.at(-1)).toBe(
    '1 proposed text accepted. U takes it back. Keys pressed meanwhile were ignored.',
  )
  expect(bridge.inputsOf('changes.undo')).toEqual([])
})

test('who types into the search while a decision is being saved goes on typing there', async () => {
  const saved = Promise.withResolvers<null>()
  const base = reviewAnswers(PROPOSALS)
  const { list, press } = await openReview({
    ...base,
    'review.decide': async (input, options) => {
      await saved.promise
      return base['review.decide']?.(input, options) as never
    },
  })
  await press('x')
  const why = document.activeElement
  expect(why?.closest('.rejecting')).not.toBeNull()
  why?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true }))
  await settle(10)
  document.querySelector<HTMLElement>('[type=search]')?.focus()
  saved.resolve(null)
  await settle(40)
  expect(list().text()).not.toContain('pay')
  expect(document.activeElement?.getAttribute('type')).toBe('search')
})

test('once the field for the reason is gone, the keyboard is the list’s again', async () => {
  const { list, press } = await openReview()
  await press('x')
  const why = document.activeElement
  why?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true }))
  await settle(40)
  expect(list().text()).not.toContain('pay')
  expect(list().element.contains(document.activeElement)).toBe(true)
})

test('a letter pressed before the next proposal can be read does nothing, and that is said', async () => {
  const read = Promise.withResolvers<null>()
  const base = reviewAnswers(PROPOSALS)
  const { bridge, press, said } = await openReview({
    ...base,
    'review.proposal': async (input, options) => {
      if (input.id !== 'pay') await read.promise
      return base['review.proposal']?.(input, options) as never
    },
  })
  await press('a')
  for (const key of ['a', 'e', 'x']) {
    await press(key)
    expect(said.at(-1)).toBe('Still loading: press again.')
  }
  expect(bridge.inputsOf('review.decide')).toHaveLength(1)
  read.resolve(null)
  await settle(30)
  await press('s')
  expect(bridge.inputsOf('review.decide')[1]).toMatchObject({ chosen: { ids: ['refund'] } })
})

test('a field that was opened and not written in changes nothing of the proposal', async () => {
  const { bridge, pane, press } = await openReview()
  await press('e')
  expect(pane().text()).not.toContain('in your words')
  const enter = { key: 'Enter', ctrlKey: true, bubbles: true, cancelable: true }
  document
    .querySelector<HTMLElement>('.editing textarea')
    ?.dispatchEvent(new KeyboardEvent('keydown', enter))
  await settle(30)
  expect(bridge.inputsOf('review.decide')[0]).not.toHaveProperty('edited')
})

test('what was typed of a proposal is kept while another one is looked at', async () => {
  const { wrapper, pane, press, key } = await openReview()
  await press('e')
  await wrapper.get('.editing textarea').setValue('Mine?')
  await key('ArrowDown')
  expect(pane().text()).not.toContain('in your words')
  await key('ArrowUp')
  expect(pane().text()).toContain('in your words')
  expect(pane().text()).toContain('Mine?')
})

test('a tool whose proposal others decided leaves none chosen, rather than one that nobody chose', async () => {
  const base = reviewAnswers(PROPOSALS)
  let gone = ''
  const { bridge, key, press, change, pane } = await openReview({
    ...base,
    'review.list': async (input, options) => {
      const all = (await base['review.list']?.(input, options)) as ActionAnswer<'review.list'>
      return { ...all, rows: all.rows.filter((row) => row.id !== gone) }
    },
  })
  await key('ArrowDown')
  gone = 'pay'
  await change(2000)
  expect(pane().find('h2').text()).toContain('refund')
  gone = 'refund'
  await change(2001)
  expect(pane().text()).toContain('Nothing is left to decide for this tool.')
  await press('a')
  expect(bridge.inputsOf('review.decide')).toEqual([])
})

test.each([
  { name: 'Take it back', which: { proposal: 'pay' } },
  { name: 'All 2 of its run', which: { run: 'run 1' } },
])('an accepted text is shown among those: $name', async ({ name, which }) => {
  const base = reviewAnswers(PROPOSALS)
  const { bridge, wrapper, press, pane, key, said } = await openReview({
    ...base,
    'review.proposal': async (input, options) => {
      const found = (await base['review.proposal']?.(
        input,
        options,
      )) as ActionAnswer<'review.proposal'>
      return { ...found, run: { id: 'run 1', accepted: 2 } }
    },
  })
  await press('a')
  await wrapper.get('select[aria-label=Which]').setValue('accepted')
  await settle(30)
  await key('ArrowDown')
  expect(pane().text()).toContain('It stands in the author’s layer.')
  await press('a')
  expect(said.at(-1)).toBe('It is accepted already.')
  await press('s')
  expect(bridge.inputsOf('review.decide')).toHaveLength(1)
  const button = pane()
    .findAll('button')
    .find((one) => one.text() === name)
  await button?.trigger('click')
  await settle(30)
  expect(bridge.inputsOf('changes.undo')).toMatchObject([which])
  expect(pane().text()).toContain('Nothing is left to decide')
})

test('Esc stops measuring, which goes on while another tab is on show', async () => {
  let signal: AbortSignal | undefined
  const { wrapper, press, choose, bridge } = await openReview({
    'review.measureAll': (_input, options) => {
      signal = options.signal
      return new Promise(() => undefined)
    },
  })
  await choose(/^Measure 3 proposed texts/)
  expect(bridge.inputsOf('review.measureAll')).toEqual([{ dir: expect.any(String) as string }])
  await press('Escape')
  expect(signal?.aborted).toBe(true)
  await choose(/^Measure/)
  wrapper.navigation.go('improve', { tab: 'confusable' })
  await settle(30)
  expect(signal?.aborted).toBe(false)
  wrapper.navigation.go('improve', { tab: 'todo' })
  await settle(30)
  expect(wrapper.text()).toContain('Measuring proposals')
})

test('a rule accepts only among what the filters show', async () => {
  const { bridge, choose, submit, list } = await openReview()
  const box = list().findAll('[role=row]')[1]
  await box?.find('[role=checkbox], input[type=checkbox], .tick').trigger('click')
  await settle(20)
  await choose(/by rule/)
  await submit()
  expect(bridge.inputsOf('review.decide')).toMatchObject([
    { chosen: { rule: { fixes: 1, breaks: 0 }, among: ['pay'] }, verdict: 'accepted' },
  ])
})

test('a rule whose preview fails accepts nothing by the numbers before', async () => {
  let isBroken = false
  const { choose, dialog } = await openReview({
    'review.preview': () =>
      isBroken
        ? failure({ code: 'internal', message: 'It cannot be told.' })
        : { accepted: 2, tools: 1, parts: {}, rows: [], unmeasured: 0, left: 1 },
  })
  await choose(/by rule/)
  const button = () => dialog()?.querySelector<HTMLButtonElement>('[type=submit]')
  expect(button()?.textContent).toContain('Accept 2')
  isBroken = true
  dialog()?.querySelector<HTMLElement>('[role=switch]')?.click()
  await settle(30)
  expect(dialog()?.textContent).toContain('It cannot be told.')
  expect(button()?.disabled).toBe(true)
})

test('all that are shown are rejected at once, with a reason', async () => {
  const { bridge, choose, submit, write, text } = await openReview()
  await choose(/^Reject 3 proposed texts/)
  await write('[role=dialog] input', 'Not ours.')
  await submit()
  expect(bridge.inputsOf('review.decide')).toMatchObject([
    {
      chosen: { ids: ['pay', 'refund', 'login'], seenAs: 'open' },
      verdict: 'rejected',
      reason: 'Not ours.',
    },
  ])
  expect(text()).toContain('Nothing to review')
})

test('what was measured meanwhile is not rejected for not being measured', async () => {
  const base = reviewAnswers(PROPOSALS)
  const { bridge, choose, narrow, dialog, submit } = await openQueue(base, {
    kind: 'text',
    answers: {
      'review.measureAll': async (_input, options) => {
        await base['review.measure']?.({ dir: '', id: 'pay', mayAsk: true }, options)
        return { measured: 1, known: 0, passedOver: 0, gates: NO_GATES }
      },
    },
  })
  await narrow('Measured', /^Not measured/)
  await choose(/^Reject 3 proposed texts/)
  const cancel = [...(dialog()?.querySelectorAll('button') ?? [])]
  cancel.find(({ textContent }) => textContent.trim() === 'Cancel')?.click()
  await settle(20)
  expect(dialog()).toBeNull()
  await choose(/^Measure 3 proposed texts/)
  expect(bridge.inputsOf('review.measureAll')).toMatchObject([
    { among: ['pay', 'refund', 'login'] },
  ])
  await choose(/^Reject 2 proposed texts/)
  expect(dialog()?.textContent).toContain('Reject 2 proposed texts?')
  await submit()
  expect(bridge.inputsOf('review.decide')).toMatchObject([{ chosen: { ids: ['refund', 'login'] } }])
})

test('measuring that is under way is not begun anew by a rule', async () => {
  let signal: AbortSignal | undefined
  const { bridge, choose, dialog, said } = await openReview({
    'review.preview': () => ({
      accepted: 0,
      tools: 0,
      parts: {},
      rows: [],
      unmeasured: 3,
      left: 3,
    }),
    'review.measureAll': (_input, options) => {
      signal = options.signal
      return new Promise(() => undefined)
    },
  })
  await choose(/^Measure 3 proposed texts/)
  await choose(/by rule/)
  const buttons = [...(dialog()?.querySelectorAll('button') ?? [])]
  buttons.find(({ textContent }) => textContent.includes('Measure them first'))?.click()
  await settle(30)
  expect(bridge.inputsOf('review.measureAll')).toHaveLength(1)
  expect(signal?.aborted).toBe(false)
  expect(said.at(-1)).toBe('Proposals are being measured already.')
})

test('a rule that is asked for again is not closed by the answer to the first time', async () => {
  const base = queueAnswers(reviewAnswers(PROPOSALS))
  let asked = 0
  const { choose, narrow, dialog, press } = await openReview({
    'queue.things': (input, options) =>
      asked++ === 0
        ? new Promise(() => undefined)
        : (base['queue.things']?.(input, options) as never),
  })
  await narrow('Measured', /^Not measured/)
  await choose(/by rule/)
  const buttons = [...(dialog()?.querySelectorAll('button') ?? [])]
  buttons.find(({ textContent }) => textContent.trim() === 'Cancel')?.click()
  await settle(20)
  expect(dialog()).toBeNull()
  await choose(/by rule/)
  expect(asked).toBe(2)
  expect(dialog()?.textContent).toContain('Accept by rule')
  expect(dialog()?.textContent).not.toContain('Counting')
  await press('Escape')
})

test('what was decided at once is taken back by U, with no tool looked at', async () => {
  const { bridge, choose, submit, press, text, said } = await openQueue(reviewAnswers(PROPOSALS), {
    kind: 'text',
  })
  await choose(/^Reject 3 proposed texts/)
  await submit()
  expect(said.at(-1)).toContain('U takes it back.')
  await press('u')
  expect(bridge.inputsOf('changes.undo')).toMatchObject([{ change: 'change 1' }])
  expect(text()).toContain('3 proposals to review')
  await press('u')
  expect(said.at(-1)).toBe('Nothing was changed here yet.')
})

test('after a text was taken back, U looks at what the change before it decided', async () => {
  const { wrapper, press, pane, key, looked } = await openReview()
  await press('a')
  await press('a')
  await wrapper.get('select[aria-label=Which]').setValue('accepted')
  await settle(30)
  await key('End')
  expect(looked()).toContain('refund')
  const button = pane()
    .findAll('button')
    .find((one) => one.text() === 'Take it back')
  await button?.trigger('click')
  await settle(30)
  await wrapper.get('select[aria-label=Which]').setValue('open')
  await settle(30)
  await key('End')
  expect(looked()).toContain('login')
  await press('u')
  expect(looked()).toContain('pay')
})

test('what somebody else decided meanwhile is said', async () => {
  const { pane, press } = await openReview({
    'review.decide': () =>
      failure({ code: 'conflict', message: 'This proposal was decided meanwhile.' }),
  })
  await press('a')
  expect(pane().text()).toContain('This proposal was decided meanwhile.')
})

test('pairs entries of lists, and parameters by name', () => {
  expect(pairedTexts('questions', { questions: ['A', 'B'] }, { questions: ['b', 'C'] })).toEqual([
    { before: 'A', after: '', change: 'removed' },
    { before: 'B', after: 'B', change: 'same' },
    { before: '', after: 'C', change: 'added' },
  ])
  const now = { parameters: { to: 'Whom', cc: 'Copy' } }
  expect(pairedTexts('parameters', now, { parameters: { to: 'To whom', cc: 'Copy' } })).toEqual([
    { name: 'to', before: 'Whom', after: 'To whom', change: 'changed' },
    { name: 'cc', before: 'Copy', after: 'Copy', change: 'same' },
  ])
})

test('a part goes through its field and back', () => {
  const parameters = { to: 'Whom: a name', cc: 'Copy' }
  expect(partOfDraft('parameters', draftOfPart('parameters', { parameters }))).toEqual({
    parameters,
  })
  const questions = ['One?', 'Two?']
  expect(partOfDraft('questions', draftOfPart('questions', { questions }))).toEqual({ questions })
  expect(partOfDraft('limits', ' Not here. ')).toEqual({ limits: 'Not here.' })
  expect(partOfDraft('parameters', 'no name here')).toEqual({ parameters: {} })
})
