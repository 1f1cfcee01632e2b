import type { Command } from 'commander'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { CHAPTERS } from '../../src-main/contract/chapters'
import { programOf } from '../../src-main/hosts/cli/command-line'

const DOCS = resolve('resources/docs')
const chapters = readdirSync(DOCS).map((name) => resolve(DOCS, name))
const texts = [resolve('README.md'), resolve('test/bench/README.md'), ...chapters]

/** Where the links and pictures of a text lead to, but for the net and its own parts. */
const linksOf = (file: string): string[] =>
  [...readFileSync(file, 'utf8').matchAll(/\]\(([^)\s]+)\)/g)].flatMap(([, href = '']) =>
    /^(https:|#)/.test(href) ? [] : [href.replace(/#.*$/, '')],
  )

const terminal = {
  stdout: process.stdout,
  stderr: process.stderr,
  cwd: () => process.cwd(),
  on: () => undefined,
  off: () => undefined,
}
const program = programOf(terminal, () => Promise.resolve())

/** What is said in code: spans, and the lines of blocks. */
const codeOf = (text: string): string[] =>
  [...text.matchAll(/^```[^\n]*\n([^]*?)^```|`([^`]+)`/gm)].flatMap(([, block, span = '']) =>
    block === undefined ? [span.replace(/\s+/g, ' ')] : block.split('\n'),
  )

const flagsOf = (command: Command): string[] => [
  '--help',
  ...command.options.flatMap(({ long }) => long ?? []),
  ...command.commands.flatMap(flagsOf),
]

/** What of a line of code the terminal does not have. */
function unknownIn(code: string): string[] {
  const [, afterName] = /pegboard (?:-- )?(?=[a-z])(.*)$/.exec(code) ?? []
  const words = (afterName ?? code).split(' ')
  const flags = words.flatMap((word) => /^--[a-z][\w-]*/.exec(word)?.[0] ?? [])
  const named = program.commands.find((command) => command.name() === words[0])
  if (!named && afterName !== undefined) return [`pegboard ${words[0]}`]
  const [, parts = ''] = named && named.commands.length > 0 ? words : []
  const within = parts.split('|').filter((part) => /^[a-z][a-z-]*$/.test(part))
  const found = within.map((part) => named?.commands.find((command) => command.name() === part))
  const lost = within.filter((_, at) => !found[at]).map((part) => `${named?.name()} ${part}`)
  // Flags that stand alone are told of the command that the sentence is about.
  const isAlone = code.startsWith('--')
  if (!named && !isAlone) return []
  const known = flagsOf(found[0] ?? named ?? program)
  return [...lost, ...flags.filter((flag) => !known.includes(flag))]
}

describe('the manual', () => {
  it.each(texts)('%s leads to what is there', (file) => {
    const gone = linksOf(file).filter((href) => !existsSync(resolve(dirname(file), href)))
    expect(gone).toEqual([])
  })

  it('begins on one page', () => {
    expect(readFileSync('README.md', 'utf8').split('\n').length).toBeLessThanOrEqual(150)
  })

  it('shows each chapter in the window, under the title that it has, and links to it', () => {
    const named = chapters.map((file) => [
      file.replace(/^.*\/([^/]+)\.md$/, '$1'),
      /^# (.+)$/m.exec(readFileSync(file, 'utf8'))?.[1],
    ])
    expect(CHAPTERS.map(({ id, title }) => [id, title]).toSorted()).toEqual(named.toSorted())
    const links = linksOf(resolve('README.md'))
    for (const { id } of CHAPTERS) expect(links).toContain(`resources/docs/${id}.md`)
  })

  it.each(texts)('%s names commands and flags that the terminal has', (file) => {
    expect(codeOf(readFileSync(file, 'utf8')).flatMap(unknownIn)).toEqual([])
  })

  it('would not name others', () => {
    const wrong = [
      'Ask `pegboard find` or `golden cleave SET`, `eval --quick`,\nor `--slowly`.',
      '```sh\nnpm run -s pegboard -- history list --tool a --best\n```',
    ]
    expect(codeOf(wrong.join('\n')).flatMap(unknownIn)).toEqual([
      'pegboard find',
      'golden cleave',
      '--quick',
      '--slowly',
      '--best',
    ])
  })
})
