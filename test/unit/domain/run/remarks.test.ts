import { expect, it, test } from 'vitest'
import { depthRemark, markedName } from '../../../../src-main/domain/run/remarks'

test('a depth below the largest k is remarked on, and no other', () => {
  expect(depthRemark({ options: { depth: 5 }, k: [1, 5, 10] })).toMatch(/^looks at 5 tools/)
  expect(depthRemark({ options: { depth: 10 }, k: [1, 5, 10] })).toBeUndefined()
  expect(depthRemark({ options: {}, k: [1000] })).toBeUndefined()
  expect(depthRemark({ options: { depth: 3 }, k: [] })).toBeUndefined()
})

const run = { degraded: 2, queries: 1500 }

it('a run that answered queries without some step is named with how many', () => {
  expect(markedName('Toolshed', run)).toBe('Toolshed (degraded in 2 of 1,500 queries)')
  expect(markedName('Toolshed', { ...run, degraded: 0 })).toBe('Toolshed')
})
