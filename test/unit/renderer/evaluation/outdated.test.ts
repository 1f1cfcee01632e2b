// @vitest-environment happy-dom
import { enableAutoUnmount, type VueWrapper } from '@vue/test-utils'
import { afterEach, describe, expect, test } from 'vitest'
import type { OutdatedRuns } from '../../../../src-main/domain/run/outdated'
import type { Run } from '../../../../src-main/domain/run/run'
import { sampleAdvice } from '../../../fakes/advice-answers'
import { failure, type Answers } from '../../../fakes/bridge'
import { settle } from '../in-app'
import { buttonOf, comparedRuns, evaluationOf, goldenSet, mountAgain } from './evaluation-of'
import { sampleRun } from './sample-runs'

enableAutoUnmount(afterEach)

const EDITED: OutdatedRuns = { old: [{ of: 'catalog', edits: 3 }] }

/** One run that was measured before three edits, and what it is measured again as. */
async function edited(
  run: Partial<Run> = {},
  purpose: 'development' | 'test' = 'development',
  { outdated = EDITED, failed = false }: { outdated?: OutdatedRuns; failed?: boolean } = {},
) {
  const old = sampleRun({ id: 'old', ...run })
  const stored = [old]
  const again: unknown[] = []
  const { wrapper } = await evaluationOf(
    stored,
    {
      'golden.list': () => [{ ...goldenSet, purpose }],
      'evaluation.outdated': () => (stored.length === 1 ? outdated : {}),
      'evaluation.measureAgain': (input) => {
        again.push(input)
        const problem = { code: 'unavailable' as const, message: 'Ollama is not reachable.' }
        if (failed) {
          return { runs: [], reused: [], failed: [{ recipe: 'bm25', options: {}, problem }] }
        }
        const fresh = { ...old, id: 'new', startedAt: '2026-11-21T10:00:00.000Z' }
        stored.push(fresh)
        return { runs: [fresh], reused: [], failed: [] }
      },
    },
    [],
  )
  await settle(30)
  const decision = () => wrapper.get('[aria-label="Decision"]')
  return { wrapper, again, decision }
}

test('a decision says what its runs were measured before, and they are measured again when asked', async () => {
  const { wrapper, again, decision } = await edited({ elapsedMs: 12_000 })
  expect(decision().text()).toContain('Measured before 3 edits')
  expect(decision().get('.sentence').classes()).toContain('text-muted')
  expect(again).toEqual([])
  await buttonOf(wrapper, 'Measure again (12 s)').trigger('click')
  await settle(30)
  expect(again).toMatchObject([{ runs: ['old'] }])
  expect(decision().text()).not.toContain('Measured before')
})

test('runs that took less than two seconds are measured again by themselves, once', async () => {
  const { again, decision } = await edited({ elapsedMs: 900 })
  expect(again).toMatchObject([{ runs: ['old'] }])
  expect(decision().text()).not.toContain('Measured before')
})

test.each<[string, Partial<Run>, 'development' | 'test']>([
  ['of a test set', { elapsedMs: 900 }, 'test'],
  [
    'that ask a model',
    { elapsedMs: 900, modelUse: { calls: 1, cached: 0, promptTokens: 9, answerTokens: 1 } },
    'development',
  ],
])('runs %s are measured again only when asked', async (_, run, purpose) => {
  const { again, decision } = await edited(run, purpose)
  expect(decision().text()).toContain('Measured before 3 edits')
  expect(again).toEqual([])
})

test('what cannot be measured again says why', async () => {
  const { wrapper, decision } = await edited({ elapsedMs: 900 }, 'development', { failed: true })
  expect(wrapper.said.join()).toContain('Ollama is not reachable.')
  expect(decision().text()).toContain('Measured before 3 edits')
})

test('runs of which the golden set is gone are not measured again by themselves', async () => {
  const outdated: OutdatedRuns = { old: [{ of: 'golden set', isGone: true }] }
  const { again, decision } = await edited({ elapsedMs: 900 }, 'development', { outdated })
  expect(decision().text()).toContain('Measured before its golden set was removed')
  expect(again).toEqual([])
})

