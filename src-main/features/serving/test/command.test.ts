import { readFile } from 'node:fs/promises'
import { beforeEach, expect, it } from 'vitest'
import { requestLog } from '../../../adapters/files/request-log'
import { ToolId } from '../../../domain/tool/tool'
import { servedRequest } from '../../../../test/fixtures/served-request'
import { inSmall, terminalInFolder } from '../../../../test/unit/hosts/cli/terminal-in-folder'

const { pegboard, importSmall, at } = terminalInFolder()
beforeEach(() => importSmall())

const MAIL = ToolId.parse('send_email')

/** A search of which the first tool was called, and one of which nothing was taken. */
async function asked(): Promise<void> {
  const log = requestLog()
  const dir = at('small')
  const common = { seesCalls: true as const, client: 'agent 1.0' }
  await log.add(dir, servedRequest({ ...common, id: 'one', tools: [MAIL], query: 'tell the team' }))
  const later = (minute: number) => `2026-01-01T00:0${minute}:00.000Z`
  const call = servedRequest({ ...common, id: 'two', at: later(1), did: 'call', tools: [MAIL] })
  delete call.query
  await log.add(dir, call)
  const other = { id: 'three', at: later(5), tools: [MAIL], query: 'to the moon' }
  await log.add(dir, servedRequest({ ...common, ...other }))
}

it('lists what agents asked and took, and says how to begin', async () => {
  expect((await pegboard('served', ...inSmall)).out).toMatch(/pegboard mcp --for CLIENT/)
  await asked()
  const { out, code } = await pegboard('served', ...inSmall)
  expect(code).toBe(0)
  expect(out).toMatch(/agent 1\.0 +tell the team +send_email +called/)
  expect(out).toMatch(/call of send_email/)
  expect(out).toContain(
    '3 requests, 2 of them searches: 1 called, 0 whose call failed, 0 fetched, 0 asked again, 1 ',
  )
  const nothing = ['served', 'list', ...inSmall, '--show', 'nothing taken']
  expect((await pegboard(...nothing)).out).toMatch(/to the moon/)
  expect((await pegboard(...nothing)).out).not.toMatch(/tell the team/)
  const json = JSON.parse((await pegboard('served', ...inSmall, '--json')).out) as object
  expect(json).toMatchObject({ total: 3, rows: [{ query: 'to the moon' }, {}, {}] })
  expect((await pegboard('served', ...inSmall, '--csv')).out).toMatch(/^when,client,asked,/)
})

it('has recipes learn from it, and replays it', async () => {
  expect((await pegboard('served', 'log', ...inSmall)).err).toMatch(/No agent called a tool/)
  await asked()
  const dry = await pegboard('served', 'log', ...inSmall, '--dry-run')
  expect(dry.out).toContain('1 logged query would be added.')
  const { out } = await pegboard('served', 'log', ...inSmall)
  expect(out).toContain('1 logged query added.')
  // Only the program that logged them could take them back, and it has ended.
  expect(out).not.toMatch(/pegboard undo/)
  await pegboard('history', 'clear', ...inSmall)
  const json = JSON.parse((await pegboard('served', 'log', ...inSmall, '--json')).out) as object
  expect(json).toMatchObject({ added: 1 })
  expect(json).not.toHaveProperty('change')
  expect((await pegboard('history', ...inSmall)).out).toMatch(/tell the team +a served agent/)
  const replay = await pegboard('served', 'replay', ...inSmall)
  expect(replay.out).toContain('“What agents asked” holds the 1 query')
  const golden = ['eval', ...inSmall, '--golden', 'What agents asked', '--recipe', 'bm25']
  expect((await pegboard(...golden, '-k', '1')).out).toContain('favour the recipe that served them')
})

it('exports all, and forgets all', async () => {
  await asked()
  const { err } = await pegboard('served', 'export', ...inSmall, '--output', 'asked.jsonl')
  expect(err).toContain('Wrote')
  const lines = (await readFile(at('asked.jsonl'), 'utf8')).trim().split('\n')
  expect(lines.map((line) => (JSON.parse(line) as { id: string }).id)).toEqual([
    'one',
    'two',
    'three',
  ])
  expect((await pegboard('served', 'forget', ...inSmall)).out).toContain('3 requests forgotten.')
  expect((await pegboard('served', ...inSmall)).out).toMatch(/No agent has asked yet/)
})

it('names the tools to load always, or says why none', async () => {
  const few = await pegboard('served', 'always', ...inSmall)
  expect(few.out).toContain('That is too few: 5 sessions, or 20 queries, say something.')
  for (const session of ['a', 'b', 'c', 'd', 'e']) {
    await requestLog().add(
      at('small'),
      servedRequest({ id: session, session, did: 'call', tools: [MAIL] }),
    )
  }
  const { out, code } = await pegboard('served', 'always', ...inSmall)
  expect(code).toBe(0)
  expect(out).toMatch(/send_email +100 % +\d+/)
  expect(out).toMatch(/In every prompt these cost \d+ tokens \(o200k_base\), and need no search\./)
  const csv = await pegboard('served', 'always', ...inSmall, '--csv')
  expect(csv.out).toMatch(/^tool,sessions,golden queries,prompt tokens/)
})
