import { describe, expect, it } from 'vitest'
import { inSmall, terminalInFolder } from './terminal-in-folder'

const { pegboard, importSmall } = terminalInFolder()

describe('pegboard tiers', () => {
  it('shows recall by tier, of which one can be compared alone', async () => {
    await importSmall()
    await pegboard(
      ...['eval', '--golden', 'asked', '--recipe', 'bm25', '--recipe', 'hybrid', '-k', '1,3'],
      ...inSmall,
    )
    const { out } = await pegboard('tiers', ...inSmall, '-k', '1')
    expect(out).toMatch(/^tier +queries +by hand +bm25 +hybrid +it$/m)
    expect(out).toMatch(/^Compound +1 .*asks for several things, or needs several tools$/m)
    const compared = await pegboard('compare', '2:compound', '1:compound', ...inSmall)
    expect(compared.code).toBe(0)
    expect(compared.out).toContain('1 query')
    const failed = await pegboard('failures', '1:other-language', ...inSmall)
    expect(failed.code).not.toBe(0)
    expect(failed.err).toContain('No query of this run is not in English.')
  })

  it('makes vaguer versions of a golden set', async () => {
    await importSmall()
    const { out, code } = await pegboard('golden', 'vaguer', 'asked', ...inSmall)
    expect(code).toBe(0)
    expect(out).toMatch(/^\d vaguer queries are in “asked, vaguer”, marked as made by rule; \d /)
  })
})
