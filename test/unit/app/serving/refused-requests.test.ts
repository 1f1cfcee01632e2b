import { expect, it } from 'vitest'
import { refusedRequests } from '../../../../src-main/app/serving/refused-requests'
import { manualClock } from '../../../fakes/clock'

it('tells of refused requests at once and then every two seconds, up to the last', () => {
  const clock = manualClock()
  let told = 0
  const refused = refusedRequests({ clock, outdate: () => void told++ }, '/tools')
  for (let count = 0; count < 1_000; count++) refused.add({ why: 'token' })
  expect([refused.count, told]).toEqual([1_000, 1])
  clock.moveOn(2_000)
  expect(told).toBe(2)
  clock.moveOn(2_000)
  clock.moveOn(2_000)
  expect(told).toBe(2)
  refused.add({ why: 'method' })
  expect([refused.last?.why, told]).toEqual(['method', 3])
})
