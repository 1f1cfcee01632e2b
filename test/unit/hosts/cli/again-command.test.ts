import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { inSmall, terminalInFolder } from './terminal-in-folder'

const { pegboard, importSmall } = terminalInFolder()

const measured = async () => {
  await importSmall()
  await pegboard('eval', ...inSmall, '--golden', 'asked', '--recipe', 'bm25', '--k', '1')
}
const edit = () =>
  pegboard('tools', 'edit', 'convert_currency', ...inSmall, '--description', 'How many euros.')

const Runs = z.object({
  runs: z.array(z.object({ measures: z.record(z.string(), z.object({ mean: z.number() })) })),
})

describe('pegboard again', () => {
  it('measures nothing where all was measured on what is in use now', async () => {
    await measured()
    expect((await pegboard('runs', ...inSmall)).out).not.toContain('measured before')
    expect((await pegboard('again', ...inSmall)).out).toContain('on what is in use now')
    expect((await pegboard('advise', ...inSmall)).out).not.toContain('in use now')
  })

  it('measures on the catalog of now what was measured before an edit', async () => {
    await measured()
    expect((await edit()).code).toBe(0)
    expect((await pegboard('runs', ...inSmall)).out).toMatch(/measured before 1 edit\b/)
    expect((await pegboard('advise', ...inSmall)).out).toContain(
      'Not of what is in use now: bm25: measured before 1 edit.',
    )
    for (const command of [
      ['failures', '1'],
      ['report', '--out', 'report.html'],
    ]) {
      const { code, err } = await pegboard(...command, ...inSmall)
      expect([command, code, err]).toEqual([
        command,
        0,
        expect.stringContaining('measured before 1 edit. Measure again: pegboard again'),
      ])
    }
    const { out } = await pegboard('again', ...inSmall, '--json')
    const { runs } = Runs.parse(JSON.parse(out))
    expect(runs[0]?.measures['Recall@1']?.mean).toBeCloseTo(3.5 / 4)
    expect((await pegboard('advise', ...inSmall)).out).not.toContain('in use now')
  })
})
