import { writeFile } from 'node:fs/promises'
import { beforeEach, describe, expect, it } from 'vitest'
import { inSmall, terminalInFolder } from './terminal-in-folder'

const { pegboard, importSmall, at } = terminalInFolder()
const golden = (...words: string[]) => pegboard('golden', ...words, ...inSmall)

beforeEach(async () => {
  await importSmall()
})

describe('pegboard golden', () => {
  it('lists sets, and shows the queries of one with their right tools', async () => {
    expect((await golden('list')).out).toMatch(/asked\s+4\s+4\s+human/)
    const { out } = await golden('show', 'asked', '--search', 'zurich')
    expect(out).toMatch(/q2\s+get_weather\s+weather forecast for Zurich/)
    expect(out).toContain('4 queries; no tool is right for 0; 0 leak; 0 name a tool that is gone.')
  })

  it('adds, edits and removes queries, with all that they hold', async () => {
    const call = '{"tool": "send_email", "arguments": {"to": ["Bo"]}}'
    const added = await golden(
      ...['add', 'own', 'and to Bo', '--tool', 'send_email', '--turn', 'mail Ann', '--tag', 'hard'],
      ...['--grade', 'send_email=2', '--call', call, '--json'],
    )
    expect(added.code).toBe(0)
    const { query } = JSON.parse(added.out) as { query: { id: string } }
    expect(query).toMatchObject({
      text: 'and to Bo',
      turns: ['mail Ann'],
      tags: ['hard'],
      grades: { send_email: 2 },
      calls: [{ tool: 'send_email', arguments: { to: ['Bo'] } }],
    })
    const edited = await golden('edit', 'own', query.id, '--text', 'and to Cy', '--json')
    expect(JSON.parse(edited.out)).toMatchObject({ query: { ...query, text: 'and to Cy' } })
    const removed = await golden('remove', 'own', query.id, '--json')
    expect(JSON.parse(removed.out)).toMatchObject({
      name: 'own',
      removed: 1,
      queries: [{ id: query.id }],
    })
    expect((await golden('list')).out).toMatch(/own\s+0/)
    await writeFile(at('gone.json'), removed.out)
    expect((await golden('restore', 'own', 'gone.json')).out).toContain('1 golden query put into')
    const again = await golden('restore', 'own', 'gone.json')
    expect([again.code, again.out, again.err]).toEqual([
      1,
      expect.stringContaining('0 golden queries'),
      expect.stringContaining('has a query of these words already'),
    ])
    expect((await golden('restore', 'own', 'nowhere.json')).code).toBe(1)
  })

  it('takes the grades and calls of a tool with it that is no right one any more', async () => {
    const call = '{"tool": "send_email", "arguments": {"to": ["Bo"]}}'
    const held = ['--tool', 'send_email', '--grade', 'send_email=2', '--call', call, '--json']
    const { query } = JSON.parse((await golden('add', 'own', 'and to Bo', ...held)).out) as {
      query: { id: string }
    }
    const edited = await golden('edit', 'own', query.id, '--tool', 'get_weather', '--json')
    expect(edited.err).toContain('“send_email” is no right tool any more')
    const now = (JSON.parse(edited.out) as { query: object }).query
    expect(now).toMatchObject({ tools: ['get_weather'] })
    expect(now).not.toHaveProperty('calls')
    expect(now).not.toHaveProperty('grades')
  })

  it('puts back what names a tool that is gone, or has a call of no right tool', async () => {
    const queries = [
      { id: 'old', text: 'an old one', tools: ['gone_tool'], origin: 'human' },
      {
        id: 'call',
        text: 'another',
        tools: ['send_email'],
        origin: 'human',
        calls: [{ tool: 'gone_tool', arguments: {} }],
      },
    ]
    await writeFile(at('old.json'), JSON.stringify({ queries }))
    const done = await golden('restore', 'own', 'old.json')
    expect([done.code, done.out]).toEqual([0, expect.stringContaining('2 golden queries put')])
    // What leaks as well is one golden query, however much is to be said of it.
    await pegboard('history', 'add', 'an old one', '--tool', 'send_email', ...inSmall)
    const check = await golden('check', '--set', 'own')
    expect(check.out.trim().split('\n')).toHaveLength(3)
    expect(check.err).toContain('2 golden queries are not to be measured with')
  })

  it('wants it said that no tool is right, and refuses calls that do not fit', async () => {
    const none = await golden('add', 'asked', 'tell a joke')
    expect(none.code).toBe(2)
    expect(none.err).toContain('No tool is named')
    expect((await golden('add', 'asked', 'tell a joke', '--none-right')).code).toBe(0)
    const call = '{"tool": "send_email", "arguments": {"to": "Bo"}}'
    const wrong = await golden('edit', 'asked', 'q1', '--call', call)
    expect(wrong.code).toBe(2)
    expect(wrong.err).toContain('to is a string, not an array')
    expect((await golden('edit', 'asked', 'q1', '--call', 'send()')).err).toContain('not JSON')
    expect((await golden('edit', 'asked', 'q1')).err).toContain('Nothing to change')
    expect((await golden('edit', 'asked', 'nowhere', '--tag', 'x')).code).toBe(1)
  })

  it('splits by seed and by tool, and says so beforehand', async () => {
    const by = ['--by', 'tools', '--tool', 'send_email', '--names', 'mail,rest']
    const dry = await golden('split', 'asked', ...by, '--dry-run')
    expect(dry.out).toContain('“mail” would hold 1 queries, “rest” 2.')
    expect(dry.out).toMatch(/1 with tools on both sides is in neither:\s+q3/)
    expect((await golden('list')).out).not.toContain('mail')
    await golden('split', 'asked', '--share', '0.5')
    expect((await golden('list')).out).toMatch(/asked-test\s+2[^]*asked-rest\s+2/)
  })

  it('checks for leaks and tools that are gone, and ends with 1 where there are any', async () => {
    const clean = await golden('check')
    expect([clean.code, clean.out]).toEqual([0, expect.stringContaining('No golden query leaks')])
    const query = 'Weather forecasts for Zurich'
    await pegboard('history', 'add', query, '--tool', 'get_weather', ...inSmall)
    const leaking = await golden('check', '--set', 'asked')
    expect(leaking.code).toBe(1)
    expect(leaking.out).toMatch(/asked, q2: .* says nearly the same as a logged query: “Weather/)
  })
})
