import { expect, test } from 'vitest'
import { queryCache } from '../../../../src-renderer/composables/query-cache'

function small(kept = 3) {
  const requested: unknown[] = []
  const cache = queryCache(
    async (_route, input) => {
      requested.push(input)
      return { ok: true, data: input }
    },
    { kept },
  )
  const hold = (input: number) =>
    cache.hold({ key: `golden.list ${input}`, action: 'golden.list', input: String(input) })
  /** Reads and leaves again. */
  async function read(...inputs: number[]): Promise<void> {
    for (const input of inputs) {
      const answer = hold(input)
      await answer.arrival
      cache.release(answer)
    }
  }
  return { cache, requested, hold, read }
}

test('of more answers than are kept the least recently used goes', async () => {
  const { cache, requested, read } = small()
  await read(1, 2, 3, 1, 4)
  expect(cache.size()).toBe(3)
  await read(1, 3, 4, 2)
  expect(requested).toEqual([1, 2, 3, 4, 2])
})

test('an answer on show is kept, however many others come', async () => {
  const { cache, requested, hold, read } = small()
  const shown = hold(1)
  await read(2, 3, 4, 5)
  cache.release(hold(1))
  expect(requested).toEqual([1, 2, 3, 4, 5])
  expect(shown.data.value).toBe(1)
  expect(cache.size()).toBe(3)
})

test('more answers on show than are kept all stay until they go out of sight', async () => {
  const { cache, hold, read } = small()
  const shown = [1, 2, 3, 4, 5].map(hold)
  expect(cache.size()).toBe(5)
  for (const answer of shown) await answer.arrival
  shown.forEach(cache.release)
  await read(6)
  expect(cache.size()).toBe(3)
})

test('nothing is left of what was cancelled', async () => {
  const { cache, hold } = small()
  cache.release(hold(1))
  expect(cache.size()).toBe(0)
})

/** An app that answers when it is told to, cancelled or not. */
function slow() {
  const answers: ((data: string) => void)[] = []
  const cache = queryCache(
    () => new Promise((resolve) => answers.push((data) => resolve({ ok: true, data }))),
  )
  const hold = (revision: number) =>
    cache.hold({
      key: 'golden.list',
      action: 'golden.list',
      input: '{}',
      commit: `commit ${revision}`,
    })
  async function answer(at: number, data: string): Promise<void> {
    answers[at]?.(data)
    await new Promise((resolve) => setTimeout(resolve))
  }
  return { cache, hold, answer }
}

test('a late answer to an older revision is dropped, also when cancelling came too late', async () => {
  const { cache, hold, answer } = slow()
  const shown = hold(1)
  cache.renew(shown, 'commit 2')
  await answer(0, 'old')
  expect(shown.data.value).toBeUndefined()
  await answer(1, 'new')
  expect(shown.data.value).toBe('new')
})

test('a late answer that comes after the new one is dropped too', async () => {
  const { cache, hold, answer } = slow()
  const shown = hold(1)
  cache.renew(shown, 'commit 2')
  await answer(1, 'new')
  await answer(0, 'old')
  expect(shown.data.value).toBe('new')
})

test('an answer that comes after everybody left is not kept', async () => {
  const { cache, hold, answer } = slow()
  cache.release(hold(1))
  const again = hold(1)
  await answer(0, 'to nobody')
  expect(again.data.value).toBeUndefined()
})

test.each(['review.list', 'review.preview', 'review.proposal'] as const)(
  'what %s says of measures is read again when it comes on show, as they are kept without a commit',
  async (action) => {
    let asked = 0
    const cache = queryCache(async () => ({ ok: true, data: ++asked }))
    for (let time = 0; time < 2; time++) {
      const answer = cache.hold({ key: action, action, input: '{}', commit: 'one' })
      await answer.arrival
      cache.release(answer)
    }
    expect(asked).toBe(2)
  },
)

test('an answer that is another by now is requested again where it is shown, and else forgotten', async () => {
  let asked = 0
  const cache = queryCache(async () => ({ ok: true, data: ++asked }))
  const hold = (action: 'sources.list' | 'serving.state', dir: string) =>
    cache.hold({ key: `${action} ${dir}`, action, input: JSON.stringify({ dir }) })
  const shown = hold('serving.state', '/one')
  const others = [hold('serving.state', '/two'), hold('sources.list', '/one')]
  for (const { arrival } of [shown, ...others]) await arrival
  expect(shown.data.value).toBe(1)
  cache.outdate({ action: 'serving.state', dir: '/one' })
  await shown.arrival
  expect(shown.data.value).toBe(4)
  expect(others.map(({ data }) => data.value)).toEqual([2, 3])
  cache.release(shown)
  cache.outdate({ action: 'serving.state', dir: '/one' })
  expect(asked).toBe(4)
})
