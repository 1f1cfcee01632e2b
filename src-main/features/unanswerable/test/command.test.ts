import { describe, expect, it } from 'vitest'
import { inSmall, terminalInFolder } from '../../../../test/unit/hosts/cli/terminal-in-folder'

const { pegboard, importSmall } = terminalInFolder()
const ON_ASKED = ['--golden', 'asked', ...inSmall]

describe('pegboard eval', () => {
  it('says under a heading of its own how it does where no tool fits', async () => {
    await importSmall()
    const plain = await pegboard('eval', ...ON_ASKED, '--recipe', 'bm25', '--k', '1')
    expect(plain.out).toContain('Every golden query names a tool')
    expect(plain.out).toContain('--left-out')
    const left = ['--recipe', 'bm25', '--k', '1', '--left-out']
    const { out } = await pegboard('eval', ...ON_ASKED, ...left)
    expect(out).toMatch(
      /Requests that no tool answers \(not part of any mean\):\nbm25: misses 1 of 4 \(25\.0 %\); false activations \d of 4 \(\d+\.\d %\) of those whose right tools were left out\.\n {2}Left out: How well bm25’s best tool matches .* \(AUROC \d?\.\d\d \[/,
    )
    const json = await pegboard('eval', ...ON_ASKED, ...left, '--json')
    expect(JSON.parse(json.out)).toMatchObject({
      confidence: [{ fitting: { queries: 4, wrong: 1 }, leftOut: { queries: 4 } }],
    })
  })
})
