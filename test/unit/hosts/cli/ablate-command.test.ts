import { describe, expect, it } from 'vitest'
import { resultsIn } from '../../../../src-main/hosts/cli/commands/ablate'
import { run } from '../../../fixtures/workspace/content'
import { inSmall, terminalInFolder } from './terminal-in-folder'

const { pegboard, importSmall } = terminalInFolder()

interface Printed {
  run: string
  measure: string
  results: { id: string; label: string; difference: { mean: number } }[]
  findings: string[]
}

describe('what an ablation measured', () => {
  const part = { label: 'BM25 b: 0', options: { b: 0 }, changed: ['b'], embedsAnew: false }
  const wanted = { options: {}, defaults: { b: 0.75 }, parts: [part] }
  const whole = { ...run('whole'), options: { b: 0.75 } }
  const reused = { ...run('part'), options: { b: 0 } }

  it('is told by its options, whatever a run of before is called', () => {
    expect(resultsIn({ runs: [reused, whole], failed: [] }, wanted)).toEqual({
      whole,
      parts: [{ label: 'BM25 b: 0', run: reused }],
    })
  })

  it('is nothing without the whole recipe, though a part could be measured', () => {
    const problem = { code: 'unavailable' as const, message: 'The model is gone.' }
    const failed = [{ recipe: 'bm25', options: { b: 0.75 }, problem }]
    expect(() => resultsIn({ runs: [reused], failed }, wanted)).toThrow(
      'The whole recipe could not be measured. The model is gone.',
    )
  })
})

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

  it('refuses a cut-off that was not measured, and says what it needs', async () => {
    await importSmall()
    expect(await pegboard('ablate', ...inSmall)).toMatchObject({
      code: 2,
      err: expect.stringContaining('Name a run, or a golden set') as string,
    })
    const chosen = ['--golden', 'asked', '--recipe', 'bm25', '--k', '1,3', '--at', '2']
    const { code, err } = await pegboard('ablate', ...inSmall, ...chosen)
    expect(code).toBe(2)
    expect(err).toContain('The run holds no Recall@2')
  })
})
