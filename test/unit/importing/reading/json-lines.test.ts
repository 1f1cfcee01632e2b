import { describe, expect, it } from 'vitest'
import { readJsonLines } from '../../../../src-main/importing/reading/json-lines'

describe('readJsonLines', () => {
  it('gives the good lines, and the bad ones with line and column', () => {
    expect(readJsonLines('{"a":1}\r\n\n{"a":\n[2]\n')).toEqual({
      values: [
        { line: 1, value: { a: 1 } },
        { line: 4, value: [2] },
      ],
      broken: [{ line: 3, why: 'at column 6: the text ends too early' }],
    })
  })
})
