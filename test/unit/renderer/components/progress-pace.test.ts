import { expect, test } from 'vitest'
import { pace } from '../../../../src-renderer/components/progress-pace'

const what = 'Embedding'

test('rate and time left follow from what was done since the start', () => {
  // 200 in 2 s are 100 a second; 700 are left.
  const now = pace({ what, done: 300, total: 1000 }, { done: 100, at: 1000 }, 3000)
  expect(now).toEqual({ count: '300 of 1,000', rate: '100/s', left: '7.0 s left' })
})

test('no rate is claimed at the very beginning or while nothing moves', () => {
  expect(pace({ what, done: 5, total: 9 }, { done: 0, at: 0 }, 100).rate).toBe('')
  expect(pace({ what, done: 5, total: 9 }, { done: 5, at: 0 }, 5000).left).toBe('')
})

test('without a total there is a count and a rate but no time left', () => {
  const now = pace({ what, done: 1200 }, { done: 0, at: 0 }, 1000)
  expect(now).toEqual({ count: '1,200', rate: '1,200/s', left: '' })
})
