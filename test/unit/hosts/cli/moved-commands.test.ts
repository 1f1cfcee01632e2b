import { describe, expect, it } from 'vitest'
import { terminalInFolder } from './terminal-in-folder'

const { pegboard } = terminalInFolder()

describe('a command that has left', () => {
  it.each([
    ['experiments', 'An experiment is a file of options now: pegboard sweep --from FILE.'],
    ['replicas', 'The papers’ figures stand in the help: pegboard help recipes.'],
  ])('%s says in one line where what it did is now', async (name, sentence) => {
    for (const args of [[], ['list'], ['run', 'x', '--workspace', 'small'], ['--help']])
      expect(await pegboard(name, ...args)).toEqual({ code: 2, out: '', err: `${sentence}\n` })
    expect((await pegboard('--help')).out).not.toMatch(new RegExp(`^ +${name} `, 'm'))
  })

  it('in a group is told of as well, and the rest of the group works', async () => {
    const { code, err } = await pegboard('golden', 'vaguer', 'asked')
    expect(code).toBe(2)
    expect(err).toContain('not made any more')
    expect((await pegboard('golden', '--help')).code).toBe(0)
    expect((await pegboard('constructor')).err).toContain('unknown command')
  })

  it('names a chapter that has the papers’ figures', async () => {
    const { code, out } = await pegboard('help', 'recipes')
    expect(code).toBe(0)
    for (const figure of ['.883 · .810', '.856', '.732', '.591 · .690', '97 to 100 %'])
      expect(out).toContain(figure)
  })
})
