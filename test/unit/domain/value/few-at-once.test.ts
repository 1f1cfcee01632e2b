import { expect, test } from 'vitest'
import { fewAtOnce } from '../../../../src-main/domain/value/few-at-once'

test('work waits for its turn, in the order in which it came', async () => {
  const few = fewAtOnce(2)
  const begun: number[] = []
  const ends = [0, 1, 2, 3].map(() => Promise.withResolvers<undefined>())
  const all = ends.map(({ promise }, at) =>
    few(() => {
      begun.push(at)
      return promise
    }),
  )
  await Promise.resolve()
  expect(begun).toEqual([0, 1])
  ends[1]?.resolve(undefined)
  await all[1]
  await new Promise(setImmediate)
  expect(begun).toEqual([0, 1, 2])
  for (const { resolve } of ends) resolve(undefined)
  await Promise.all(all)
  expect(begun).toEqual([0, 1, 2, 3])
})

test('what is stopped while it waits ends at once, and holds up no other', async () => {
  const few = fewAtOnce(1)
  const stuck = Promise.withResolvers<string>()
  const first = few(() => stuck.promise)
  const stopper = new AbortController()
  const stopped = few(async () => 'never begun', stopper.signal)
  const next = few(async () => 'next')
  stopper.abort(new Error('Stopped.'))
  await expect(stopped).rejects.toThrow('Stopped.')
  stuck.resolve('first')
  expect(await Promise.all([first, next])).toEqual(['first', 'next'])
  await expect(few(async () => 'more', stopper.signal)).rejects.toThrow('Stopped.')
  expect(await few(async () => 'more')).toBe('more')
})
