import { expect, it } from 'vitest'
import { systemClock } from '../../../../src-main/adapters/builtin/system-clock'

it('gives a clock that never goes back and names the moment in UTC', () => {
  const before = systemClock.elapsedMs()
  expect(systemClock.elapsedMs()).toBeGreaterThanOrEqual(before)
  expect(systemClock.timestamp()).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
})
