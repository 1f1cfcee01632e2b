import { expect, it } from 'vitest'
import { importReport } from '../../../../src-main/importing/catalog/report'
import { filesOfRows, rowsOf } from '../../../../src-main/importing/catalog/rows'
import { isObject } from '../../../../src-main/importing/reading/parse-json'
import type { JsonValue } from '../../../../src-main/domain/tool/tool'
import { textFile } from '../../../fixtures/importing/files'

const asQuery = (value: JsonValue) =>
  isObject(value) && typeof value.query === 'string' ? value.query : undefined

/** A file of JSON Lines: so many queries, then so many tools, then so many queries again. */
const fileOf = ({ queries = 0, tools = 0, more = 0 }) =>
  textFile(
    'rows.jsonl',
    [
      ...Array.from({ length: queries }, (_, at) => ({ query: `first ${at}` })),
      ...Array.from({ length: tools }, (_, at) => ({ tool: `tool ${at}` })),
      ...Array.from({ length: more }, (_, at) => ({ query: `later ${at}` })),
    ]
      .map((row) => JSON.stringify(row))
      .join('\n'),
  )

it.each([
  { queries: 11, tools: 9, isOfQueries: true },
  { queries: 10, tools: 10, isOfQueries: false },
  // Of the first twenty more than half are queries: what comes later does not count.
  { queries: 11, tools: 90, isOfQueries: true },
  { queries: 0, tools: 20, more: 90, isOfQueries: false },
])('is of a kind where most of its first twenty rows are: %o', ({ isOfQueries, ...rows }) => {
  expect(filesOfRows([fileOf(rows)], asQuery)).toHaveLength(isOfQueries ? 1 : 0)
})

it('later rows of another kind are left out and named, and those after them are read', () => {
  const [file] = filesOfRows([fileOf({ queries: 25, tools: 2, more: 3 })], asQuery)
  if (!file) throw new Error('It is a file of queries')
  const report = importReport()
  const rows = rowsOf(file, report)
  expect(rows.map(({ number }) => number)).toEqual([
    ...Array.from({ length: 25 }, (_, at) => at + 1),
    28,
    29,
    30,
  ])
  expect(rows.at(20)).toMatchObject({ value: 'first 20' })
  expect(rows.at(-1)).toMatchObject({ value: 'later 2' })
  const why = expect.stringContaining('2 entries (rows.jsonl, line 26, rows.jsonl, line 27)')
  expect(report.rows()).toMatchObject([{ outcome: 'skipped', why }])
})
