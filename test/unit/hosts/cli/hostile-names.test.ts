import { writeFile } from 'node:fs/promises'
import { expect, it } from 'vitest'
import { terminalInFolder } from './terminal-in-folder'

const { pegboard, at } = terminalInFolder()

const EVIL = 'a\u001b]0;owned\u0007\u001b[31mb\u202ecba\u009b2K\u200f'
const tool = {
  type: 'function',
  function: { name: `tool_${EVIL}`, description: `does ${EVIL} things` },
}
const named = ['--workspace', 'evil']

it('what a terminal would obey is shown as text, on stdout and stderr, wherever it stands', async () => {
  await writeFile(at('evil.json'), JSON.stringify([tool, { type: 'function', [EVIL]: 1 }]))
  const golden = [{ query: `do ${EVIL} things`, tools: [`tool_${EVIL}`] }]
  await writeFile(at('asked.json'), JSON.stringify(golden))
  const lines = [
    ['import', 'evil.json', ...named],
    ['import-golden', 'asked.json', ...named, '--name', `set ${EVIL}`],
    ['list', ...named],
    ['list'],
    ['query', `do ${EVIL} things`, ...named, '--recipe', 'bm25', '--trace'],
    ['query', `do ${EVIL} things`, ...named, '--recipe', 'hybrid', '--json', '--trace'],
    ['query', 'things', ...named, '--recipe', EVIL],
    ['query', 'things', ...named, '--option', `${EVIL}=1`],
    ['query', 'things', ...named, '--why', EVIL],
    ['show', EVIL, ...named],
    ['eval', ...named, '--golden', `set ${EVIL}`, '--recipe', 'bm25'],
    ['eval', ...named, '--golden', EVIL],
    ['runs', ...named],
    ['compare', EVIL, EVIL, ...named],
    ['export', ...named, '--format', EVIL],
    ['export', ...named, '--golden', `set ${EVIL}`, '--output', `${EVIL.replaceAll('/', '')}.json`],
    ['workspace', 'create', EVIL],
    ['import', EVIL, ...named],
    [EVIL],
    ['list', `--${EVIL}`],
  ]
  let shown = ''
  for (const args of lines) {
    const { out, err } = await pegboard(...args)
    expect(`${out}${err}`, args.join(' ')).not.toMatch(
      /(?![\n\t])[\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/u,
    )
    shown += out + err
  }
  expect(shown).toContain('\\u001b[31mb\\u202ecba')
  expect(shown).toMatch(/set a\\u001b/)
})

it('no raw validation error and no stack trace is shown, whatever is asked for', async () => {
  await pegboard('import', 'tools.json', ...named)
  await writeFile(at('evil', 'damaged.json'), '{')
  const wrong = [
    ['show', '', ...named],
    ['query', '', ...named],
    ['query', 'x', ...named, '-k', '20000'],
    ['query', 'x', ...named, '--why', ''],
    ['query', 'x', ...named, '--option', 'depth=many'],
    ['query', 'x', ...named, '--option', 'components=nonsense'],
    ['query', 'x'.repeat(10_001), ...named],
    ['workspace', 'create', ''],
    ['workspace', 'rename', 'evil', 'x'.repeat(101)],
    ['import-golden', 'asked.json', ...named, '--name', ' '],
    ['eval', ...named, '--golden', 'none', '--k', '5000'],
    ['workspace', 'restore', 'evil/damaged.json'],
  ]
  for (const args of wrong) {
    const { code, err } = await pegboard(...args)
    expect(code, args.join(' ')).not.toBe(0)
    expect(err, args.join(' ')).not.toMatch(
      /Invalid input|expected \w+, received|"code":|✖|\n\s+at /,
    )
    expect(err.trim().split('\n').length, args.join(' ')).toBeLessThan(4)
  }
  for (const marker of [
    '{"schemaVersion": 3, "folder": 7}',
    '{"schemaVersion": 2, "id": 7}',
    '{"schemaVersion": 1, "tables": 7}',
    '{"schemaVersion": "3"}',
  ]) {
    await writeFile(at('evil', 'workspace.json'), marker)
    const damaged = await pegboard('list', ...named)
    expect(damaged.code).toBe(1)
    expect(damaged.err).not.toMatch(/Invalid input|"code":|✖|\n\s+at /)
  }
})
