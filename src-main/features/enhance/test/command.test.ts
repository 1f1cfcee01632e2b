import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { startFakeOllama } from '../../../../test/fakes/ollama/ollama-server'
import { askedFor, enhancingModel } from '../../../../test/fakes/enhancing'
import { SMALL_CATALOG } from '../../../../test/app/small-catalog'
import { inSmall, terminalInFolder } from '../../../../test/unit/hosts/cli/terminal-in-folder'

const { pegboard, importSmall } = terminalInFolder()
const enhance = (...more: string[]) => pegboard('enhance', ...more, ...inSmall)

/**
 * The small catalog over an Ollama whose chat model proposes texts, but fails at what `change`
 * says.
 */
async function onOllama(change?: (question: string) => string | undefined) {
  const server = await startFakeOllama([enhancingModel(change)])
  onTestFinished(() => server.close())
  vi.stubEnv('OLLAMA_HOST', server.url)
  await importSmall()
  await pegboard('models', 'use', 'small-chat', '--for', 'chat')
  return server
}

const ALL = SMALL_CATALOG.length

describe('pegboard enhance', () => {
  it('says what it would take, asks for it, says what was refused, and asks for nothing twice', async () => {
    const server = await onOllama((question) =>
      askedFor(question) === 'send_email questions' ? 'Certainly!' : undefined,
    )
    const parts = ['--all', '--part', 'questions', '--part', 'when-to-use']
    expect((await enhance(...parts, '--plan')).out).toContain(
      `${ALL} tools: ${2 * ALL} questions to the chat model; 0 asked before`,
    )
    expect(server.chatted).toHaveLength(0)
    const { code, out } = await enhance(...parts)
    expect(code).toBe(0)
    expect(out).toContain(`${2 * ALL} answers: ${2 * ALL - 1} proposed, 1 refused.`)
    expect(out).toContain(
      'Refused: send_email, questions it answers: the model answered in prose, or not at all',
    )
    const asked = server.chatted.length
    expect((await enhance(...parts)).out).toContain(`0 answers: 0 proposed, 0 refused.`)
    expect(server.chatted).toHaveLength(asked)
    const topics = (await enhance('--all', '--part', 'topics', '--plan')).out
    expect(topics).toContain('; 0 asked before.\n')
    expect(topics).toContain('Refused so far, for any part of these tools: 1 answers.')
    const run = /forget --run (\S+)/.exec(out)?.[1] ?? ''
    expect((await enhance('forget', '--run', run)).out).toBe(
      `${2 * ALL - 1} open proposals are withdrawn.\n`,
    )
  })

  it('asks no model where that is said', async () => {
    const server = await onOllama()
    const { code, out } = await enhance('--all', '--without-model', '--from', 'parameters')
    expect(code).toBe(0)
    expect(out).toMatch(/^\d+ questions proposed for \d+ tools\.$/m)
    expect(server.chatted).toHaveLength(0)
  })

  it.each([
    [[], /No tools are chosen/],
    [['--all', '--tool', 'send_email'], /Both --all and some tools are chosen/],
    [['--all', '--part', 'praise'], /Choose one of: questions, topics/],
    [['--all', '--from', 'examples'], /--from goes with --without-model/],
  ])('refuses %j', async (flags, why) => {
    await onOllama()
    const { code, err } = await enhance(...flags)
    expect(code).not.toBe(0)
    expect(err).toMatch(why)
  })

  it('fails where answers are left, and says that it goes on', async () => {
    const server = await onOllama()
    await server.close()
    const { code, err } = await enhance('--all', '--part', 'topics')
    expect(code).not.toBe(0)
    expect(err).not.toBe('')
  })
})

describe('pegboard improve', () => {
  it('says what it would take, and accepts nothing where few queries tell anything', async () => {
    await onOllama()
    const golden = await pegboard('golden', 'list', ...inSmall)
    expect(golden.code).toBe(0)
    const planned = await pegboard('improve', '--plan', ...inSmall)
    expect(planned.out).toMatch(
      /^Of \d queries of “.+”, \d say what is missed, \d which texts are accepted/m,
    )
    expect(planned.out).toMatch(/^All: 5 tools, \d+ answers/m)
    const { code, out } = await pegboard('improve', '--all', ...inSmall)
    expect(code).toBe(0)
    expect(out).toContain('5 answers for 5 tools.')
    expect(out).toContain('too few to tell what texts are worth: nothing was accepted.')
  })
})
