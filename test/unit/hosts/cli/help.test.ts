import { describe, expect, it } from 'vitest'
import { terminalInFolder } from './terminal-in-folder'

const { pegboard } = terminalInFolder()

/** What each command's help says, by how the command is called. */
async function helps(path: string[] = []): Promise<Map<string, string>> {
  const { out } = await pegboard(...path, '--help')
  const [, commands = ''] = /\nCommands:\n([^]*?)(?:\n\n|$)/.exec(out) ?? []
  const names = [...commands.matchAll(/^ {2}([a-z][\w-]*)/gm)].map(([, name = '']) => name)
  const within = names.filter((name) => name !== 'help').map((name) => helps([...path, name]))
  return new Map([[path.join(' '), out], ...(await Promise.all(within)).flatMap((all) => [...all])])
}

describe('help', () => {
  it('says of every command, argument and flag what it is', async () => {
    const all = await helps()
    expect(all.size).toBeGreaterThan(100)
    for (const [command, help] of all) {
      const [about = '', ...parts] = help.split(/\n(?=Arguments:|Options:|Commands:)/)
      expect(about.split('\n\n')[1]?.trim(), `pegboard ${command}`).toMatch(/^\S.*\w/s)
      const [, usage = ''] = /^Usage: (.*)/.exec(help) ?? []
      const args = [...usage.matchAll(/[<[]([\w-]+)(?:\.\.\.)?[>\]]/g)].map(([, name]) => name)
      for (const name of args.filter((each) => each !== 'options' && each !== 'command')) {
        expect(parts[0], `pegboard ${command}`).toMatch(new RegExp(`^ {2}${name} {2,}\\S`, 'm'))
      }
      const entries = parts.flatMap((part) => part.split(/\n(?= {2}\S)/).slice(1))
      for (const entry of entries) {
        // Two spaces, or a line of its own, stand between what it is called and what it is.
        expect(entry.trim(), `pegboard ${command}`).toMatch(/^\S.*?(?: {2,}|\n +)\S/s)
      }
    }
  })

  it('tells of JSON wherever there is an answer', async () => {
    for (const [command, help] of await helps()) {
      if (help.includes('\nCommands:\n') || command === 'serve') continue
      expect(help, `pegboard ${command}`).toContain('--json')
    }
  })
})
