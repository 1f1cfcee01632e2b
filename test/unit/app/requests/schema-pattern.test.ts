import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { charactersIn, textPattern } from '../../../../src-main/app/requests/schema/pattern'

const isIn = (pattern: string, text: string) => textPattern(pattern).isIn(text)

/** Patterns as schemas of real servers have them, each with what it finds and what not. */
const COMMON: [pattern: string, found: string[], not: string[]][] = [
  ['^\\d{4}-\\d{2}-\\d{2}$', ['2026-01-02'], ['2026-1-2', '2026-01-02\n']],
  [
    '^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$',
    ['01234567-89ab-cdef-0123-456789abcdef'],
    ['0123'],
  ],
  [
    '^[^@\\s]+@[^@\\s]+\\.[^@\\s]+$',
    ['a@b.example'],
    ['a@b', 'a b@c.example', 'a\u00a0b@c.example'],
  ],
  ['^[\\w-]+$', ['a-b_c'], ['a b', '']],
  ['^[\\w.-]+/[\\w.-]+$', ['owner/name.js'], ['owner']],
  ['^(?!\\s*$).+', ['a', ' a'], ['', '  ', '\u00a0']],
  ['^(?=.*[a-z])(?=.*\\d).{8,}$', ['abcdefg1'], ['abcdefgh', 'abc1']],
  ['(?!^\\d+$)^.+$', ['a1'], ['12']],
  ['^[a-z](?:[a-z-]*[a-z])?(?<!--x)$', ['a-b'], ['b--x', 'a-']],
  ['^(?<year>\\d{4})$', ['2026'], ['26']],
  ['^https?:\\/\\/', ['https://a'], ['ftp://a']],
  ['^\\p{L}+$', ['äß'], ['a1']],
  ['^\\p{Script=Greek}+$', ['αβ'], ['ab']],
  ['^[\\p{Letter}\\p{N}_-]{1,64}$', ['a_1-ß'], ['a b']],
  ['^[A-Za-z0-9+/]*={0,2}$', ['aGk='], ['a*']],
  ['^.{1,5000}$', ['a'.repeat(5000), '😀'.repeat(5000)], ['', 'a'.repeat(5001)]],
  ['^[a-z0-9]{1,2048}$', ['a'.repeat(2048)], ['a'.repeat(2049), 'A']],
  ['^x(?:[a-z]{0,1100})y$', [`x${'a'.repeat(1100)}y`], [`x${'a'.repeat(1101)}y`]],
  ['^[\\s\\S]*$', ['', 'a\nb\u2028'], []],
  ['^[\\u4e00-\\u9fff]+$', ['中文'], ['a']],
  ['^\\uD83D\\uDE00$', ['😀'], ['a']],
  ['^[^]$', ['\n'], ['']],
  ['^[]$', [], ['', 'a']],
  ['^[[\\]:]+$', ['[:]'], ['a']],
  ['^a|b$', ['ax', 'xb'], ['xa']],
  ['^[-+]?\\d+(?:\\.\\d+)?$', ['-1.5'], ['1.']],
  ['^[\\_\\-a]+$', ['_-a'], ['\\']],
  ['^\\$\\{.+\\}$', ['${x}'], ['x']],
  // As other languages write them.
  ['(?i)^abc$', ['ABC'], ['abd']],
  ['^(?P<name>a+)$', ['aa'], ['b']],
]

describe('a pattern', () => {
  it.each(COMMON)('%s finds what it finds elsewhere', (pattern, found, not) => {
    for (const text of found) expect(isIn(pattern, text), text.slice(0, 40)).toBe(true)
    for (const text of not) expect(isIn(pattern, text), text.slice(0, 40)).toBe(false)
  })

  it('of any make finds the same as JavaScript', () => {
    const letter = fc.constantFrom(
      ...[
        'a',
        'b',
        'z',
        '0',
        '_',
        '-',
        '.',
        '\\.',
        '\\d',
        '\\w',
        '\\s',
        '\\S',
        '\\W',
        '\\D',
        '\\n',
      ],
      ...[
        '\\/',
        '\\-',
        '[^a]',
        '[a-c]',
        '[\\w-]',
        '[\\s\\d.]',
        '[^\\S]',
        '[a^-]',
        '\\u00e9',
        '\\x41',
        '\\p{Lu}',
      ],
      ...['\\P{L}', '[\\p{L}0]', '\\u{1f600}', '😀', '\\b', '\\t'],
    )
    const pattern = fc.letrec<{ any: string; group: string }>((tie) => ({
      any: fc.oneof({ depthSize: 'small' }, letter, tie('group')),
      group: fc
        .tuple(
          fc.constantFrom('(', '(?:', '(?<n>'),
          fc.array(tie('any'), { minLength: 1, maxLength: 3 }),
          fc.constantFrom('', '|'),
          fc.array(tie('any'), { maxLength: 2 }),
          fc.constantFrom(')', ')*', ')+?', '){2}', '){0,3}', ')?'),
        )
        .map(
          ([open, some, or, others, close]) => open + some.join('') + or + others.join('') + close,
        ),
    })).any
    const whole = fc
      .tuple(
        fc.constantFrom('', '^', '^(?!a)', '^(?=.b)', '^(?!.*--)(?=\\w)'),
        fc.array(pattern, { minLength: 1, maxLength: 5 }),
        fc.constantFrom('', '$', '(?<!a)$', '(?<=b|0)$'),
      )
      .map(([start, parts, end]) => start + parts.join('') + end)
      .filter((written) => isOfUnicode(written))
    const text = fc.string({
      unit: fc.constantFrom(...'ab0cz_-.A \n/\u00a0\u00e9\u2028', '😀', 'É'),
      maxLength: 8,
    })
    fc.assert(
      fc.property(whole, text, (written, given) => {
        const ours = textPattern(written).isIn(given)
        expect(ours).toBe(new RegExp(written, 'u').test(given))
      }),
      { numRuns: 1_000 },
    )
  })

  it('never takes longer than its steps allow', () => {
    for (const slow of ['^(a+)+$', '(a|aa)+$', '(.*)*x', '^(([a-z])+.)+[A-Z]([a-z])+$']) {
      expect(isIn(slow, `${'a'.repeat(50_000)}!`)).toBe(false)
    }
  })
})

function isOfUnicode(written: string): boolean {
  try {
    new RegExp(written, 'u')
    return true
  } catch {
    return false
  }
}

it('characters are counted as Unicode does', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 10 }), (text) => {
      expect(charactersIn(text)).toBe([...text].length)
    }),
  )
  expect(charactersIn('\ud800a\udc00')).toBe(3)
})
