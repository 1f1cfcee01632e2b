import { writeFile } from 'node:fs/promises'
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { AIRLINE, AIRLINE_QUERIES } from '../../../../test/app/airline'
import { startFakeOllama } from '../../../../test/fakes/ollama/ollama-server'
import { writingModel } from '../../../../test/fakes/writing'
import { terminalInFolder } from '../../../../test/unit/hosts/cli/terminal-in-folder'

const { pegboard, at } = terminalInFolder()
const write = (...args: string[]) => pegboard('write-golden', ...args, '--workspace', 'airline')

beforeEach(async () => {
  await writeFile(at('airline.json'), JSON.stringify(AIRLINE))
  await writeFile(at('asked.json'), JSON.stringify(AIRLINE_QUERIES))
  await pegboard('import', 'airline.json', '--workspace', 'airline')
  await pegboard('import-golden', 'asked.json', '--workspace', 'airline')
})

async function withModel() {
  const ollama = await startFakeOllama([writingModel()])
  onTestFinished(() => ollama.close())
  await pegboard('models', 'use', 'small-chat', '--for', 'chat', '--ollama', ollama.url)
  return { ollama, run: (...args: string[]) => write(...args, '--ollama', ollama.url) }
}

describe('pegboard write-golden', () => {
  it('says what it would draw and what it costs, writes, lists, edits, accepts and takes back', async () => {
    const { ollama, run } = await withModel()
    const draw = ['--sizes', '1: 2, 2: 1', '--together', 'random']
    const preview = await run(...draw, '--preview')
    expect(preview.out).toMatch(
      /^3 bundles of 5 tools, 0 of which no golden query names\. 3 calls to write, up to 6 to judge\.\n {2}\w+\n/,
    )
    expect(ollama.chatted).toHaveLength(0)
    const done = await run(...draw)
    expect(done.code).toBe(0)
    expect(done.out).toMatch(
      /3 bundles written for, 3 queries judged: 3 kept, 0 dropped, 0 refused/,
    )
    const listed = await write('list')
    expect(listed.out).toMatch(
      /On day 1: .*\n {2}tools: \w+\n {2}judge: together would do it all, with none too many\. 1 of 1/,
    )
    expect(listed.out).toMatch(
      /judge: without \w+ would do a part of it[^]*3 waiting \(3 kept by the judge\)\./,
    )
    const id = /^\S+/.exec(listed.out)?.[0] ?? ''
    const edited = await write('edit', id, '--text', 'How is pasta cooked', '--tool', 'cook_pasta')
    expect(edited.out).toMatch(/tools: cook_pasta\n {2}edited since/)
    expect(edited.out).toMatch(/nearly the same \(golden, asked\): how is pasta cooked/)
    const accepted = await write('accept', id, '--set', 'mine')
    expect(accepted.out).toMatch(/^1 accepted\.\nTo take it back: pegboard undo \S+\n$/)
    expect((await write('accept', '--passed', '--json')).out).toContain('"decided": 2')
    expect((await pegboard('undo', '--of', 'queries', '--workspace', 'airline')).out).toBe(
      'Taken back: Accepted 2 written queries.\n',
    )
    expect((await write('clear', '--state', 'waiting')).out).toBe('2 removed: waiting.\n')
    expect((await write('list')).out).toBe('1 accepted.\n')
  })

  it('writes without a model, and says what such queries are', async () => {
    const { out, code } = await write('--by', 'parameters', '--sizes', '1: 3')
    expect(code).toBe(0)
    expect(out).toMatch(/No model is asked\. Such queries repeat words of the catalog/)
    expect((await write('list')).out).toMatch(/template, without a model: parameters/)
  })

  it.each([
    [['--sizes', '12: 1'], 'Write sizes with how many bundles of each'],
    [['--together', 'magic'], 'Choose one of: dependencies, logged, similar, random'],
    [['accept'], 'It takes ids of queries, or --passed.'],
  ])('refuses %j in plain words', async (args, message) => {
    const { code, err } = await write(...args)
    expect(code).toBe(2)
    expect(err).toContain(message)
  })

  it('says that it takes a chat model', async () => {
    const { code, err } = await write()
    expect(code).toBe(1)
    expect(err).toContain('No chat model is chosen, so none can write golden queries.')
  })
})
