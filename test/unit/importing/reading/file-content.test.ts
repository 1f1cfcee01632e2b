import { describe, expect, it } from 'vitest'
import { readJsonLines } from '../../../../src-main/importing/reading/file-content'
import { sourceFile } from '../../../../src-main/importing/reading/source-file'
import { textFile } from '../../../fixtures/importing/files'

const contentOf = (path: string, text: string) => textFile(path, text).content()
const valuesOf = (path: string, text: string) => {
  const content = contentOf(path, text)
  return content.kind === 'rows' ? content.rows.map(({ value }) => value) : content.kind
}

describe('the content of a file', () => {
  it.each([
    ['a list', 'a.json', '[1,\n{"a":2}]'],
    ['JSON Lines', 'a.jsonl', '[1]\n{"a":2}\n'],
    ['JSON Lines under another name', 'a.json', '[1]\n{"a":2}\n'],
    ['one list under a name that promises lines', 'a.jsonl', '[\n1,\n{"a":2}\n]'],
  ])('is rows where it holds %s', (_what, path, text) => {
    const values = valuesOf(path, text)
    expect(values).toHaveLength(2)
    expect(values[1]).toEqual({ a: 2 })
  })

  it('says of each row where to look it up', () => {
    expect(contentOf('a.json', '[7]')).toMatchObject({ rows: [{ where: 'a.json, entry 1' }] })
    expect(contentOf('a.jsonl', '\n{}\n')).toMatchObject({
      rows: [{ number: 2, where: 'a.jsonl, line 2' }],
    })
  })

  it('is an object where one is all there is, on one line or several', () => {
    expect(contentOf('a.json', '{"a":1}\n')).toEqual({ kind: 'object', value: { a: 1 } })
    expect(contentOf('a', '{\n"a":1}')).toEqual({ kind: 'object', value: { a: 1 } })
  })

  it('is broken where the name promises JSON that is not there', () => {
    for (const text of ['', '[1,', 'hello']) {
      expect(contentOf('a.json', text).kind).toBe('broken')
      expect(contentOf('README.md', text).kind).toBe('other')
    }
    const binary = new Uint8Array([0x5b, 0xff])
    expect(sourceFile('a.json', binary).content().kind).toBe('broken')
    expect(sourceFile('a.png', binary).content().kind).toBe('other')
  })

  it('is nothing to walk where it is a lone word or number', () => {
    expect(contentOf('a.json', '7')).toEqual({ kind: 'other' })
  })
})

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
