import { readFile } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import { inSmall, terminalInFolder } from '../../../../test/unit/hosts/cli/terminal-in-folder'

const { pegboard, importSmall, at } = terminalInFolder()

interface Measured {
  runs: { recipe: string; options: Record<string, unknown> }[]
  checks: { recipe: string }[]
}

describe('pegboard eval --providers', () => {
  it('says whether a provider’s own search would do, and what each rests on', async () => {
    await importSmall()
    const { out, code } = await pegboard(
      ...['eval', '--golden', 'asked', '--recipe', 'hybrid', '--providers', '-k', '3'],
      ...inSmall,
    )
    expect(code).toBe(0)
    expect(out).toMatch(
      /^(None of them would do|.+ (may do as well as|would do better than) hybrid)/m,
    )
    expect(out).toMatch(/^ {2}anthropic-bm25: [\d.]+ % of the right tools, hybrid [\d.]+ %: /m)
    expect(out).toMatch(/^ {2}Codex: as described on https:\/\/github\.com\/openai\/codex/m)
    expect(out).toContain('No tool is of a server, so each is searched as a server of its own.')
    expect((await pegboard('report', '--out', 'report.html', ...inSmall)).code).toBe(0)
    const report = await readFile(at('report.html'), 'utf8')
    expect(report).toContain('Would a provider’s own search do?')
    expect(report).toMatch(/anthropic-bm25[\s\S]*codex-tool-search/)
  })

  it('asks nothing of providers’ searches but to be measured: neither options nor checks', async () => {
    await importSmall()
    const asked = ['eval', '--golden', 'asked', '--recipe', 'bm25', '--providers', '-k', '3']
    const { out, code } = await pegboard(
      ...[...asked, '--option', 'k1=0.5', '--gate', 'Recall@3>=0', '--json'],
      ...inSmall,
    )
    expect(code).toBe(0)
    const { runs, checks } = JSON.parse(out) as Measured
    expect(checks.map(({ recipe }) => recipe)).toEqual(['bm25'])
    expect(runs.find(({ recipe }) => recipe === 'bm25')?.options['k1']).toBe(0.5)
    expect(runs.find(({ recipe }) => recipe === 'anthropic-bm25')?.options['k1']).not.toBe(0.5)
    const only = await pegboard(...asked, '--option', 'limit=20', ...inSmall)
    expect(only).toMatchObject({ code: 2 })
    expect(only.err).toContain('There is no option “limit”.')
  })

  it('checks a provider’s search that is named, and none that is measured beside it', async () => {
    await importSmall()
    const named = ['eval', '--golden', 'asked', '--recipe', 'codex-tool-search', '--providers']
    const { out } = await pegboard(
      ...[...named, '-k', '3', '--gate', 'Recall@3>=0', '--json'],
      ...inSmall,
    )
    const { runs, checks } = JSON.parse(out) as Measured
    expect(runs.length).toBe(7)
    expect(checks.map(({ recipe }) => recipe)).toEqual(['codex-tool-search'])
  })
})
