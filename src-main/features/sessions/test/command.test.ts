import { describe, expect, it } from 'vitest'
import { inSmall, terminalInFolder } from '../../../../test/unit/hosts/cli/terminal-in-folder'

const { pegboard, importSmall } = terminalInFolder()
const TEXT = 'send an email to Ann, check the weather in Bern and look at my calendar'
const session = (...args: string[]) => pegboard('session', ...args, ...inSmall)

describe('pegboard session', () => {
  it('begins with some tools and searches clause after clause, telling what each adds', async () => {
    await importSmall()
    const { code, out } = await session(TEXT, '-k', '1', '--each', '1')
    expect(code).toBe(0)
    expect(out).toMatch(
      /^It begins with: 1 tool; \+\d+ tokens, [\d.]+ ms\.\n {2}\+ \w+, \d+ tokens\n/,
    )
    expect(out).toMatch(/1\. Search “send an email to Ann”: /)
    expect(out).toMatch(/3\. Search “look at my calendar”: /)
    expect(out).toMatch(
      /\n3 searches: it holds \d of \d tools, \d+ of \d+ tokens \(\d+ % saved\), \d+ more for search_tools\. No tool was executed\.\n$/,
    )
  })

  it('searches what it is told to, in this order, and never adds a tool twice', async () => {
    await importSmall()
    const searches = ['email', 'an email', 'weather'].flatMap((query) => ['--search', query])
    const { out } = await session('help me', '-k', '1', '--each', '2', ...searches, '--json')
    const told = JSON.parse(out) as { held: string[]; searches: number; steps: { query: string }[] }
    expect(told.searches).toBe(3)
    expect(told.steps.map(({ query }) => query)).toEqual(['email', 'an email', 'weather'])
    expect(new Set(told.held).size).toBe(told.held.length)
    expect(out).not.toContain('"trace"')
  })

  it('goes through all searches of a session that may make no more, and says so', async () => {
    await importSmall()
    const searches = Array.from({ length: 12 }, (_, at) => ['--search', `mail ${at}`]).flat()
    const { code, out } = await session('help me', ...searches)
    expect(code).toBe(0)
    expect(out.match(/searched 10 times, the most it may/g)).toHaveLength(2)
  })

  it('shows each stage where that is asked for', async () => {
    await importSmall()
    const { out } = await session('help me', '--search', 'email', '--trace')
    expect(out).toMatch(/Cover the parts of the request .* · [\d.]+ ms/)
  })

  it('searches with the recipe that is named, by its own search in mid-run', async () => {
    await importSmall()
    const flags = ['--search', 'email', '--trace', '--recipe', 'toolsee']
    const { out } = await session('help me', ...flags)
    expect(out).toMatch(/Leave out tools it already has · [\d.]+ ms/)
  })

  it('says what to do where the request has nothing to search', async () => {
    await importSmall()
    const { out } = await session('send an email')
    expect(out).toContain('The request asks for one thing')
    expect(out).toContain('0 searches')
  })

  it.each([
    [['--by', 'magic'], 2, '“magic” does not search.'],
    [['--by', 'model', '--search', 'x'], 2, 'leave out --by'],
    [['--search', ' '], 2, 'query must not be empty'],
    [['--search', 'x'.repeat(2000)], 2, 'query must hold at most 1000 characters'],
    [['--recipe', 'magic'], 2, 'There is no recipe “magic”.'],
    [['--by', 'model'], 1, 'No chat model is chosen'],
  ])('refuses %j', async (flags, code, why) => {
    await importSmall()
    const refused = await session(TEXT, ...flags)
    expect(refused.code).toBe(code)
    expect(refused.err).toContain(why)
  })
})
