import { describe, expect, it } from 'vitest'
import { analyser } from '../../../../src-main/pipeline/text/analyse'
import { goesOn } from '../../../../src-main/pipeline/planning/reading'

const reading = { contentWordsOf: analyser(['stop-words']) }

describe('a request', () => {
  it.each(['what if it cost $500 more?', 'And for Berlin?', 'do that again', 'same for Monday'])(
    'goes on with the last one: %j',
    (text) => expect(goesOn(text, reading)).toBe(true),
  )

  it.each([
    'book a room for Friday',
    'find the invoice that Ann sent last week and mail the total with a short note to accounting',
  ])('begins anew: %j', (text) => expect(goesOn(text, reading)).toBe(false))
})
