import { expect, test } from 'vitest'
import { calledInOrder } from '../../../../src-main/domain/served/called-in-order'
import type { ServedRequest } from '../../../../src-main/domain/served/request'
import { ToolId } from '../../../../src-main/domain/tool/tool'

const asked = (seconds: number, changed: Partial<ServedRequest>): ServedRequest => ({
  id: String(seconds),
  at: new Date(Date.UTC(2026, 0, 1) + seconds * 1000).toISOString(),
  session: 's',
  did: 'search',
  tools: [],
  ms: 1,
  ...changed,
})
const call = (seconds: number, tool: string, changed: Partial<ServedRequest> = {}) =>
  asked(seconds, { did: 'call', tools: [ToolId.parse(tool)], ...changed })

test('what a session called stands in order, once, and without what failed', () => {
  const requests = [
    asked(0, { query: 'first' }),
    call(1, 'login'),
    call(2, 'other', { session: 't' }),
    call(3, 'broken', { fault: 'No.' }),
    asked(4, { query: 'second' }),
    call(5, 'book'),
    call(6, 'login'),
    // Half an hour later another session begins.
    call(4000, 'book'),
  ]
  expect(calledInOrder(requests)).toEqual([
    { queries: ['first', 'second'], tools: ['login', 'book'] },
    { queries: [], tools: ['other'] },
    { queries: [], tools: ['book'] },
  ])
})
