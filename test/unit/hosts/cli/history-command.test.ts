import { writeFile } from 'node:fs/promises'
import { beforeEach, describe, expect, it } from 'vitest'
import { inSmall, terminalInFolder } from './terminal-in-folder'

const { pegboard, importSmall, at } = terminalInFolder()

beforeEach(async () => {
  await importSmall()
  const log = [
    { query: 'on Mondays the usual money', tools: ['convert_currency'] },
    { query: 'weather forecast for Zurich', tools: ['get_weather', 'rocket'] },
    { query: 'to the moon', tools: ['rocket'] },
  ]
  await writeFile(at('log.json'), JSON.stringify(log))
})
const importLog = () => pegboard('import-golden', 'log.json', '--history', ...inSmall)

describe('pegboard import-golden --history', () => {
  it('adds logged queries and says what was skipped, and how many there are of a tool', async () => {
    const { code, out } = await importLog()
    expect(code).toBe(0)
    expect(out).toContain('2 logged queries added.\n')
    expect(out).toContain('The workspace holds 2 logged queries of 2 tools, 1 a tool.')
    expect(out).toMatch(/skipped · log\.json.* names no tool of the catalog/)
    expect((await importLog()).out).toContain(
      '0 logged queries added, 2 were there already or came twice.',
    )
  })

  it('takes no name, and replaces nothing', async () => {
    const { code, err } = await pegboard(
      ...['import-golden', 'log.json', '--history', '--replace', ...inSmall],
    )
    expect(code).toBe(2)
    expect(err).toContain('pegboard history clear')
  })
})

describe('--option history=true', () => {
  it('learns in a query, and says in an evaluation from what and what was held out', async () => {
    await importLog()
    const learned = ['--recipe', 'hybrid', '--option', 'history=true']
    const query = await pegboard('query', 'the usual money', ...inSmall, ...learned, '--json')
    const { tools } = JSON.parse(query.out) as { tools: { id: string }[] }
    expect(tools[0]?.id).toBe('convert_currency')
    const measuring = ['eval', ...inSmall, '--golden', 'asked', '--k', '1', ...learned]
    const told = (await pegboard(...measuring)).out
    expect(told).toContain(
      'hybrid could learn from 2 logged queries of 2 tools, 1 a tool; ' +
        '2 measured queries need just the tools that one of them took; ' +
        '1 measured query is among them, or nearly, and learned nothing from itself.',
    )
    expect(told).toContain('hybrid: no split; its history is what the workspace has logged.')
    const { out } = await pegboard(...measuring, '--json')
    expect(JSON.parse(out)).toMatchObject({
      runs: [
        {
          history: { queries: 2, heldOut: 1, perTool: { least: 1, median: 1, most: 1 } },
          provenance: {
            history: { queries: 2, hash: expect.stringMatching(/^[0-9a-f]{32}$/) as string },
          },
        },
      ],
    })
  })
})

describe('eval --split', () => {
  it('measures a part of the golden set with the other as history, and names the split', async () => {
    const measuring = ['eval', ...inSmall, '--golden', 'asked', '--recipe', 'ptr']
    const split = ['--split', 'random', '--seed', '2']
    const { out } = await pegboard(...measuring, ...split)
    expect(out).toContain('Measured: a random fifth (seed 2), with the other 3 as history.')
    expect(out).not.toContain('no split')
    const json = JSON.parse((await pegboard(...measuring, ...split, '--json')).out) as object
    expect(json).toMatchObject({
      split: { by: 'random', seed: 2, learned: 3 },
      runs: [{ recipe: 'ptr', history: { queries: 3 } }],
    })
  })

  it('refuses a split that there is not, and one that leaves nothing to learn from', async () => {
    const measuring = ['eval', ...inSmall, '--golden', 'asked', '--recipe', 'ptr', '--split']
    expect((await pegboard(...measuring, 'odd')).err).toContain('first100')
    const refused = await pegboard(...measuring, 'first100')
    expect(refused.code).not.toBe(0)
    expect(refused.err).toContain('nothing would be left to learn from')
  })
})
