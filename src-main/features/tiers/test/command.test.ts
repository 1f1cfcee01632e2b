import { writeFile } from 'node:fs/promises'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { chatModel } from '../../../../test/fakes/ollama/models'
import { startFakeOllama } from '../../../../test/fakes/ollama/ollama-server'
import { KINDS_SET } from './kinds-set'
import { inSmall, terminalInFolder } from '../../../../test/unit/hosts/cli/terminal-in-folder'

const { pegboard, importSmall, at } = terminalInFolder()

describe('pegboard tiers', () => {
  it('shows recall by tier, of which one can be compared alone', async () => {
    await importSmall()
    await pegboard(
      ...['eval', '--golden', 'asked', '--recipe', 'bm25', '--recipe', 'hybrid', '-k', '1,3'],
      ...inSmall,
    )
    const { out } = await pegboard('tiers', ...inSmall, '-k', '1')
    expect(out).toMatch(/^tier +queries +by hand +bm25 +hybrid +it$/m)
    expect(out).toMatch(/^Compound +1 .*asks for several things, or needs several tools$/m)
    const compared = await pegboard('compare', '2:compound', '1:compound', ...inSmall)
    expect(compared.code).toBe(0)
    expect(compared.out).toContain('1 query')
    const failed = await pegboard('failures', '1:other-language', ...inSmall)
    expect(failed.code).not.toBe(0)
    expect(failed.err).toContain('No query of this run is not in English.')
  })

  it('remarks on runs that are not of what is in use now', async () => {
    await importSmall()
    await pegboard(
      ...['eval', '--golden', 'asked', '--recipe', 'bm25', '--recipe', 'hybrid', '-k', '1,3'],
      ...inSmall,
    )
    expect((await pegboard('tiers', ...inSmall, '-k', '1')).err).not.toContain('Not of what is')
    await pegboard('models', 'use', 'sentences', '--for', 'embedder', ...inSmall)
    expect((await pegboard('tiers', ...inSmall, '-k', '1')).err).toContain(
      'Not of what is in use now: hybrid: Instant, now Sentences. Measure again: pegboard again',
    )
  })

  it('keeps proposed tiers in one change, and names what has a tag that names none', async () => {
    const says = ({ messages }: { messages: readonly { content: string }[] }) => {
      const isVague = messages.at(-1)?.content.includes('euros')
      return { tokens: [JSON.stringify({ tier: isVague ? 'vague' : 'exact' })] }
    }
    const server = await startFakeOllama([chatModel({ says })])
    onTestFinished(() => server.close())
    vi.stubEnv('OLLAMA_HOST', server.url)
    const asked = [
      { id: 'q1', query: 'send an email', tools: ['send_email'] },
      { id: 'q2', query: 'how many euros is that', tools: ['convert_currency'] },
      { id: 'q3', query: 'mail it', tools: ['send_email'], tags: ['tier:magic'] },
    ]
    await writeFile(at('asked.json'), JSON.stringify(asked))
    await importSmall()
    await pegboard('models', 'use', 'small-chat', '--for', 'chat')
    const done = await pegboard('golden', 'propose-tiers', 'asked', '--keep', ...inSmall)
    expect(done.out).toMatch(/^3 proposed, 2 given as tags; 0 could not be asked about\.$/m)
    expect(done.out).toMatch(/^“mail it”: “tier:magic” names no tier/m)
    const [, change = ''] = /pegboard undo (\S+)/.exec(done.out + done.err) ?? []
    await pegboard('undo', change, ...inSmall)
    const { out } = await pegboard('golden', 'show', 'asked', '--json', ...inSmall)
    expect(new Set(out.match(/tier:\w+/g))).toEqual(new Set(['tier:magic']))
  })
})

describe('plain and everyday requests', () => {
  const evaluated = (...args: string[]) =>
    pegboard('eval', '--golden', 'kinds', '--recipe', 'bm25', '-k', '1,3', ...inSmall, ...args)

  it('are told apart by eval, advise and work-with, where both are many enough', async () => {
    await writeFile(at('kinds.json'), JSON.stringify(KINDS_SET))
    await importSmall()
    await pegboard('import-golden', 'kinds.json', ...inSmall)
    const { out } = await evaluated('--recipe', 'hybrid')
    expect(out).toMatch(
      /^Plain and everyday requests:\nbm25: found among the first \d: plain 10 of 10 \(recall 1\.000\) · everyday \d+ of 10 \(recall .*\)\.\nhybrid: found among .*\.\nFound: all right tools .* 3 queries are neither\.$/m,
    )
    const { plainEveryday, runs } = JSON.parse((await evaluated('--json')).out) as {
      plainEveryday: { run: string; plain: { found: number } }[]
      runs: { id: string }[]
    }
    expect(plainEveryday).toMatchObject([{ run: runs[0]?.id, plain: { found: 10 } }])
    const LINE = /^Plain and everyday requests: found among the first \d: plain 10 of 10 /m
    expect((await pegboard('advise', ...inSmall, '--golden', 'kinds')).out).toMatch(LINE)
    const advised = await pegboard('advise', ...inSmall, '--golden', 'kinds', '--json')
    expect(JSON.parse(advised.out)).toHaveProperty('plainEveryday.0.everyday.queries', 10)
    const works = await pegboard('work-with', '--recipe', 'bm25', '--k', '1', ...inSmall)
    expect(works.out).toMatch(LINE)
  })

  it('are not told of a golden set that has few', async () => {
    await importSmall()
    const asked = ['eval', '--golden', 'asked', '--recipe', 'bm25', '-k', '1', ...inSmall]
    expect((await pegboard(...asked)).out).not.toContain('Plain and everyday')
    expect((await pegboard('advise', ...inSmall)).out).not.toContain('Plain and everyday')
    expect((await pegboard(...asked, '--json')).out).not.toContain('plainEveryday')
    const works = await pegboard('work-with', '--recipe', 'bm25', '--k', '1', ...inSmall)
    expect(works.out).not.toContain('Plain and everyday')
  })
})
