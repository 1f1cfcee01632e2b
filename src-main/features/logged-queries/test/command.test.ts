import { writeFile } from 'node:fs/promises'
import { beforeEach, describe, expect, it } from 'vitest'
import { inSmall, terminalInFolder } from '../../../../test/unit/hosts/cli/terminal-in-folder'

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

describe('pegboard history', () => {
  it('lists what is logged, of one tool too, and says how to begin', async () => {
    expect((await pegboard('history', ...inSmall)).out).toMatch(/import-golden --history FILE/)
    await importLog()
    const listed = (await pegboard('history', ...inSmall)).out
    expect(listed).toMatch(
      /\d{4}-\d\d-\d\d {2}convert_currency {2}on Mondays the usual money {3}a file/,
    )
    expect(listed).toContain('2 logged queries of 2 bundles.')
    expect(listed).toContain('Learned from: 2 logged queries of 2 tools, 1 a tool.')
    expect(listed).toContain('weather forecast for Zurich  a file · golden in “asked”')
    const list = ['history', 'list', ...inSmall]
    const { out } = await pegboard(...list, '--tool', 'get_weather', '--json')
    expect(JSON.parse(out)).toMatchObject({
      total: 1,
      rows: [{ query: 'weather forecast for Zurich' }],
    })
    expect((await pegboard(...list, '--search', 'moon')).out).toMatch(/Nothing matches/)
    const bundles = (await pegboard(...list, '--bundles', '--sort', 'newest')).out
    expect(bundles).toMatch(/1 +\d{4}-\d\d-\d\d +\d{4}-\d\d-\d\d +get_weather/)
  })

  it('adds, edits and deletes a query, and clears all', async () => {
    await importLog()
    const add = ['history', 'add', 'write to Bob', ...inSmall, '--tool', 'send_email']
    expect((await pegboard(...add)).out).toBe('Logged.\n')
    expect((await pegboard(...add)).out).toBe('It is logged with these tools already.\n')
    const idOf = async (text: string) => {
      const { out } = await pegboard('history', ...inSmall, '--search', text, '--json')
      return (JSON.parse(out) as { rows: { id: string }[] }).rows[0]?.id ?? ''
    }
    const edit = ['history', 'edit', await idOf('Bob'), ...inSmall, '--query', 'write to Eve']
    expect((await pegboard(...edit)).out).toMatch(/^Changed: its id is logged-[0-9a-f]+ now/)
    const removing = ['history', 'delete', await idOf('Eve'), ...inSmall, '--json']
    const removed = (await pegboard(...removing)).out
    expect(JSON.parse(removed)).toEqual({
      removed: 1,
      missing: [],
      queries: [{ query: 'write to Eve', tools: ['send_email'] }],
    })
    await writeFile(at('removed.json'), removed)
    const again = ['import-golden', 'removed.json', '--history', ...inSmall]
    expect((await pegboard(...again)).out).toContain('1 logged queries added.')
    expect((await pegboard('history', 'clear', ...inSmall)).out).toBe('3 logged queries deleted.\n')
  })

  it('logs what a run answered right, and warns of measuring with it', async () => {
    const measuring = ['eval', ...inSmall, '--golden', 'asked', '--recipe', 'bm25', '--k', '2']
    const { out } = await pegboard(...measuring, '--json')
    const run = (JSON.parse(out) as { runs: { id: string }[] }).runs[0]?.id ?? ''
    const add = ['history', 'add-from-run', run, ...inSmall]
    expect((await pegboard(...add, '--dry-run')).out).toMatch(
      /^\d golden queries of “asked” would be logged\.\nDo not measure with “asked”/,
    )
    expect((await pegboard('history', ...inSmall)).out).toMatch(/No query is logged/)
    const done = (await pegboard(...add, '--query', 'q1', '--query', 'q2')).out
    expect(done).toContain('2 golden queries of “asked” logged.')
    expect(done).toContain('2 logged queries of 2 bundles.')
  })

  it('names no change, which no other program could take back', async () => {
    const json = async (...args: string[]) => {
      const { out, code } = await pegboard(...args, ...inSmall, '--json')
      expect(code, args.join(' ')).toBe(0)
      return JSON.parse(out) as { id?: string; runs?: unknown }
    }
    const imported = await json('import-golden', 'log.json', '--history')
    expect(imported).toMatchObject({ added: 2 })
    const added = await json('history', 'add', 'write to Bob', '--tool', 'send_email')
    const edited = await json('history', 'edit', added.id ?? '', '--query', 'write to Eve')
    const evaluated = ['eval', '--golden', 'asked', '--recipe', 'bm25', '--k', '2']
    const { runs } = (await json(...evaluated)) as { runs: { id: string }[] }
    const ofRun = await json('history', 'add-from-run', runs[0]?.id ?? '')
    const cleared = await json('history', 'clear')
    for (const answer of [imported, added, edited, ofRun, cleared])
      expect(answer).not.toHaveProperty('change')
    expect(edited).toMatchObject({ merged: false })
    expect(cleared).toMatchObject({ removed: expect.any(Number) as number })
  })

  it('needs tools to log a query, a change to edit one, and a query that is there', async () => {
    const alone = await pegboard('history', 'add', 'write to Bob', ...inSmall)
    expect(alone).toMatchObject({ code: 2, err: expect.stringMatching(/--tool/) as string })
    const nothing = await pegboard('history', 'edit', 'some-id', ...inSmall)
    expect(nothing).toMatchObject({ code: 2, err: expect.stringMatching(/--query/) as string })
    const gone = await pegboard('history', 'edit', 'some-id', ...inSmall, '--query', 'hi')
    expect(gone.err).toContain('No logged query has the id “some-id”.')
    await importLog()
    const list = await pegboard('history', ...inSmall, '--json')
    const id = (JSON.parse(list.out) as { rows: { id: string }[] }).rows[0]?.id ?? ''
    const rocket = await pegboard('history', 'edit', id, ...inSmall, '--tool', 'rocket')
    expect(rocket.err).toMatch(/rocket/)
    expect(rocket.err).not.toContain('No logged query')
    const removed = await pegboard('history', 'delete', 'some-id', ...inSmall, '--json')
    expect(removed.code).not.toBe(0)
    expect(removed.err).toContain('No logged query has the id “some-id”.')
    expect(JSON.parse(removed.out)).toEqual({ removed: 0, missing: ['some-id'], queries: [] })
    const both = await pegboard('history', 'delete', 'some-id', 'other-id', ...inSmall)
    expect(both.err).toContain('No logged queries have the ids “some-id”, “other-id”.')
    const typo = await pegboard('history', 'lst', ...inSmall)
    expect(typo.code).toBe(2)
  })
})
