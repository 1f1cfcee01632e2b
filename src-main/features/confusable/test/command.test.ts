import { describe, expect, it } from 'vitest'
import { inSmall, terminalInFolder } from '../../../../test/unit/hosts/cli/terminal-in-folder'

const { pegboard, importSmall } = terminalInFolder()
const confusable = (...args: string[]) => pegboard('confusable', ...args, ...inSmall)

describe('pegboard confusable', () => {
  it('goes by what the tools say where there is no run', async () => {
    await importSmall()
    const { code, out } = await confusable()
    expect(code).toBe(0)
    expect(out).toContain('By similarity of the tools’ texts')
  })

  it('says what to do where no run of the recipe named is kept', async () => {
    await importSmall()
    const { code, err } = await confusable('--recipe', 'toolshed')
    expect(code).toBe(1)
    expect(err).toContain('No run of “Toolshed” is kept.')
    expect(err).toContain('Evaluate it on a golden set first, or go by similarity.')
  })

  it.each([
    [['--recipe', 'magic'], 'There is no recipe “magic”.'],
    [['--recipe', 'bm25', '--similarity'], 'Leave --run and --similarity out.'],
    [['--option', 'k1=2', '--run', 'r'], 'Leave --run and --similarity out.'],
  ])('refuses %j', async (flags, why) => {
    await importSmall()
    const { code, err } = await confusable(...flags)
    expect(code).toBe(2)
    expect(err).toContain(why)
  })
})
