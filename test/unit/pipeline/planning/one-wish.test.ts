import { describe, expect, it } from 'vitest'
import { analyser } from '../../../../src-main/pipeline/knowledge-base/analyse'
import { readClauses } from '../../../../src-main/pipeline/planning/clauses'
import { goesOn, hasOneWish } from '../../../../src-main/pipeline/planning/one-wish'

const reading = {
  clausesOf: readClauses(analyser(['stop-words'])),
  wordsOf: analyser([]),
  wishWordsOf: analyser(['stop-words']),
}

describe('a request', () => {
  it.each(['book a table for two', 'weather Paris', '', 'réserver une table'])(
    'surely asks for one thing: %j',
    (text) => expect(hasOneWish(text, reading)).toBe(true),
  )

  it.each([
    'book a table and tell the team',
    'Heize den Ofen vor und stelle danach einen Wecker',
    '帮我订酒店并发送邮件给团队',
    'Our printer broke last week. Find me a new one in Berlin',
  ])('may ask for several: %j', (text) => expect(hasOneWish(text, reading)).toBe(false))

  it.each(['what if it cost $500 more?', 'And for Berlin?', 'do that again', 'same for Monday'])(
    'goes on with the last one: %j',
    (text) => expect(goesOn(text, reading)).toBe(true),
  )

  it.each([
    'book a room for Friday',
    'find the invoice that Ann sent last week and mail the total with a short note to accounting',
  ])('begins anew: %j', (text) => expect(goesOn(text, reading)).toBe(false))
})
