import { readFile } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import { inSmall, terminalInFolder } from '../../../../test/unit/hosts/cli/terminal-in-folder'

const { pegboard, importSmall, at } = terminalInFolder()

/** Measures two recipes, the second better. */
async function measureTwo(): Promise<void> {
  await importSmall()
  for (const recipe of ['bm25', 'dense']) {
    const asked = ['--golden', 'asked', '--recipe', recipe, '--k', '1,2']
    await pegboard('eval', ...inSmall, ...asked)
  }
}

describe('pegboard report', () => {
  const report = (...args: string[]) =>
    pegboard('report', ...inSmall, '--out', 'out/report.html', ...args)

  it('writes one file about the newest runs, or those named', async () => {
    await measureTwo()
    const { code, err } = await report()
    expect(code).toBe(0)
    expect(err).toContain(`Wrote ${at('out/report.html')}`)
    const page = await readFile(at('out/report.html'), 'utf8')
    expect(page).toMatch(/^<!doctype html>/)
    expect(page).toContain('What changed: dense beside bm25')
    expect(page).toContain('<h2 id="decision">')
    expect((await report('1', '--k', '2')).code).toBe(0)
    expect(await readFile(at('out/report.html'), 'utf8')).toContain('Measures at k = 2')
  })

  it('leaves the file of before as it was where it cannot be written', async () => {
    await measureTwo()
    await report()
    const before = await readFile(at('out/report.html'), 'utf8')
    expect(await report('--k', '9')).toMatchObject({
      code: 2,
      err: expect.stringContaining('k = 9') as string,
    })
    expect(await readFile(at('out/report.html'), 'utf8')).toBe(before)
    const onFolder = await pegboard('report', ...inSmall, '--out', '.')
    expect(onFolder).toMatchObject({ code: 1, err: expect.stringContaining('folder') as string })
  })

  it('needs to know where to write, and something to write about', async () => {
    await importSmall()
    expect((await pegboard('report', ...inSmall)).code).toBe(2)
    expect(await report()).toMatchObject({
      code: 1,
      err: expect.stringContaining('Nothing is measured') as string,
    })
  })
})
