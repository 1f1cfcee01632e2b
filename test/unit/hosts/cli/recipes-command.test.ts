import { describe, expect, it } from 'vitest'
import { inSmall, terminalInFolder } from './terminal-in-folder'

const { pegboard, importSmall } = terminalInFolder()
const recipes = (...more: string[]) => pegboard('recipes', ...more, ...inSmall)
const save = (...more: string[]) =>
  recipes('save', 'mail finder', '--recipe', 'hybrid', '--option', 'clauses=false', ...more)

describe('pegboard recipes', () => {
  it('saves one of one’s own, lists and shows it, and deletes it', async () => {
    await importSmall()
    expect((await save()).out).toMatch(
      /^Saved\. Use it: --recipe "mail finder"\nTo take it back: pegboard undo [0-9a-f]{8}\n$/,
    )
    expect((await recipes()).out).toMatch(/^“mail finder” +hybrid with clauses=false$/m)
    expect((await recipes('show', 'mail finder')).out).toMatch(
      /^clauses +false +default: true +Search each clause$/m,
    )
    const again = await save('--option', 'depth=50')
    expect(again).toMatchObject({ code: 1 })
    expect(again.err).toContain('has a recipe “mail finder” already')
    expect((await save('--option', 'depth=50', '--replace')).code).toBe(0)
    const shown = await recipes('show', 'mail finder', '--json')
    expect(JSON.parse(shown.out)).toMatchObject({ options: { clauses: false, depth: 50 } })
    expect((await recipes('delete', 'mail finder')).out).toMatch(
      /^1 recipe deleted\.\nTo take it back: pegboard undo [0-9a-f]{8}\n$/,
    )
    const gone = await pegboard('query', 'x', ...inSmall, '--recipe', 'mail finder')
    expect(gone).toMatchObject({ code: 2 })
    expect(gone.err).toContain('There is no recipe “mail finder”.\nChoose one of: bm25, dense,')
  })

  it('makes one of another of one’s own', async () => {
    await importSmall()
    await save()
    await recipes('save', 'shallow', '--recipe', 'mail finder', '--option', 'depth=9')
    expect((await recipes()).out).toMatch(/^“shallow” +hybrid with depth=9, clauses=false$/m)
  })
})

describe('a recipe of one’s own', () => {
  it('is asked by its name, beside the recipe that it is made of', async () => {
    await importSmall()
    await save()
    const asked = ['query', 'send an email', ...inSmall, '--recipe', 'mail finder'] as const
    const { out } = await pegboard(...asked, '--json')
    expect(JSON.parse(out)).toMatchObject({ recipe: 'hybrid' })
    const both = await pegboard(...asked, '--recipe', 'hybrid')
    expect(both.out).toMatch(/in hybrid .* in mail finder/)
  })

  it('is measured by its name, and its run is called so as long as it stands', async () => {
    await importSmall()
    await save()
    const { out } = await pegboard(
      ...['eval', '--golden', 'asked', ...inSmall, '--k', '1'],
      ...['--recipe', 'hybrid', '--recipe', 'mail finder', '--baseline', 'mail finder'],
    )
    expect(out).toMatch(/^measure +hybrid +mail finder$/m)
    expect(out).toContain('Difference to mail finder, query by query')
    expect((await pegboard('runs', ...inSmall)).out).toContain('  mail finder  ')
    await recipes('delete', 'mail finder')
    expect((await pegboard('runs', ...inSmall)).out).not.toContain('mail finder')
  })
})
