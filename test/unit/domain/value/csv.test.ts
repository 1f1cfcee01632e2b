import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  csvText,
  jsonCell,
  withFormula,
  withoutFormula,
} from '../../../../src-main/domain/value/csv'
import { readTable } from '../../../../src-main/importing/reading/table'
import { textFile } from '../../../fixtures/importing/files'

it('a text that would be a formula is made inert, a number below 0 stays a number', () => {
  expect(csvText([['=1+1', -0.25, '-0.25', '＝x']])).toBe("'=1+1,-0.25,'-0.25,'＝x\r\n")
})

it('cells that hold the delimiter, quotes, line ends or white space at an end are quoted', () => {
  expect(csvText([['a;b', 'say "x"', 'two\nlines', ' x', 'plain']], ';')).toBe(
    '"a;b";"say ""x""";"two\nlines";" x";plain\r\n',
  )
})

const FORMULAS = ['=1+1', '+1', '-1', '@SUM(A1)', '\tx', '\rx', '\nx', '＝1', '＋1', '－1', '＠x']

describe('text that a spreadsheet would run', () => {
  it.each([...FORMULAS, "'=1", "''=1"])(
    'begins with an apostrophe, which is taken away again: %j',
    (text) => {
      expect(withoutFormula(text)).toBe(`'${text}`)
      expect(withFormula(withoutFormula(text))).toBe(text)
    },
  )

  it.each(['a=b', 'a, b', 'a;b', "one, '-2'", "'tis", "'", '', '5-3', 'e-mail'])(
    'is let alone where it is none: %j',
    (text) => {
      expect(withoutFormula(text)).toBe(text)
      expect(withFormula(text)).toBe(text)
    },
  )
})

describe('a text that holds a formula behind what a spreadsheet may split at', () => {
  it.each([
    ['x;=cmd|calc', 'x;ʼ=cmd|calc'],
    ['a\t+1|-2,@x', 'a\tʼ+1|ʼ-2,ʼ@x'],
    ['two\n- lines\r\n =1', 'two\nʼ- lines\r\n ʼ=1'],
    [' =1', ' ʼ=1'],
    ['x;"=1', 'x;"ʼ=1'],
    ['x;\u0000\u200b＝1', 'x;\u0000\u200bʼ＝1'],
    ['x;ʼ=1', 'x;ʼʼ=1'],
    ['=1;=2', "'=1;ʼ=2"],
  ])('%j is written %j, and read as it was', (text, written) => {
    expect(withoutFormula(text)).toBe(written)
    expect(withFormula(written)).toBe(text)
  })

  const SEPARATORS = [',', ';', '\t', '|']
  const piece = fc.constantFrom(
    ...[',', ';', '\t', '|', '\n', '\r', '\r\n', ' ', '"', "'", 'ʼ', '\u0000', '\u00a0', '\ufeff'],
    ...['=', '+', '-', '@', '＝', '－', 'x', '1', 'cmd', '\\'],
  )
  const cell = fc.array(piece, { maxLength: 12 }).map((pieces) => pieces.join(''))
  const table = fc.array(fc.array(cell, { minLength: 1, maxLength: 4 }), { maxLength: 4 })

  it('begins no cell with a formula, whichever separator splits the file, and whether quotes count', () => {
    fc.assert(
      fc.property(table, fc.constantFrom(',', '\t'), (rows, delimiter) => {
        const text = csvText(rows, delimiter)
        for (const separator of SEPARATORS) {
          const cells = [...cellsOf(text, separator), ...text.split(separator)]
          const lines = cells.flatMap((each) => each.split(/[\r\n]/))
          expect([...cells, ...lines].filter(isFormula)).toEqual([])
        }
      }),
      { numRuns: 2_000 },
    )
  })

  it('is read as it was written', () => {
    const columns = fc.array(cell, { minLength: 2, maxLength: 4 })
    fc.assert(
      fc.property(
        columns,
        fc.constantFrom(['a.csv', ','], ['a.tsv', '\t']),
        (cells, [path, by]) => {
          const named = cells.map((_, at) => `column_${at}`)
          const rows = [named, ['x', ...cells.slice(1)], ['y', ...cells.slice(1)]]
          const { rows: read } = readTable(textFile(path, csvText(rows, by)))
          expect(read.map((row) => row.cells)).toEqual(rows.slice(1))
        },
      ),
      { numRuns: 1_000 },
    )
  })

  it('is the same JSON for whoever reads it, without anything put before', () => {
    const value = { '-a': ['=1', 'x;=1', ' @x', 'a, -b', '"=1', 'ʼ;ʼ=1', 5], b: '+', c: 'a\n=1' }
    expect(withoutFormula(jsonCell(value))).toBe(jsonCell(value))
    expect(JSON.parse(jsonCell(value))).toEqual(value)
    fc.assert(
      fc.property(fc.dictionary(cell, fc.array(cell)), (any) => {
        expect(withoutFormula(jsonCell(any))).toBe(jsonCell(any))
        expect(JSON.parse(jsonCell(any))).toEqual(any)
      }),
    )
  })
})

/**
 * As spreadsheets do: a quote counts at a cell's beginning, and what follows its end belongs to the
 * cell.
 */
function cellsOf(text: string, separator: string): string[] {
  const cells: string[] = []
  for (let at = 0; at <= text.length; at++) {
    let cell = ''
    if (text[at] === '"') {
      for (at++; at < text.length; at++) {
        if (text[at] === '"' && text[at + 1] !== '"') break
        if (text[at] === '"') at++
        cell += text[at]
      }
      at++
    }
    while (at < text.length && text[at] !== separator && !/[\r\n]/.test(text.charAt(at))) {
      cell += text.charAt(at++)
    }
    cells.push(cell)
  }
  return cells
}

const isFormula = (cell: string): boolean => /^[\s"\p{Cc}\p{Cf}]*[=+\-@＝＋－＠]/u.test(cell)
