import { readFile, writeFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { expect, it } from 'vitest'
import { SMALL_GOLDEN_SET } from '../../../app/small-catalog'
import { terminalInFolder } from './terminal-in-folder'

const { pegboard, at } = terminalInFolder()

/** The commands of the build that the chapter shows, each as the words that a shell makes of it. */
async function commandsOfBuild(): Promise<string[][]> {
  const readme = await readFile(resolve('resources/docs/terminal.md'), 'utf8')
  const [, build = ''] = /```yaml\n([^]*?)```/.exec(readme) ?? []
  return [...build.matchAll(/^- run: npx pegboard (.*)$/gm)].map(([, line = '']) =>
    [...line.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, word = '']) => quoted ?? word),
  )
}

it('the build that the chapter shows runs as it is written, and stops where a bound is not reached', async () => {
  // One query shares no word with its tool, so that BM25 is below the gate with it.
  const golden = SMALL_GOLDEN_SET.filter(({ id }) => id !== 'q4')
  await writeFile(at('golden.json'), JSON.stringify(golden))
  const commands = await commandsOfBuild()
  expect(commands.map(([name]) => name)).toEqual(['import', 'import-golden', 'eval', 'report'])
  for (const args of commands) {
    const { code, err } = await pegboard(...args)
    expect(code, `${args.join(' ')}: ${err}`).toBe(0)
  }
  expect(await readFile(at('checks.xml'), 'utf8')).toContain('<testsuites tests="3" failures="0">')
  expect(await readFile(at('report.html'), 'utf8')).toContain('hybrid')
  const measuring = commands.find(([name]) => name === 'eval') ?? []
  const stricter = measuring.map((word) => word.replace('>=0.85', '>1'))
  expect((await pegboard(...stricter)).code).toBe(1)
}, 60_000)
