import { describe, expect, it } from 'vitest'
import { parseYaml } from '../../../../src-main/importing/reading/parse-yaml'
import { UnreadableFile } from '../../../../src-main/importing/reading/place'
import { errorOf } from '../../../fixtures/importing/files'

describe('parseYaml', () => {
  it('gives what JSON can hold', () => {
    const text =
      'a: 2020-01-01\nb: yes\nc: 1.5\n200: {d: ~}\ne: .inf\nf: &x [1]\ng: *x\nh: {<<: {i: 1}}'
    expect(parseYaml('a.yaml', text)).toEqual({
      a: '2020-01-01',
      b: 'yes',
      c: 1.5,
      200: { d: null },
      e: null,
      f: [1],
      g: [1],
      h: { i: 1 },
    })
  })

  it('keeps hostile keys as keys', () => {
    const value = parseYaml('a.yaml', '__proto__: {polluted: 1}')
    expect(Object.keys(value as object)).toEqual(['__proto__'])
    expect({}).not.toHaveProperty('polluted')
  })

  it('gives characters that any file can hold', () => {
    expect(parseYaml('a.yaml', 'a: "\\ud800"')).toEqual({ a: '\ufffd' })
  })

  it.each([
    ['a list never closed', 'a: 1\nb: [', 'is not valid YAML at line 2'],
    ['a key that stands twice', 'a: 1\na: 2', 'at line 2, column 1: duplicated mapping key'],
    ['a tag that makes something', 'a: !!js/function "x"', 'unknown scalar tag'],
    ['several documents', 'a: 1\n---\na: 2', 'a single document'],
    ['too many levels', '['.repeat(5_000), 'nesting exceeded'],
    ['an alias of what it stands in', 'a: &a {b: *a}', 'has aliases that stand inside'],
    ['nothing', '', 'is not valid YAML'],
  ])('refuses %s', (_what, text, why) => {
    const error = errorOf(() => parseYaml('a.yaml', text))
    expect(error).toBeInstanceOf(UnreadableFile)
    expect(error).toMatchObject({ message: expect.stringContaining(why) as string })
  })

  it('refuses aliases that make much of little, at once', () => {
    const lines = Array.from(
      { length: 60 },
      (_, at) => `a${at + 1}: &a${at + 1} [*a${at}, *a${at}]`,
    )
    const started = performance.now()
    expect(() => parseYaml('a.yaml', ['a0: &a0 [x]', ...lines].join('\n'))).toThrow(
      'more than 64 MB',
    )
    expect(performance.now() - started).toBeLessThan(1_000)
  })

  it('refuses aliases that make a tower', () => {
    const lines = Array.from({ length: 50_000 }, (_, at) => `a${at + 1}: &a${at + 1} [*a${at}]`)
    const text = `${['a0: &a0 [x]', ...lines].join('\n')}\n1: *a50000`
    expect(() => parseYaml('a.yaml', text)).toThrow('has aliases')
  })
})
