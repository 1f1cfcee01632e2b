import { describe, expect, it } from 'vitest'
import { inSmall, terminalInFolder } from './terminal-in-folder'

const { pegboard, importSmall } = terminalInFolder()
const workWith = (...more: string[]) => pegboard('work-with', ...inSmall, ...more)
const asked = async (...more: string[]) =>
  JSON.parse((await pegboard('query', 'send an email', ...inSmall, '--json', ...more)).out) as {
    recipe: string
    tools: unknown[]
  }
const measured = async (...more: string[]) =>
  JSON.parse(
    (await pegboard('eval', '--golden', 'asked', ...inSmall, '--k', '1', '--json', ...more)).out,
  ) as object

describe('pegboard work-with', () => {
  it('tells what a workspace works with, and goes back to the standard recipe', async () => {
    await importSmall()
    const before = '“small” works with hybrid, k = 5.\n'
    expect(await workWith()).toMatchObject({ code: 0, out: before })
    const chosen = await workWith('--recipe', 'bm25', '--option', 'b=0.4', '--k', '2')
    expect(chosen.out).toBe('“small” works with bm25 with b=0.4, k = 2.\n')
    expect((await workWith()).out).toBe(chosen.out)
    expect(JSON.parse((await workWith('--json')).out)).toMatchObject({
      recipe: 'bm25',
      options: { b: 0.4 },
      k: 2,
    })
    expect((await workWith('--default')).out).toBe(before)
  })

  it('changes only what is named, and tells what was before', async () => {
    await importSmall()
    await workWith('--recipe', 'bm25', '--option', 'b=0.4', '--k', '2')
    expect((await workWith('--k', '3')).out).toContain('works with bm25 with b=0.4, k = 3.')
    const added = JSON.parse((await workWith('--option', 'k1=1', '--json')).out) as object
    expect(added).toMatchObject({
      options: { b: 0.4, k1: 1 },
      k: 3,
      before: { options: { b: 0.4, k1: 1.5 }, k: 3 },
    })
    expect((await workWith('--recipe', 'bm25')).out).toContain('works with bm25, k = 3.')
  })

  it('chooses how much of each tool agents are given, and keeps what is not named', async () => {
    await importSmall()
    const short = await workWith('--detail', 'purpose', '--whole', '1')
    expect(short.out).toBe(
      '“small” works with hybrid, k = 5.\nAgents are given names and purposes, the first 1 in full, compact, at most 8,000 tokens.\n',
    )
    const bounded = JSON.parse((await workWith('--budget', '500', '--compact', 'no', '--json')).out)
    expect(bounded).toMatchObject({
      form: { detail: 'purpose', whole: 1, compact: false, budget: 500 },
    })
    expect((await workWith('--budget', '10')).err).toContain('budget')
    const { out } = await pegboard('query', 'send an email', ...inSmall, '--as-read')
    expect(out).toMatch(/An agent reads \d+ tokens .*: names and purposes, the first 1 in full/)
    expect(out).toContain('{"tools":[{"name":"send_email"')
    expect(out).toContain('names alone, compact, at most 500 tokens')
  })

  it('takes a recipe of one’s own by its name, and keeps it when that is deleted', async () => {
    await importSmall()
    const mine = ['mail finder', '--recipe', 'hybrid', '--option', 'clauses=false']
    await pegboard('recipes', 'save', ...mine, ...inSmall)
    expect((await workWith('--recipe', 'mail finder')).out).toBe(
      '“small” works with “mail finder”, hybrid with clauses=false, k = 5.\n',
    )
    await pegboard('recipes', 'delete', 'mail finder', ...inSmall)
    expect((await workWith()).out).toContain('works with hybrid with clauses=false, k = 5.')
  })

  it('says on what figures it was adopted, where an edit came since they were measured', async () => {
    await importSmall()
    await measured('--recipe', 'bm25')
    const plain = await workWith('--recipe', 'bm25', '--k', '1')
    expect(plain.out).not.toContain('figures')
    await pegboard('tools', 'edit', 'convert_currency', ...inSmall, '--description', 'euros')
    expect((await workWith()).out).toContain(
      'What is measured of it are figures measured before 1 edit.',
    )
    const { out } = await workWith('--k', '2')
    expect(out).toContain('Adopted on figures measured before 1 edit.')
    const [, run = ''] = /Measure again: pegboard again (\w+)/.exec(out) ?? []
    await pegboard('again', run, ...inSmall)
    expect((await workWith()).out).toContain(
      'Adopted on figures measured before 1 edit, and measured again since.',
    )
  })

  it('is what commands go by that are told no recipe and no k', async () => {
    await importSmall()
    await workWith('--recipe', 'bm25', '--option', 'b=0.4', '--k', '2')
    const plain = await asked()
    expect(plain.recipe).toBe('bm25')
    expect(plain.tools).toHaveLength(2)
    expect((await asked('-k', '1')).tools).toHaveLength(1)
    const withOptions = (options: object) => ({ runs: [{ recipe: 'bm25', options }] })
    expect(await measured()).toMatchObject(withOptions({ b: 0.4, k1: 1.5 }))
    expect(await measured('--option', 'k1=1')).toMatchObject(withOptions({ b: 0.4, k1: 1 }))
    expect(await measured('--recipe', 'bm25')).toMatchObject(withOptions({ b: 0.75 }))
  })

  it.each([
    [['--recipe', 'magic'], 'There is no recipe “magic”.'],
    [['--recipe', 'tool-to-agent'], 'The recipe “tool-to-agent” has left Pegboard: '],
    [['--recipe', 'bm25', '--option', 'magic=1'], 'There is no option “magic”.'],
    [['--recipe', 'bm25', '--option', 'k1=much'], 'does not take these options'],
    [['--k', '0'], 'Give a whole number of 1 or more.'],
    [['--k', '1001'], 'k must be at most 1000'],
    [['--default', '--k', '3'], 'Ask for one of them.'],
  ])('refuses %j', async (flags, why) => {
    await importSmall()
    const refused = await workWith(...flags)
    expect(refused.code).toBe(2)
    expect(refused.err).toContain(why)
    expect((await workWith()).out).toBe('“small” works with hybrid, k = 5.\n')
  })

  it('says so where there is no workspace', async () => {
    expect((await pegboard('work-with', '--workspace', 'none')).code).toBe(1)
  })
})
