import { writeFile } from 'node:fs/promises'
import { beforeEach, expect, it, vi } from 'vitest'
import type * as Compose from '../../../../src-main/compose'
import { movingPorts } from '../../../app/moving-app'
import { appOn } from '../../../fakes/app-on'
import { inSmall, terminalInFolder } from './terminal-in-folder'

let isThere = true

vi.mock('../../../../src-main/compose', async (original) => ({
  ...(await original<typeof Compose>()),
  compose: async ({ dataFolder }: Compose.ComposeOptions) =>
    appOn(dataFolder, movingPorts(dataFolder, isThere).ports),
}))

const { at, pegboard } = terminalInFolder()

beforeEach(async () => {
  isThere = true
  await pegboard('list')
  await writeFile(at('home', 'settings.json'), JSON.stringify({ movesToSentences: true }))
})

const embedderOf = async (...more: string[]): Promise<unknown> => {
  const args = ['query', 'write a letter', '--recipe', 'dense', '--json', ...inSmall, ...more]
  return (JSON.parse((await pegboard(...args)).out) as { embedder: unknown }).embedder
}

it('an import into a new workspace says who answers, and index has Sentences answer', async () => {
  const imported = await pegboard('import', 'tools.json', ...inSmall)
  expect(imported.out).toMatch(
    /^Instant answers for now\. To have Sentences answer \(about 1 second; .+\): pegboard index --workspace small$/m,
  )
  expect((await pegboard('import', 'tools.json', ...inSmall)).out).not.toContain('for now')
  expect(await embedderOf()).toBe('builtin')
  const instant = await pegboard('index', '--embedder', 'Instant', ...inSmall)
  expect(instant.out).toContain('with Instant in')
  expect(instant.out).not.toContain('answers in this workspace')
  const moved = await pegboard('index', ...inSmall)
  expect(moved.out).toContain('5 tool documents: 5 embedded, 0 unchanged, with Sentences in')
  expect(moved.out).toContain('Sentences answers in this workspace from now on.')
  expect(await embedderOf()).toBe('sentences')
  expect(await embedderOf('--embedder', 'instant')).toBe('builtin')
})

it('index --pause puts the move off, and index goes on with it', async () => {
  await pegboard('import', 'tools.json', ...inSmall)
  const paused = await pegboard('index', '--pause', ...inSmall)
  expect(paused.out).toBe(
    'The move to Sentences is paused: 0 of 5 tool documents are embedded and kept. Instant answers.\n',
  )
  expect(await embedderOf()).toBe('builtin')
  expect((await pegboard('index', ...inSmall)).out).toContain('Sentences answers')
  const late = await pegboard('index', '--pause', ...inSmall)
  expect(late.err).toContain('does not move to another embedder')
  expect(late.code).toBe(2)
})

it('index --embedder sentences --use has it answer where the workspace was to stay', async () => {
  await writeFile(at('home', 'settings.json'), JSON.stringify({ movesToSentences: false }))
  const imported = await pegboard('import', 'tools.json', ...inSmall)
  expect(imported.out).not.toContain('Instant')
  const sentences = ['index', '--embedder', 'sentences', '--json', ...inSmall]
  expect(JSON.parse((await pegboard(...sentences)).out)).toMatchObject({ answers: false })
  expect(await embedderOf()).toBe('builtin')
  expect(JSON.parse((await pegboard(...sentences, '--use')).out)).toMatchObject({ answers: true })
  expect(await embedderOf()).toBe('sentences')
})

it('tune --embedder measures it on golden queries, and says how to use it', async () => {
  await writeFile(at('home', 'settings.json'), JSON.stringify({ movesToSentences: false }))
  await pegboard('import', 'tools.json', ...inSmall)
  const queries = Array.from({ length: 30 }, (_, at) => ({
    id: `l${at}`,
    query: `letter ${at}`,
    tools: ['send_email', 'search_email'],
  }))
  await writeFile(at('letters.json'), JSON.stringify(queries))
  await pegboard('import-golden', 'letters.json', ...inSmall, '--name', 'letters')
  const tune = ['tune', '--golden', 'letters', '--recipe', 'dense', '--embedder', 'sentences']
  const { out } = await pegboard(...tune, '--k', '2', ...inSmall)
  expect(out).toContain('Sentences in place of Instant: ')
  expect(out).toContain('Use it: pegboard index --embedder sentences --use --workspace small')
  expect(await embedderOf()).toBe('builtin')
  const typed = /^Use it: pegboard (.+)$/m.exec(out)?.[1]?.split(' ') ?? []
  expect(await pegboard(...typed)).toMatchObject({ code: 0 })
  expect(await embedderOf()).toBe('sentences')
})

it('says why Sentences cannot be had, and imports all the same', async () => {
  isThere = false
  const imported = await pegboard('import', 'tools.json', ...inSmall)
  expect(imported).toMatchObject({ code: 0 })
  expect(imported.err).toContain('Instant answers. The file is damaged. Install Pegboard again.')
  const { code, err } = await pegboard('index', ...inSmall)
  expect(code).not.toBe(0)
  expect(err).toContain('The file is damaged.')
  expect(await embedderOf()).toBe('builtin')
})

it('models lists both, tells them in plain words, and takes them by what they are called', async () => {
  await pegboard('import', 'tools.json', ...inSmall)
  const { out } = await pegboard('models')
  expect(out).toMatch(/^Instant: Built in\. /m)
  expect(out).toMatch(/^Sentences: Built in\. /m)
  const used = await pegboard('models', 'use', 'instant', '--for', 'embedder', ...inSmall)
  expect(used.out).toContain('uses Instant as embedder')
  expect((await pegboard('index', ...inSmall)).out).toContain('with Instant in')
  const pulled = await pegboard('models', 'pull', 'sentences')
  expect(pulled.err).toContain('Sentences is part of Pegboard.')
})
