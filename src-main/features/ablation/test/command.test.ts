import { describe, expect, it } from 'vitest'
import { inSmall, terminalInFolder } from '../../../../test/unit/hosts/cli/terminal-in-folder'

const { pegboard, importSmall } = terminalInFolder()

interface Printed {
  run: string
  measure: string
  results: { id: string; label: string; difference: { mean: number } }[]
  findings: string[]
}

describe('ablate', () => {
  it('measures a recipe without each of its parts and says what matters', async () => {
    await importSmall()
    const chosen = ['--golden', 'asked', '--recipe', 'bm25', '--k', '1,3', '--at', '1']
    const { code, out } = await pegboard('ablate', ...inSmall, ...chosen)
    expect(code).toBe(0)
    expect(out).toContain('bm25 on “asked”: Recall@1 of 4 queries, in points')
    expect(out).toMatch(/without description\s+−\d+\.\d \[/)
    expect(out).toMatch(/BM25 b: 0\s+0\.0 \[0\.0, 0\.0\] \(99\.6 %\)\s+no difference/)
    expect(out).toContain('No part clearly matters to Recall@1 on these queries.')
    const runs = await pegboard('runs', ...inSmall)
    expect(runs.out.match(/bm25/g)?.length).toBeGreaterThan(8)
  })

  it('takes a run apart, and what was measured before is not measured again', async () => {
    await importSmall()
    const asked = [
      'eval',
      ...inSmall,
      '--golden',
      'asked',
      '--recipe',
      'bm25',
      '--k',
      '1,3',
      '--json',
    ]
    const run = (JSON.parse((await pegboard(...asked)).out) as { runs: { id: string }[] }).runs[0]
      ?.id
    const first = JSON.parse(
      (await pegboard('ablate', run ?? '', ...inSmall, '--json')).out,
    ) as Printed
    expect(first).toMatchObject({ run, measure: 'Recall@1' })
    const again = JSON.parse(
      (await pegboard('ablate', run ?? '', ...inSmall, '--json')).out,
    ) as Printed
    expect(again.results.map(({ id }) => id)).toEqual(first.results.map(({ id }) => id))
    expect(again.findings).toEqual(first.findings)
  })

  it('refuses a k that the run holds no sets of, and says what it needs', async () => {
    await importSmall()
    expect(await pegboard('ablate', ...inSmall)).toMatchObject({
      code: 2,
      err: expect.stringContaining('Name a run, or a golden set') as string,
    })
    const chosen = ['--golden', 'asked', '--recipe', 'bm25', '--k', '1,3', '--at', '400']
    const { code, err } = await pegboard('ablate', ...inSmall, ...chosen)
    expect(code).toBe(2)
    expect(err).toContain('The run holds no Recall@400')
  })

  it('compares at a k between those that were measured', async () => {
    await importSmall()
    const chosen = ['--golden', 'asked', '--recipe', 'bm25', '--k', '1,3', '--at', '2', '--json']
    const printed = JSON.parse((await pegboard('ablate', ...inSmall, ...chosen)).out) as Printed
    expect(printed.measure).toBe('Recall@2')
    expect(printed.results).not.toHaveLength(0)
  })

  it('says that a recipe has no part to leave out', async () => {
    await importSmall()
    const chosen = ['--golden', 'asked', '--recipe', 'openai-tool-search']
    const { code, out } = await pegboard('ablate', ...inSmall, ...chosen)
    expect({ code, out }).toEqual({
      code: 0,
      out: 'This recipe has no part that its options can leave out.\n',
    })
  })

  it('measures on a test set once it is said why', async () => {
    await importSmall()
    await pegboard('golden', 'use', 'asked', 'test', ...inSmall)
    const chosen = ['--golden', 'asked', '--recipe', 'dense', '--k', '1']
    const refused = await pegboard('ablate', ...inSmall, ...chosen)
    expect(refused.code).toBe(1)
    expect(refused.err).toContain('is a test set, which is locked')
    const { code } = await pegboard('ablate', ...inSmall, ...chosen, '--why', 'to see')
    expect(code).toBe(0)
  })
})
