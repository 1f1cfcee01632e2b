import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { findJsonFault, parseJson } from '../../../../src-main/importing/reading/parse-json'
import { UnreadableFile } from '../../../../src-main/importing/reading/place'
import { errorOf } from '../../../fixtures/importing/files'

describe('parseJson', () => {
  it.each([
    ['a missing value', '{\n  "a": ,\n}', 'line 2, column 8', 'a value'],
    ['a trailing comma', '[1,\n 2,\n]', 'line 3, column 1', 'a value'],
    ['single quotes', "{'a': 1}", 'line 1, column 2', 'a key in double quotes'],
    ['a missing comma', '{"a": 1\n "b": 2}', 'line 2, column 2', 'a comma'],
    ['a raw line break in a string', '["a\nb"]', 'line 1, column 4', 'unescaped'],
    ['a bad escape', '["a\\x"]', 'line 1, column 4', 'unescaped'],
    ['text after the end', '{} x', 'line 1, column 4', 'nothing may follow'],
    ['the wrong bracket', '{"a": [1}', 'line 1, column 9', 'closing bracket'],
    ['a bare word', '[nil]', 'line 1, column 2', 'a value'],
  ])('names the place of %s', (...[, text, place, why]) => {
    const error = errorOf(() => parseJson('tools.json', text))
    expect(error).toBeInstanceOf(UnreadableFile)
    expect(error).toMatchObject({ message: expect.stringContaining(place) as string })
    expect(error).toMatchObject({ message: expect.stringContaining(why) as string })
    expect(error).toMatchObject({ fix: expect.stringContaining('Correct the file') as string })
  })

  it('says that a truncated file ends too early, and where', () => {
    const error = errorOf(() => parseJson('tools.json', '[\n{"name": "a"},\n{"na'))
    expect(error).toMatchObject({
      message: expect.stringContaining('line 3, column 5') as string,
      fix: expect.stringContaining('ends too early') as string,
    })
  })

  it('cuts off what is nested too deep for any reader', () => {
    const deep = `{"a":1,"b":${'['.repeat(100_000)}${']'.repeat(100_000)}}`
    const value = parseJson('tools.json', deep)
    expect(JSON.stringify(value)).toBe(`{"a":1,"b":${'['.repeat(200)}${']'.repeat(200)}}`)
    const shallow = `{"a":${'['.repeat(199)}${']'.repeat(199)}}`
    expect(JSON.stringify(parseJson('tools.json', shallow))).toBe(shallow)
  })

  it('takes a number beyond all numbers for the greatest there is', () => {
    expect(parseJson('tools.json', '{"a":[1e999,-1e999,1e300]}')).toEqual({
      a: [Number.MAX_VALUE, -Number.MAX_VALUE, 1e300],
    })
  })

  it('says that an empty file is empty', () => {
    expect(() => parseJson('tools.json', ' \n')).toThrow('tools.json: is empty')
  })

  it('finds no fault in any JSON, and one in every text that the engine refuses', () => {
    fc.assert(fc.property(fc.json(), (text) => findJsonFault(text) === undefined))
    const near = fc
      .tuple(fc.json(), fc.nat(), fc.constantFrom('', ',', '"', '}', ']', 'x', '\\', ':', '1'))
      .map(([text, at, junk]) => text.slice(0, at % (text.length + 1)) + junk)
    fc.assert(
      fc.property(near, (text) => isJson(text) === (findJsonFault(text) === undefined)),
      { numRuns: 1000 },
    )
  })

  it('locates a fault beneath 100,000 levels without running out of stack', () => {
    expect(findJsonFault('['.repeat(100_000))).toMatchObject({ offset: 100_000 })
  })
})

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}
