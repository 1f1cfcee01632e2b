import { describe, expect, it } from 'vitest'
import type { ReportRow } from '../../../../src-main/domain/catalog/import'
import { importReport } from '../../../../src-main/importing/catalog/report'

const rowsOf = (rows: Partial<ReportRow>[]): ReportRow[] => {
  const report = importReport()
  for (const row of rows)
    report.add({ outcome: 'skipped', where: 'a.json', why: 'No name', ...row })
  return report.rows()
}
const times = (count: number, row: (at: number) => Partial<ReportRow>) =>
  Array.from({ length: count }, (_, at) => row(at))
const entriesIn = (rows: ReportRow[]) => rows.reduce((sum, { entries = 1 }) => sum + entries, 0)

describe('the report of an import', () => {
  it('says once what holds for many entries, with their count and the first of them', () => {
    const rows = rowsOf(
      times(20_000, (at) => ({ where: `a.json, entry ${at}`, entry: `t${at}`, fix: 'Name it.' })),
    )
    expect(rows).toEqual([
      {
        outcome: 'skipped',
        where: 'a.json, entry 0',
        entry: 't0',
        why: 'No name',
        fix: 'Name it.',
        entries: 20_000,
        first: times(500, (at) => ({ where: `a.json, entry ${at}`, entry: `t${at}` })),
      },
    ])
  })

  it('keeps apart what has another reason, outcome or fix', () => {
    const apart = [{}, { why: 'No text' }, { outcome: 'notice' as const }, { fix: 'Name it.' }]
    expect(rowsOf(apart)).toHaveLength(4)
    expect(rowsOf(apart).some((row) => 'first' in row || 'entries' in row)).toBe(false)
  })

  it('counts what a row from another report stands for', () => {
    const [row] = rowsOf([
      { entries: 7, first: [{ where: 'a.json, entry 1' }, { where: 'a.json, entry 2' }] },
      { where: 'b.json' },
    ])
    expect(row).toMatchObject({
      entries: 8,
      first: [{ where: 'a.json, entry 1' }, { where: 'a.json, entry 2' }, { where: 'b.json' }],
    })
  })

  it('takes reasons that differ by a name or number for one kind', () => {
    const rows = rowsOf(
      times(1_000, (at) => ({ why: `No tool is called "t${at}" in line ${at}: label removed` })),
    )
    expect(rows.at(-1)).toMatchObject({
      why: 'No tool is called … in line …: label removed',
      entries: 500,
    })
  })

  it('counts every entry, however many kinds there are', () => {
    const word = (at: number) =>
      at.toString(26).replace(/\d/g, (digit) => 'qrstuvwxyz'[+digit] ?? '')
    const rows = rowsOf(times(30_000, (at) => ({ why: `Reason ${word(at % 3_000)}` })))
    expect(rows.length).toBeLessThan(2_200)
    expect(entriesIn(rows)).toBe(30_000)
    expect(rows.at(-1)).toMatchObject({ why: 'For other reasons' })
  })

  it('shortens a name of a megabyte', () => {
    const [row] = rowsOf([{ entry: 'n'.repeat(1_000_000), why: `No “${'n'.repeat(1_000_000)}”` }])
    expect(JSON.stringify(row).length).toBeLessThan(2_000)
  })

  it('keeps notices from crowding out what was skipped', () => {
    const rows = rowsOf([...times(9_000, (at) => ({ outcome: 'notice', why: `Odd ${at}` })), {}])
    expect(rows.filter(({ outcome }) => outcome === 'notice')).toHaveLength(51)
    expect(rows.filter(({ outcome }) => outcome === 'skipped')).toHaveLength(1)
  })
})
