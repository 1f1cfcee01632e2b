import { expect, test } from 'vitest'
import type { ReportRow } from '../../../../src-main/domain/catalog/import'
import { entriesOf } from '../../../../src-main/domain/catalog/report-entries'
import { reportGroups } from '../../../../src-renderer/views/import/report-groups'

const row = (outcome: ReportRow['outcome'], why: string, where: string): ReportRow => ({
  outcome,
  why,
  where,
})
const report = [
  row('notice', 'It began with a byte-order mark.', 'a.json'),
  row('altered', 'A space in the name.', 'a.json: tool 2'),
  row('altered', 'A space in the name.', 'a.json: tool 7'),
  row('skipped', 'No name.', 'a.json: tool 3'),
]

test('rows are grouped by reason, what was skipped first', () => {
  expect(reportGroups(report).map(({ outcome, named }) => [outcome, named.length])).toEqual([
    ['skipped', 1],
    ['altered', 2],
    ['notice', 1],
  ])
})

test('a search narrows down to the rows that hold it', () => {
  const groups = reportGroups(report, 'TOOL 7')
  expect(groups.map(({ named }) => named.map(({ where }) => where))).toEqual([['a.json: tool 7']])
})

test('a row that stands for many entries counts as many', () => {
  const further = { ...row('altered', 'A space in the name.', '40 further entries'), entries: 40 }
  const [, altered] = reportGroups([...report, further])
  expect(altered).toMatchObject({ why: 'A space in the name.', entries: 42 })
  expect(entriesOf([...report, further])).toBe(44)
})

test('a row that names the first of its entries is searched by them', () => {
  const first = [{ where: 'a.json: tool 8', entry: 'a b' }, { where: 'a.json: tool 9' }]
  const folded = { ...row('notice', 'An odd name.', 'a.json: tool 8'), entries: 30, first }
  expect(reportGroups([folded])).toMatchObject([{ named: first, further: 28, entries: 30 }])
  expect(reportGroups([folded], 'odd name')).toMatchObject([{ further: 28, entries: 30 }])
  expect(reportGroups([folded], 'a b')).toMatchObject([
    { named: [{ entry: 'a b' }], further: 0, entries: 1 },
  ])
})
