import { describe, expect, it } from 'vitest'
import { inSmall, terminalInFolder } from './terminal-in-folder'

const { pegboard, importSmall } = terminalInFolder()
const repeat = (...args: string[]) =>
  pegboard('replicas', 'run', ...args, '--golden', 'asked', ...inSmall)

describe('pegboard replicas', () => {
  it('lists what can be repeated, and says how it was measured and what differs', async () => {
    const { out } = await pegboard('replicas')
    expect(out).toMatch(/^toolsee +multi +ToolSEE: tool correctness/m)
    expect((await pegboard('replicas', 'list', '--json')).out).toContain('"toolshed-grid"')
    const shown = await pegboard('replicas', 'show', 'toolsee')
    expect(shown.out).toContain('How it is measured:\n- Each query gets five more tools')
    expect(shown.out).toContain('What differs:\n- The paper does not name its embedder')
    expect((await pegboard('replicas', 'show', 'magic')).err).toContain('There are: toolshed,')
  })

  it('repeats one on a golden set, says what does not fit, and prints published beside ours', async () => {
    await importSmall()
    const run = await repeat('toolsee', '--table', 'multi')
    expect(run.code).toBe(0)
    expect(run.err).toContain('Made for a catalog of 199 tools; this one has 5.')
    expect(run.out).toMatch(/^toolsee, preset=paper +all +measured/m)
    expect(run.out).toMatch(
      /^ToolCorrectness@n\+5 +0\.883 +ToolSEE +[01]\.\d{3} \[[^\]]+\] +toolsee, preset=paper$/m,
    )
  })

  it('goes on with what it began, and tells all of it as JSON', async () => {
    await importSmall()
    await repeat('toolsee', '--table', 'multi')
    const again = await repeat('toolsee', '--table', 'multi', '--json')
    const { experiment, figures, warnings } = JSON.parse(again.out) as {
      experiment: { id: string; repeats: object }
      figures: { figure: { value: number }; mean: number; run: string }[]
      warnings: string[]
    }
    expect(experiment.repeats).toEqual({ replica: 'toolsee', table: 'multi' })
    expect(figures[0]).toMatchObject({
      figure: { value: 0.8833 },
      run: expect.any(String) as string,
    })
    expect(warnings).toHaveLength(2)
    const list = await pegboard('experiments', 'list', '--json', ...inSmall)
    const kept = JSON.parse(list.out) as { experiments: unknown[] }
    expect(kept.experiments, 'the second time goes on with the first').toHaveLength(1)
  })

  it('asks which table is meant where the golden set tells nothing', async () => {
    await importSmall()
    const run = await repeat('toolsee')
    expect(run.code).toBe(2)
    expect(run.err).toContain('Say which to repeat all the same, with --table: multi, single.')
    expect((await repeat('toolsee', '--table', 'gone')).err).toContain('Choose one of: multi')
    const gone = await pegboard('replicas', 'run', 'toolsee', '--golden', 'gone', ...inSmall)
    expect(gone.err).toContain('There is no golden set “gone”.')
  })
})
