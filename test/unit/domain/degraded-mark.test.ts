import { expect, it } from 'vitest'
import { markedName } from '../../../src-main/domain/degraded-mark'

const run = { degraded: 2, queries: 1500 }

it('a run that answered queries without some step is named with how many', () => {
  expect(markedName('Toolshed', run)).toBe('Toolshed (degraded in 2 of 1,500 queries)')
  expect(markedName('Toolshed', { ...run, degraded: 0 })).toBe('Toolshed')
})
