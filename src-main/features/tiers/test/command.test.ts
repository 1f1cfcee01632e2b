import { writeFile } from 'node:fs/promises'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { chatModel } from '../../../../test/fakes/ollama/models'
import { startFakeOllama } from '../../../../test/fakes/ollama/ollama-server'
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
