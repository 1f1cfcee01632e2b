// @vitest-environment happy-dom
import { enableAutoUnmount } from '@vue/test-utils'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { watch } from 'vue'
import { useStatus } from '../../../../src-renderer/composables/useStatus'
import ImproveView from '../../../../src-renderer/views/improve/ImproveView.vue'
import { draftOfPart, partOfDraft } from '../../../../src-renderer/views/improve/review/part-draft'
import { pairedTexts } from '../../../../src-renderer/views/improve/review/paired-texts'
import { fakeBridge } from '../../../fakes/bridge'
import type { ActionAnswer } from '../../../../src-main/features/actions'
import { failure, type Answers } from '../../../fakes/bridge-script'
import { fakeProposal, reviewAnswers } from '../../../fakes/review-answers'
import { mountInApp, settle } from '../in-app'

enableAutoUnmount(afterEach)
beforeEach(() => localStorage.clear())

const PROPOSALS = [fakeProposal('pay'), fakeProposal('refund', 'harms'), fakeProposal('login')]

async function openReview(answers: Answers = {}) {
  const bridge = fakeBridge({ ...reviewAnswers(PROPOSALS), ...answers })
  const said: (string | undefined)[] = []
  const wrapper = await mountInApp(bridge, ImproveView, () => {
    const { status } = useStatus()
    watch(status, (now) => said.push(now?.text))
  })
  wrapper.navigation.go('improve', { tab: 'proposals' })
  await settle(20)
  const text = () => wrapper.find('section[aria-label="Proposed texts"]').text()
  const press = async (key: string) => {
    window.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }))
    await settle(20)
  }
  return { bridge, wrapper, text, press, said }
}

test('says what waits, shows the first one against what stands there, and what it does', async () => {
  const { text, wrapper } = await openReview()
  expect(text()).toContain('3 proposals to review')
  expect(wrapper.findAll('[role=option]')).toHaveLength(3)
  expect(wrapper.find('section[aria-label="The proposal looked at"] ins').text()).toBe('New?')
  expect(text()).toContain('It helps.')
  expect(text()).toContain('2 held out that its writer saw')
})

test('decides by single letters, and takes back', async () => {
  const { bridge, text, press } = await openReview()
  await press('a')
  expect(bridge.requests.at(-1)?.action).not.toBe('changes.undo')
  const decided = bridge.requests.filter(({ action }) => action === 'review.decide')
  expect(decided[0]?.input).toMatchObject({
    chosen: { ids: ['pay'], seenAs: 'open' },
    verdict: 'accepted',
    base: { questions: ['Old?'] },
  })
  expect(text()).toContain('2 proposals to review')
  await press('s')
  expect(text()).toContain('Skipped 1')
  await press('u')
  expect(text()).toContain('2 proposals to review')
})

test('what is taken back is looked at again, and the one below it next', async () => {
  const { bridge, press } = await openReview()
  for (const key of ['a', 'u', 's', 's']) await press(key)
  const decided = bridge.inputsOf('review.decide').map(({ chosen }) => chosen)
  expect(decided).toMatchObject([{ ids: ['pay'] }, { ids: ['pay'] }, { ids: ['refund'] }])
})

test('what was taken back in the queue is no step of undo any more', async () => {
  const { wrapper, press } = await openReview()
  const undo = () => wrapper.find('button[aria-label^="Undo"]')
  await press('a')
  expect(undo().attributes('aria-label')).toContain('Accepted 1 proposed text')
  await press('u')
  expect(undo().exists() && undo().attributes('aria-label')).not.toContain('Accepted')
})

test('nothing is said of taking back where nothing was decided', async () => {
  const { said, press } = await openReview({
    'review.decide': () => ({ decided: 0, passedOver: { decided: 1 } }),
  })
  await press('s')
  expect(said).toEqual(['0 proposed texts skipped; passed over: 1 decided meanwhile.'])
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
  await settle(20)
  expect(said.at(-1)).toBe(
    '1 proposed text accepted. U takes it back. Keys pressed meanwhile were ignored.',
  )
  expect(bridge.inputsOf('changes.undo')).toEqual([])
  await press('s')
  expect(said.at(-1)).toBe('1 proposed text skipped. U takes it back.')
  expect(bridge.inputsOf('review.decide').map(({ chosen }) => chosen)).toMatchObject([
    { ids: ['pay'] },
    { ids: ['refund'] },
  ])
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
  await settle(20)
  await press('s')
  expect(bridge.inputsOf('review.decide')[1]).toMatchObject({ chosen: { ids: ['refund'] } })
})

