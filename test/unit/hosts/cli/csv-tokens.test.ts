import { expect, it } from 'vitest'
import { columnsCsv } from '../../../../src-main/contract/columns/column'
import { MEASURED_COLUMNS, measuredRows } from '../../../../src-main/contract/columns/measures'
import { sweepCsv } from '../../../../src-main/hosts/cli/commands/sweep'
import { sampleRun } from '../../renderer/evaluation/sample-runs'

const counted = sampleRun()
const estimated = sampleRun({ tokensEstimated: true })
const nameOf = ({ recipe }: { recipe: string }) => recipe

it.each([
  [
    'of a comparison',
    (run: typeof counted) => columnsCsv(MEASURED_COLUMNS, measuredRows({ run, label: 'BM25' })),
  ],
  [
    'of a sweep',
    (run: typeof counted) =>
      sweepCsv({
        goldenSet: 'golden',
        runs: [run],
        reused: [],
        failed: [],
        varied: [],
        nameOf,
      }),
  ],
])('the table %s says of each row whether its tokens are about as many', (_, csvOf) => {
  const linesOf = (run: typeof counted) => csvOf(run).trimEnd().split('\r\n')
  const [header, ...rows] = linesOf(counted)
  expect(header).toMatch(/,tokenizer$/)
  expect(rows.length).toBeGreaterThan(1)
  for (const row of rows) expect(row).toMatch(/,o200k_base$/)
  for (const row of linesOf(estimated).slice(1)) expect(row).toMatch(/,"?o200k_base, about"?$/)
})
