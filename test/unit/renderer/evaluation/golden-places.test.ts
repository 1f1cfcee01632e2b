// @vitest-environment happy-dom
import { ref } from 'vue'
import { expect, test } from 'vitest'
import type { GoldenPlace } from '../../../../src-main/contract/evaluation'
import type { ToolId } from '../../../../src-main/domain/tool/tool'
import {
  failureWords,
  mentionsOf,
  mentionWords,
} from '../../../../src-renderer/views/evaluation/golden-words'
import { useGoldenPlaces } from '../../../../src-renderer/views/evaluation/useGoldenPlaces'
import { failure, fakeBridge } from '../../../fakes/bridge'
import { settle, withBridge } from '../in-app'

const place = (tool: string, changes: Partial<GoldenPlace>): GoldenPlace => ({
  tool: tool as ToolId,
  name: tool,
  reason: 'never-found',
  ...changes,
})

test('what is missing stands first, with its place and what became of it', () => {
  const row = { golden: ['a', 'b', 'c'] as ToolId[], goldenRanks: [2, null, null] }
  const mentions = mentionsOf(row, [
    place('a', { reason: 'found', rank: 2 }),
    place('b', { reason: 'below-depth', rank: 143 }),
    place('c', { reason: 'filtered' }),
  ])
  expect(mentions.map(({ tool }) => tool)).toEqual(['b', 'c', 'a'])
  expect(mentions.map(mentionWords)).toEqual([
    '#143, below the search depth',
    'filtered out',
    '#2, given',
  ])
  expect(failureWords(mentions)).toBe('below the search depth, filtered out')
})

test('until it is known where a tool was lost, only what the run stored is said', () => {
  const row = { golden: ['a', 'b'] as ToolId[], goldenRanks: [1, null] }
  const mentions = mentionsOf(row, undefined)
  expect(mentions.map(mentionWords)).toEqual(['…', '#1, given'])
  expect(failureWords(mentions)).toBe('…')
})

/** The places of a run's queries, with an app that answers when it is told to. */
function placesIn(run = ref('r1')) {
  const answers: (() => void)[] = []
  const bridge = fakeBridge({
    'evaluation.locate': ({ queries }) =>
      new Promise((resolve) =>
        answers.push(() => resolve(queries.map((query) => [place(query, { rank: 7 })]))),
      ),
  })
  const { result: places } = withBridge(bridge, () =>
    useGoldenPlaces(() => ({ dir: '/w', run: run.value, k: 5 })),
  )
  const asked = () => bridge.inputsOf('evaluation.locate').map(({ queries }) => queries)
  return { ...places, asked, run, answer: async () => (answers.shift()?.(), settle()) }
}

test('rows in sight are asked for together, and those scrolled past longest ago are given up', async () => {
  const { want, asked, answer, places } = placesIn()
  for (let at = 0; at < 200; at++) want(`q${at}`)
  await settle()
  expect(asked()).toEqual([Array.from({ length: 12 }, (_, at) => `q${at + 188}`)])
  for (let turn = 0; turn < 10; turn++) await answer()
  // Of 200 that flew by, the last 60.
  expect(places.size).toBe(60)
  expect(places.has('q139')).toBe(false)
  expect(places.get('q140')?.[0]?.rank).toBe(7)
})

test('of another run nothing of the one before is shown, however late it is answered', async () => {
  const { want, run, answer, places, asked } = placesIn()
  want('q1')
  await settle()
  run.value = 'r2'
  await answer()
  expect(places.size).toBe(0)
  want('q1')
  await settle()
  expect(asked()).toHaveLength(2)
})

test('rows that wait while the run changes are asked for of the other one', async () => {
  const { want, run, answer, places, asked } = placesIn()
  want('q1')
  await settle()
  run.value = 'r2'
  await settle()
  expect(asked()).toEqual([['q1'], ['q1']])
  await answer()
  await answer()
  expect(places.get('q1')?.[0]?.rank).toBe(7)
})

test('what could not be looked up says why, and is asked for again on demand', async () => {
  let isThere = false
  const bridge = fakeBridge({
    'evaluation.locate': ({ queries }) =>
      isThere
        ? queries.map((query) => [place(query, { rank: 7 })])
        : failure({ code: 'unavailable', message: 'The embedder does not answer.' }),
  })
  const { result } = withBridge(bridge, () =>
    useGoldenPlaces(() => ({ dir: '/w', run: 'r1', k: 5 })),
  )
  result.want('q1')
  await settle()
  expect(result.problem.value?.message).toBe('The embedder does not answer.')
  // The row says what the run stored.
  expect(result.places.get('q1')).toEqual([])
  isThere = true
  result.retry()
  await settle()
  expect(result.problem.value).toBeUndefined()
  expect(result.places.get('q1')?.[0]?.rank).toBe(7)
})
