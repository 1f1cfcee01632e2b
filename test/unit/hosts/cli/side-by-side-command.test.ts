import { describe, expect, it } from 'vitest'
import { inSmall, terminalInFolder } from './terminal-in-folder'

const { pegboard, importSmall } = terminalInFolder()
const asking = (...more: string[]) =>
  pegboard('query', 'send an email about the weather forecast', ...inSmall, ...more)

describe('pegboard query --recipe A --recipe B', () => {
  it('prints both sets side by side, each tool with its place in the other', async () => {
    await importSmall()
    const { out, code } = await asking('--recipe', 'bm25', '--recipe', 'dense', '-k', '2')
    expect(code).toBe(0)
    const [head = '', first = ''] = out.split('\n')
    expect(head).toMatch(/^#\s+bm25\s+in dense\s+dense\s+in bm25$/)
    expect(first).toMatch(
      /^1\s+\w+\s+(#\d( \(cut\))?|only here)\s+\w+\s+(#\d( \(cut\))?|only here)$/,
    )
    expect(out).toMatch(/\n\d tools in both, \d only in bm25, \d only in dense\.\n/)
    expect(out).toMatch(/\nbm25: 2 tools, \d+ prompt tokens, [\d.]+ ms\.\n/)
  })

  it('ticks the right tools, and tells one recipe with itself apart', async () => {
    await importSmall()
    const text = 'put the meeting into the calendar and email it'
    const both = ['--recipe', 'bm25', '--recipe', 'bm25']
    const { out } = await pegboard('query', text, ...inSmall, ...both, '-k', '2')
    expect(out).toMatch(/^#\s+bm25 A\s+in bm25 B\s+bm25 B\s+in bm25 A\n/)
    expect(out).toMatch(/\n\d\s+✓\s+\w+\s+#\d\s+✓/)
    const json = await pegboard('query', text, ...inSmall, ...both, '--json')
    expect(JSON.parse(json.out)).toMatchObject({
      answers: [{ recipe: 'bm25' }, { recipe: 'bm25' }],
    })
  })

  it('says of an answer, alone or beside another, which options had no effect', async () => {
    await importSmall()
    const paper = ['--recipe', 'toolshed', '--option', 'preset=paper', '--option', 'searchAgain=2']
    const said =
      'An option that was chosen has no effect beside the others: “Search again, at most” (searchAgain).\n'
    expect((await asking(...paper)).out).toContain(`\n${said}`)
    const { out } = await asking(...paper, '--recipe', 'bm25')
    expect(out).toContain(`\ntoolshed: ${said}`)
    expect(out).not.toContain('bm25: An option')
  })

  it('refuses what is told of one alone, and a third', async () => {
    await importSmall()
    const both = ['--recipe', 'bm25', '--recipe', 'dense']
    const traced = await asking(...both, '--trace', '--try-model')
    expect(traced).toMatchObject({
      code: 2,
      err: expect.stringContaining('--trace, --try-model') as string,
    })
    expect(await asking(...both, '--recipe', 'hybrid')).toMatchObject({ code: 2 })
  })
})

describe('pegboard query on a request of several parts', () => {
  it('says in the trace, and in why, for which part a tool stands where it does', async () => {
    await importSmall()
    const text = 'put the meeting into the calendar and send an email to Dana'
    const asked = ['query', text, ...inSmall, '--recipe', 'hybrid', '-k', '2']
    const { out } = await pegboard(...asked, '--trace')
    expect(out).toMatch(/best so far for “[^”]+”/)
    const why = await pegboard(...asked, '--why', 'create_event')
    expect(why.out).toMatch(/cover parts: place \d of \d, score [\d.]+, best so far for “/)
  })

  it('takes what was said before and the tools held', async () => {
    await importSmall()
    const { out } = await asking('--recipe', 'bm25', '--said', 'Hello', '--held', 'gone')
    expect(out).toContain('1 of the tools held already is not in the catalog.')
  })
})

describe('pegboard query --try-model', () => {
  it('says what to do where no chat model is chosen', async () => {
    await importSmall()
    const tried = await asking('--recipe', 'bm25', '--try-model')
    expect(tried).toMatchObject({ code: 1, err: expect.stringContaining('Models') as string })
  })
})
