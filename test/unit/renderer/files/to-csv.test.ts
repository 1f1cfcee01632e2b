import { expect, test } from 'vitest'
import type { TableData } from '../../../../src-renderer/files/table-data'
import { toCsv } from '../../../../src-renderer/files/to-csv'

const table = (rows: TableData['rows']): TableData => ({
  columns: [{ title: 'query' }, { title: 'Recall@5', format: (value) => value.toFixed(3) }],
  rows,
})
const lines = (csv: string) => csv.split('\r\n').slice(1, -1)

test('text that a spreadsheet would run as a formula is made inert', () => {
  const texts = ['=1+1', '+1', '-1', '@SUM(A1)', '\tx', '\rx', '\n=1', '＝1', "'=1"]
  const cells = lines(toCsv(table(texts.map((text) => [text, 1])))).map((line) =>
    line.replace(/^"/, ''),
  )
  expect(cells.every((cell) => cell.startsWith("'"))).toBe(true)
})

test('a negative number stays a number', () => {
  expect(lines(toCsv(table([['x', -0.25]])))).toEqual(['x,-0.25'])
})

test('cells with commas, quotes and line breaks are quoted, quotes doubled', () => {
  expect(toCsv(table([['mail "Ann", then\nme', 1]]))).toContain('"mail ""Ann"", then\nme",1')
})

test('a missing value is an empty cell', () => {
  expect(lines(toCsv(table([['x', null]])))).toEqual(['x,'])
})

test('files hold numbers in full, however they are shown', () => {
  expect(lines(toCsv(table([['x', 0.123456789]])))).toEqual(['x,0.123456789'])
})
