import { writeFile } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { NothingFits, SameSize } from '../../../../src-main/domain/run/run'
import { inSmall, terminalInFolder } from './terminal-in-folder'

const { pegboard, importSmall, at } = terminalInFolder()

const OWN = ['--recipe', 'hybrid', '--option', 'size=adaptive']

describe('pegboard with a recipe that decides how many tools there are', () => {
  it('says that no tool fits, and why', async () => {
    await importSmall()
    const { code, out } = await pegboard('query', 'translate my poem', ...inSmall, ...OWN)
    expect(code).toBe(0)
    expect(out).toContain('0 tools')
    expect(out).toMatch(/No tool fits\. .*that Pegboard was developed with/)
  })

  it('names a run after it, and prints misses and false activations beside the same size for all', async () => {
    await importSmall()
    const negatives = [{ id: 'n', text: 'translate my poem', tools: [] }]
    await writeFile(at('none.json'), JSON.stringify({ name: 'none', queries: negatives }))
    await pegboard('import-golden', 'none.json', ...inSmall)
    const { out } = await pegboard('eval', ...inSmall, '--golden', 'asked', ...OWN)
    expect(out).toMatch(/measure +hybrid, adaptive k/)
    expect(out).toMatch(
      /hybrid, adaptive k: with its size fixed at the same \d\.\d\d tools on average/,
    )
    expect(out).toMatch(/ {2}TRACC 0\.\d{3}; adaptive k [+−]?\d\.\d{3} \[/)
    expect(out).toMatch(
      /misses: of 4 queries that some tool fits \d got none; false activations: of 1 golden queries that name no tool 0 got some, and of 4 queries whose right tools were left out \d did\. Its threshold is the one that ships/,
    )
  })

  it('has the same as an object', async () => {
    await importSmall()
    const { out } = await pegboard('eval', ...inSmall, '--golden', 'asked', ...OWN, '--json')
    const Told = z.object({
      runs: z.array(
        z.object({ size: z.literal('adaptive'), nothingFits: NothingFits, sameSize: SameSize }),
      ),
    })
    expect(Told.parse(JSON.parse(out)).runs[0]?.nothingFits.negative).toEqual({
      queries: 0,
      wrong: 0,
    })
  })
})
