import { beforeEach, expect, it } from 'vitest'
import { inSmall, terminalInFolder } from './terminal-in-folder'

const { pegboard, importSmall } = terminalInFolder()
beforeEach(() => importSmall())

it('lists the tools that ask for a decision, and by what queries were missed', async () => {
  expect((await pegboard('queue', ...inSmall)).out).toContain('What is missed is not known')
  await pegboard('work-with', ...inSmall, '--recipe', 'bm25', '--k', '1')
  await pegboard('eval', ...inSmall, '--golden', 'asked', '--recipe', 'bm25', '--k', '1,5')
  const { out, code } = await pegboard('queue', ...inSmall)
  expect(code).toBe(0)
  expect(out).toMatch(/tool +server +missed +proposals +findings/)
  expect(out).toMatch(
    /Missed by BM25 at k = 1 on “asked”, 4 queries, measured on \d{4}-\d\d-\d\d\./,
  )
  const json = JSON.parse((await pegboard('queue', ...inSmall, '--json')).out) as object
  expect(json).toMatchObject({ basis: { recipe: 'BM25', k: 1 } })
  expect(out).not.toContain('Order from')
  const csv = (await pegboard('queue', ...inSmall, '--csv')).out
  expect(csv).toMatch(/^tool,server,missed,/)
})

it('shows what is to be decided of one tool, and by which command', async () => {
  await pegboard('work-with', ...inSmall, '--recipe', 'bm25', '--k', '1')
  await pegboard('eval', ...inSmall, '--golden', 'asked', '--recipe', 'bm25', '--k', '1,5')
  const json = JSON.parse((await pegboard('queue', ...inSmall, '--json')).out) as {
    rows: { tool: string; counts: { missed?: number } }[]
  }
  const { tool = '' } = json.rows.find(({ counts }) => counts.missed) ?? {}
  const { out, code } = await pegboard('queue', 'show', tool, ...inSmall)
  expect(code).toBe(0)
  expect(out).toMatch(/Missed +missed by 1 of \d/)
  expect(out).toMatch(/^ {2}#2 /m)
  expect(out).toContain('pegboard tools edit')
  const gone = await pegboard('queue', 'show', 'no/such', ...inSmall)
  expect([gone.code, gone.err]).toEqual([1, expect.stringContaining('no/such')])
})

it('says what the order was measured before, and how to measure again', async () => {
  await pegboard('work-with', ...inSmall, '--recipe', 'bm25', '--k', '1')
  await pegboard('eval', ...inSmall, '--golden', 'asked', '--recipe', 'bm25', '--k', '1,5')
  await pegboard('tools', 'edit', 'convert_currency', ...inSmall, '--description', 'euros')
  const { out } = await pegboard('queue', ...inSmall)
  expect(out).toContain(
    'Order from BM25: measured before 1 edit. Queries missed are counted with the tools’ texts as they were then, all else as it is now.',
  )
  const [, run = ''] = /Measure again: pegboard again (\w+)/.exec(out) ?? []
  expect((await pegboard('again', run, ...inSmall)).code).toBe(0)
  expect((await pegboard('queue', ...inSmall)).out).not.toContain('Order from')
})
