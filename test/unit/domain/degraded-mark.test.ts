import { expect, it } from 'vitest'
import { degradedMark, markedName } from '../../../src-main/domain/degraded-mark'

it('marks what was answered without some step, and nothing else', () => {
  const run = { degraded: 3, queries: 1200 }
  expect(markedName('Hybrid', run)).toBe('Hybrid (degraded in 3 of 1,200 queries)')
  expect(markedName('Hybrid', { ...run, degraded: 0 })).toBe('Hybrid')
  expect(degradedMark({ ...run, degraded: 0 })).toBeUndefined()
})
