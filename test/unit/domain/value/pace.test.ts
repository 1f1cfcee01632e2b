import { expect, test } from 'vitest'
import { paceText, startOf } from '../../../../src-main/domain/value/pace'

const what = 'Embedding'
const from = (done: number, at: number) => ({ what, done, at })

test('rate and time left follow from what was done since the start', () => {
  // 200 in 2 s are 100 a second; 700 are left.
  const steps = { what, done: 300, total: 1000, unit: 'queries' }
  expect(paceText(steps, from(100, 1000), 3000)).toBe('300 of 1,000 queries · 100/s · 7.0 s left')
})

test('no rate is claimed at the very beginning or while nothing moves', () => {
  expect(paceText({ what, done: 5, total: 9 }, from(0, 0), 100)).toBe('5 of 9')
  expect(paceText({ what, done: 5, total: 9 }, from(5, 0), 5000)).toBe('5 of 9')
})

test('without a total there is a count and a rate but no time left, and nothing before the first', () => {
  expect(paceText({ what, done: 1200 }, from(0, 0), 1000)).toBe('1,200 · 1,200/s')
  expect(paceText({ what, done: 0 }, from(0, 0), 1000)).toBe('')
})

test('what takes long without an end in sight tells how long it took', () => {
  const calls = { what, done: 3, unit: 'calls' }
  expect(paceText(calls, from(0, 0), 14_000)).toBe('3 calls · 14 s')
  expect(paceText({ ...calls, done: 0 }, from(0, 0), 3000)).toBe('3.0 s')
  expect(paceText({ ...calls, atMost: 10 }, from(0, 0), 14_000)).toBe(
    '3 of at most 10 calls · 14 s',
  )
  expect(paceText({ ...calls, done: 0, atMost: 10 }, from(0, 0), 0)).toBe('0 of at most 10 calls')
  expect(paceText({ what, done: 9000 }, from(0, 0), 3000)).toBe('9,000 · 3,000/s · 3.0 s')
})

test('the last moments have no figure, and what is done has no time left', () => {
  expect(paceText({ what, done: 995, total: 1000 }, from(0, 0), 1000)).toBe(
    '995 of 1,000 · 995/s · less than a second left',
  )
  expect(paceText({ what, done: 20_614, total: 20_614 }, from(0, 0), 2000)).toBe(
    '20,614 of 20,614 · 10,307/s',
  )
})

test('each phase is counted from its own beginning, also the next one of the same name', () => {
  const first = startOf({ what, done: 10 }, undefined, 1000)
  expect(first).toEqual({ what, done: 10, at: 1000 })
  expect(startOf({ what, done: 30 }, first, 2000)).toBe(first)
  expect(startOf({ what: 'Fusing', done: 30 }, first, 2000)).toEqual({
    what: 'Fusing',
    done: 30,
    at: 2000,
  })
  expect(startOf({ what, done: 0 }, first, 3000)).toEqual({ what, done: 0, at: 3000 })
})

test('bytes are written as people read them', () => {
  const steps = { what, done: 25e6, total: 45_949_216, unit: 'bytes' }
  expect(paceText(steps, from(5e6, 0), 2000)).toBe('25.0 MB of 45.9 MB · 10.0 MB/s · 2.1 s left')
})
