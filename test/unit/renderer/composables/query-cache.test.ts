import { QueryObserver } from '@tanstack/vue-query'
import { expect, test } from 'vitest'
import {
  queryCache,
  type Answer,
  type Reading,
} from '../../../../src-renderer/composables/query-cache'

type Cache = ReturnType<typeof queryCache>

const readingOf = (input: unknown, version?: string): Reading => ({
  key: `golden.list ${JSON.stringify(input)}`,
  action: 'golden.list',
  input: JSON.stringify(input),
  ...(version !== undefined && { version }),
})

/** Shows what is read, until it is left. */
function show(cache: Cache, reading: Reading) {
  const observer = new QueryObserver<Answer>(cache.client, cache.options(reading))
  const leave = observer.subscribe(() => undefined)
  return {
    leave,
    data: () => observer.getCurrentResult().data?.data,
    arrival: () => cache.arrival(reading),
  }
}

const size = (cache: Cache): number => cache.client.getQueryCache().getAll().length

function small(kept = 3) {
  const requested: unknown[] = []
  const cache = queryCache(
    async (_route, input) => {
      requested.push(input)
      return { ok: true, data: input }
    },
    { kept },
  )
  /** Reads and leaves again. */
  async function read(...inputs: number[]): Promise<void> {
    for (const input of inputs) {
      const shown = show(cache, readingOf(input))
      await shown.arrival()
      shown.leave()
    }
  }
  return { cache, requested, show: (input: number) => show(cache, readingOf(input)), read }
}

test('of more answers than are kept the least recently used goes', async () => {
  const { cache, requested, read } = small()
  await read(1, 2, 3, 1, 4)
  expect(size(cache)).toBe(3)
  await read(1, 3, 4, 2)
  expect(requested).toEqual([1, 2, 3, 4, 2])
})

test('an answer on show is kept, however many others come', async () => {
  const { cache, requested, show, read } = small()
  const shown = show(1)
  await read(2, 3, 4, 5)
  show(1).leave()
  expect(requested).toEqual([1, 2, 3, 4, 5])
  expect(shown.data()).toBe(1)
  expect(size(cache)).toBe(4)
})

test('more answers on show than are kept all stay until they go out of sight', async () => {
  const { cache, show, read } = small()
  const shown = [1, 2, 3, 4, 5].map(show)
  expect(size(cache)).toBe(5)
  for (const { arrival } of shown) await arrival()
  for (const { leave } of shown) leave()
  await read(6)
  expect(size(cache)).toBe(3)
})

test('nothing is left of what was cancelled', () => {
  const { cache, show } = small()
  show(1).leave()
  expect(size(cache)).toBe(0)
})

/** An app that answers when it is told to, cancelled or not. */
function slow() {
  const answers: ((data: string) => void)[] = []
  const cache = queryCache(
    () => new Promise((resolve) => answers.push((data) => resolve({ ok: true, data }))),
  )
  async function answer(at: number, data: string): Promise<void> {
    answers[at]?.(data)
    await new Promise((resolve) => setTimeout(resolve))
  }
  return { cache, reading: readingOf({}), answer }
}

test.each([
  [0, 1],
  [1, 0],
])(
  'a late answer to what was requested again is dropped, also when cancelling came too late',
  async (...order) => {
    const { cache, reading, answer } = slow()
    const shown = show(cache, reading)
    void cache.reload(reading)
    for (const at of order) {
      await answer(at, at === 0 ? 'old' : 'new')
      expect(shown.data()).not.toBe('old')
    }
    expect(shown.data()).toBe('new')
  },
)

test.each([0, 1, 2, 3, 4, 5, 6])(
  'what is requested again as the answer is taken up, after %s steps of it, is answered anew',
  async (steps) => {
    const { cache, reading, answer } = slow()
    const shown = show(cache, reading)
    const taken = answer(0, 'old')
    for (let step = 0; step < steps; step++) await Promise.resolve()
    const reloaded = cache.reload(reading)
    await taken
    await answer(1, 'new')
    await reloaded
    expect(shown.data()).toBe('new')
  },
)

test('an answer that comes after everybody left is not kept', async () => {
  const { cache, reading, answer } = slow()
  show(cache, reading).leave()
  const again = show(cache, reading)
  await answer(0, 'to nobody')
  expect(again.data()).toBeUndefined()
})

test('what is left while it is requested again is not shown again', async () => {
  const { cache, reading, answer } = slow()
  const shown = show(cache, reading)
  await answer(0, 'old')
  void cache.reload(reading)
  shown.leave()
  const again = show(cache, reading)
  expect(again.data()).toBeUndefined()
  await answer(2, 'new')
  expect(again.data()).toBe('new')
})

test('an answer to another version is another answer', async () => {
  const { cache, answer } = slow()
  show(cache, readingOf({}, 'commit 1'))
  const later = show(cache, readingOf({}, 'commit 2'))
  await answer(0, 'old')
  expect(later.data()).toBeUndefined()
})

test.each(['review.list', 'review.preview', 'review.proposal'] as const)(
  'what %s says of measures is read again when it comes on show, as they are kept without a commit',
  async (action) => {
    let asked = 0
    const cache = queryCache(async () => ({ ok: true, data: ++asked }))
    for (let time = 0; time < 2; time++) {
      const shown = show(cache, { key: action, action, input: '{}', version: 'one' })
      await shown.arrival()
      shown.leave()
    }
    expect(asked).toBe(2)
  },
)

test('an answer that is another by now is requested again where it is shown, and else forgotten', async () => {
  let asked = 0
  const cache = queryCache(async () => ({ ok: true, data: ++asked }))
  const of = (action: 'golden.list' | 'catalog.facets', dir: string) =>
    show(cache, { key: `${action} ${dir}`, action, dir, input: JSON.stringify({ dir }) })
  const shown = of('catalog.facets', '/one')
  const others = [of('catalog.facets', '/two'), of('golden.list', '/one')]
  for (const { arrival } of [shown, ...others]) await arrival()
  expect(shown.data()).toBe(1)
  cache.outdate({ action: 'catalog.facets', dir: '/one' })
  await shown.arrival()
  expect(shown.data()).toBe(4)
  expect(others.map(({ data }) => data())).toEqual([2, 3])
  shown.leave()
  cache.outdate({ action: 'catalog.facets', dir: '/one' })
  expect(asked).toBe(4)
  expect(size(cache)).toBe(2)
})

test('an answer to a version that is shown no more makes room for what is', async () => {
  const { cache } = small()
  const before = show(cache, readingOf({}, 'commit 1'))
  await before.arrival()
  const now = show(cache, readingOf({}, 'commit 2'))
  await now.arrival()
  before.leave()
  await Promise.resolve()
  expect(size(cache)).toBe(1)
  expect(now.data()).toEqual({})
})

test('what is shown in place of another is not the one that goes', async () => {
  const { cache, show: shown, read } = small(2)
  await read(1, 2)
  const third = shown(3)
  await third.arrival()
  // As one that shows another does: it finds what it is to show before it leaves what it showed.
  const first = cache.client.getQueryCache().find({ queryKey: [readingOf(1)] })
  third.leave()
  const again = shown(1)
  await Promise.resolve()
  expect(cache.client.getQueryCache().find({ queryKey: [readingOf(1)] })).toBe(first)
  expect(again.data()).toBe(1)
})