test('a decision that leaves an outdated run out is greyed, and says until when it holds', async () => {
  const now = sampleRun({ id: 'now' })
  const old = sampleRun({ id: 'old', recipe: 'dense' })
  const { wrapper } = await evaluationOf(
    [now, old],
    {
      'evaluation.outdated': () => EDITED,
      'evaluation.advise': () =>
        sampleAdvice({ chosen: { ...sampleAdvice().chosen, run: 'now' }, leftOut: EDITED }),
    },
    [],
  )
  await settle(30)
  const decision = wrapper.get('[aria-label="Decision"]')
  expect(decision.text()).toMatch(
    /Left out, not of what is in use now: .*: measured before 3 edits/,
  )
  expect(decision.get('.sentence').text()).toMatch(/^Until dense is measured again: use BM25, k = /)
  expect(decision.get('.sentence').classes()).toContain('text-muted')
})

test('that it cannot be told what is outdated is said, and asked again', async () => {
  let isThere = false
  const { wrapper } = await evaluationOf(
    [sampleRun({ id: 'old' })],
    {
      'evaluation.outdated': () =>
        isThere ? {} : failure({ code: 'unreadable', message: 'The golden sets are damaged.' }),
    },
    [],
  )
  await settle(30)
  expect(wrapper.text()).toContain('The golden sets are damaged.')
  isThere = true
  await buttonOf(wrapper, 'Try again').trigger('click')
  await settle(30)
  expect(wrapper.text()).not.toContain('The golden sets are damaged.')
})

describe('while it is not known which runs are outdated', () => {
  const other = { ...goldenSet, name: 'other' }
  const ofGolden = sampleRun({ id: 'new', startedAt: '2026-11-20T12:00:00.000Z' })
  const ofOther = sampleRun({ id: 'old', recipe: 'dense', goldenSet: 'other' })

  /** Runs on two golden sets; the later one was on the second set of the list. */
  function waiting(): { answers: Answers; tell: () => Promise<void> } {
    const told = Promise.withResolvers<OutdatedRuns>()
    return {
      answers: {
        'golden.list': () => [other, goldenSet],
        'evaluation.outdated': () => told.promise,
      },
      async tell() {
        told.resolve({})
        await settle(30)
      },
    }
  }
  const stored = [ofGolden, ofOther]
  const setOf = (wrapper: VueWrapper) =>
    wrapper.get<HTMLSelectElement>('select[aria-label="Golden set"]')
  const shown = (wrapper: VueWrapper) => [setOf(wrapper).element.value, ...comparedRuns(wrapper)]

  test('none is shown, and it is not said that nothing is measured', async () => {
    const { answers, tell } = waiting()
    const { wrapper } = await evaluationOf(stored, answers)
    await settle(30)
    expect(wrapper.text()).not.toContain('Nothing is measured')
    expect(wrapper.text()).toContain('Looking up which runs are outdated …')
    expect(wrapper.find('[aria-label="New evaluation"]').exists()).toBe(false)
    expect(comparedRuns(wrapper)).toEqual([])
    await tell()
    expect(wrapper.text()).not.toContain('Looking up which')
    // Nobody chose the set that stands in the list first.
    expect(shown(wrapper)).toEqual(['golden', 'BM25'])
  })

  test('those on show before are on show again', async () => {
    const before = await evaluationOf(stored, { 'golden.list': () => [other, goldenSet] })
    await setOf(before.wrapper).setValue('other')
    await settle(30)
    expect(shown(before.wrapper)).toEqual(['other', 'dense'])
    before.wrapper.unmount()
    const { answers, tell } = waiting()
    const { wrapper } = await mountAgain(stored, answers)
    await settle(30)
    expect(shown(wrapper)).toEqual(['other', 'dense'])
    await tell()
    expect(shown(wrapper)).toEqual(['other', 'dense'])
  })

  test('a golden set that is chosen is shown as soon as it is known', async () => {
    const { answers, tell } = waiting()
    const { wrapper } = await evaluationOf(stored, answers)
    await setOf(wrapper).setValue('golden')
    await setOf(wrapper).setValue('other')
    await settle()
    await tell()
    expect(shown(wrapper)).toEqual(['other', 'dense'])
  })

  test('a golden set that another page asks for is shown as soon as it is known', async () => {
    const { answers, tell } = waiting()
    const { wrapper } = await evaluationOf(stored, answers)
    wrapper.navigation.go('evaluation', { goldenSet: 'other' })
    await settle(30)
    await tell()
    expect(shown(wrapper)).toEqual(['other', 'dense'])
  })
})
