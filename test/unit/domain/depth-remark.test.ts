import { expect, test } from 'vitest'
import { depthRemark } from '../../../src-main/domain/depth-remark'

test('a depth below the largest k is remarked on, and no other', () => {
  expect(depthRemark({ options: { depth: 5 }, k: [1, 5, 10] })).toMatch(/^looks at 5 tools/)
  expect(depthRemark({ options: { depth: 10 }, k: [1, 5, 10] })).toBeUndefined()
  expect(depthRemark({ options: {}, k: [1000] })).toBeUndefined()
  expect(depthRemark({ options: { depth: 3 }, k: [] })).toBeUndefined()
})
