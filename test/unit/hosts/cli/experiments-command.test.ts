import { describe, expect, it } from 'vitest'
import { experimentsText } from '../../../../src-main/hosts/cli/experiment-text'
import { inSmall, terminalInFolder } from './terminal-in-folder'

const { pegboard, importSmall } = terminalInFolder()
const experiments = (...args: string[]) => pegboard('experiments', ...args, ...inSmall)
const save = (name: string, ...args: string[]) =>
  experiments(
    ...['save', name, '--golden', 'asked', '--recipe', 'bm25', '--recipe', 'dense'],
    ...['--k', '1,2', '--sizes', '2,all', ...args],
  )

describe('pegboard experiments', () => {
  it('saves what is to be measured, measures it, and shows what is measured', async () => {
    await importSmall()
    expect((await experiments()).out).toContain('No experiment is saved.')
    const saved = await save('how many', '--note', 'For the release.')
    expect(saved.out).toContain('Saved: 0 of 4 measured. Go on with: pegboard experiments run')
    expect((await experiments()).out).toMatch(/^how many +asked +0 of 4 +\S+ +For the release\.$/m)
    const run = await experiments('run', 'how many')
    expect(run.code).toBe(0)
    expect(run.out).toMatch(/^bm25 +2 +1 +measured +[01]\.\d{3} +[01]\.\d{3} +\w{8}$/m)
    expect(run.out).toMatch(/^dense +all +measured/m)
    expect((await experiments('list')).out).toMatch(/^how many +asked +4 of 4/m)
  })

  it('lists what measurements share, where any do', () => {
    const row = { id: 'x', goldenSet: 'asked', savedAt: '2026-11-22T10:00:00Z', failed: 0 }
    const apart = { ...row, name: 'apart', cells: 4, measured: 4 }
    expect(experimentsText([apart])).not.toContain('shared')
    const listed = experimentsText([apart, { ...apart, name: 'alike', shared: 1200 }])
    expect(listed).toMatch(/^experiment +golden set +measured +shared +saved/)
    expect(listed).toMatch(/^alike +asked +4 of 4 +1,200 stage runs +2026-11-22/m)
  })

  it('tells all of one as JSON', async () => {
    await importSmall()
    await save('how many')
    await experiments('run', 'how many')
    const shown = await experiments('show', 'how many', '--json')
    expect(JSON.parse(shown.out)).toMatchObject({
      name: 'how many',
      goldenSet: 'asked',
      cells: Array(4).fill({ state: 'measured' }),
    })
  })

  it('renames, copies and deletes', async () => {
    await importSmall()
    await save('how many')
    const renamed = await experiments('rename', 'how many', '--to', 'sizes', '--note', 'Soon.')
    expect(renamed.out).toMatch(/^“sizes”: Soon\.\nTo take it back: pegboard undo [0-9a-f]{8}\n$/)
    expect((await experiments('duplicate', 'sizes', 'copy')).code).toBe(0)
    expect((await experiments('list', '--json')).out).toContain('"copy"')
    expect((await experiments('delete', 'sizes', 'copy')).out).toContain('2 experiments deleted.')
    const gone = await experiments('run', 'sizes')
    expect(gone.code).toBe(1)
    expect(gone.err).toContain('There is no experiment “sizes”.')
  })

  it('fails where something cannot be measured, and says why', async () => {
    await importSmall()
    await save('remote', '--embedder', 'ollama:gone', '--ollama', 'http://127.0.0.1:9')
    const run = await experiments('run', 'remote', '--ollama', 'http://127.0.0.1:9')
    expect(run.code).toBe(1)
    expect(run.out).toMatch(/^dense +2 +1 +failed/m)
    expect(run.out).toMatch(/^bm25 +2 +1 +measured/m)
    expect(run.err).toContain('2 of 4 measurements failed.')
  })

  it('refuses a name that is taken', async () => {
    await importSmall()
    await save('how many')
    expect(await save('how many')).toMatchObject({ code: 1 })
  })
})