test('a letter pressed before another list is there does nothing, and that is said', async () => {
  const read = Promise.withResolvers<null>()
  const base = reviewAnswers(PROPOSALS)
  const { bridge, wrapper, press, said } = await openReview({
    ...base,
    'review.list': async (input, options) => {
      if (input.search) await read.promise
      return base['review.list']?.(input, options) as never
    },
  })
  const search = wrapper.get('input[placeholder="Name of a tool"]')
  await search.setValue(' ')
  await press('s')
  expect(bridge.inputsOf('review.decide')).toHaveLength(1)
  await search.setValue('log')
  await press('s')
  expect(said.at(-1)).toBe('Still loading: press again.')
  expect(bridge.inputsOf('review.decide')).toHaveLength(1)
  read.resolve(null)
  await settle(20)
  await press('s')
  expect(bridge.inputsOf('review.decide')).toHaveLength(2)
})

test('a field that was opened and not written in changes nothing of the proposal', async () => {
  const { bridge, text, press } = await openReview()
  await press('e')
  expect(text()).not.toContain('in your words')
  document.querySelector<HTMLElement>('.editing textarea')?.dispatchEvent(
    new KeyboardEvent('keydown', {
      key: 'Enter',
      ctrlKey: true,
      bubbles: true,
      cancelable: true,
    }),
  )
  await settle(20)
  expect(bridge.inputsOf('review.decide')[0]).not.toHaveProperty('edited')
})

test('what was typed of a proposal is kept while another one is looked at', async () => {
  const { wrapper, text, press } = await openReview()
  await press('e')
  await wrapper.get('.editing textarea').setValue('Mine?')
  await wrapper.findAll('[role=option]')[1]?.trigger('click')
  await settle(20)
  expect(text()).not.toContain('in your words')
  await wrapper.findAll('[role=option]')[0]?.trigger('click')
  await settle(20)
  expect(text()).toContain('in your words')
  expect(text()).toContain('Mine?')
})

test('a proposal that others decided leaves none chosen, rather than one that nobody chose', async () => {
  const base = reviewAnswers(PROPOSALS)
  let gone = ''
  const { bridge, wrapper, press } = await openReview({
    ...base,
    'review.list': async (input, options) => {
      const all = (await base['review.list']?.(input, options)) as ActionAnswer<'review.list'>
      return { ...all, rows: all.rows.filter((row) => row.id !== gone) }
    },
  })
  const looked = () => wrapper.find('section[aria-label="The proposal looked at"] h2')
  await wrapper.findAll('[role=option]')[1]?.trigger('click')
  await settle(20)
  const change = async (id: string, revision: number) => {
    gone = id
    bridge.change({ dir: '/home/ada/Pegboard/demo', revision })
    await settle(20)
  }
  await change('pay', 100)
  expect(looked().text()).toContain('refund')
  await change('refund', 101)
  expect(looked().exists()).toBe(false)
  await press('a')
  expect(bridge.inputsOf('review.decide')).toEqual([])
  await wrapper.findAll('[role=option]')[1]?.trigger('click')
  await settle(20)
  expect(looked().text()).toContain('login')
})

test('Esc stops measuring, which goes on while another face is on show', async () => {
  let signal: AbortSignal | undefined
  const { wrapper, press } = await openReview({
    'review.measureAll': (_input, options) => {
      signal = options.signal
      return new Promise(() => undefined)
    },
  })
  const click = async (name: string) => {
    await wrapper
      .findAll('button')
      .find((one) => one.text().startsWith(name))
      ?.trigger('click')
    await settle(20)
  }
  await click('Measure')
  await press('Escape')
  expect(signal?.aborted).toBe(true)
  await click('Measure')
  wrapper.navigation.go('improve', { tab: 'findings' })
  await settle(20)
  expect(signal?.aborted).toBe(false)
  wrapper.navigation.go('improve', { tab: 'proposals' })
  await settle(20)
  expect(wrapper.text()).toContain('Measuring proposals')
})

test('a rule whose preview fails accepts nothing by the numbers before', async () => {
  let isBroken = false
  const { wrapper } = await openReview({
    'review.preview': () =>
      isBroken
        ? failure({ code: 'internal', message: 'It cannot be told.' })
        : { accepted: 2, tools: 1, parts: {}, rows: [], unmeasured: 0, left: 1 },
  })
  await wrapper
    .findAll('button')
    .find((one) => one.text().startsWith('Accept by'))
    ?.trigger('click')
  await settle(20)
  const button = () => document.querySelector<HTMLButtonElement>('[role=dialog] [type=submit]')
  expect(button()?.textContent).toContain('Accept 2')
  isBroken = true
  document.querySelector<HTMLElement>('[role=dialog] [role=switch]')?.click()
  await settle(20)
  expect(document.querySelector('[role=dialog]')?.textContent).toContain('It cannot be told.')
  expect(button()?.disabled).toBe(true)
})

test('what somebody else decided meanwhile is said', async () => {
  const { text, press } = await openReview({
    'review.decide': () =>
      failure({ code: 'conflict', message: 'This proposal was decided meanwhile.' }),
  })
  await press('a')
  expect(text()).toContain('This proposal was decided meanwhile.')
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
