import { describe, expect, it, onTestFinished } from 'vitest'
import { join } from 'node:path'
import type { AppPorts } from '../../../app/ports'
import { Problem } from '../../../domain/problem'
import { askedFor, enhancingModel, fittingText, toolAsked } from '../../../../test/fakes/enhancing'
import { startFakeOllama } from '../../../../test/fakes/ollama/ollama-server'
import { program } from '../../../../test/fixtures/program'
import { airlineWorkspace } from '../../../../test/app/airline'
import { enhancing, proposalsIn, withWriter } from './enhancing'
import { emptyFolder, openApp } from '../../../../test/app/open-app'
import { BOOK, PASTA } from '../../../../test/app/standardising'
import { interruptedLibrary } from '../../../../test/app/two-programs'

/** A chat model that answers as it is asked, once some other work is done. */
const after = (work: () => Promise<unknown>): Partial<AppPorts> => ({
  languageModels: {
    open: async () => ({
      fingerprint: 'late@1',
      async answer({ text }) {
        await work()
        return { text: JSON.stringify(fittingText(text)), promptTokens: 1, answerTokens: 1 }
      },
    }),
  },
})

describe('a run that ends early', () => {
  it('keeps what was answered when it is stopped, and goes on from there', async () => {
    const stop = new AbortController()
    const app = await enhancing((question) => {
      if (toolAsked(question).name === 'get_airport_code') stop.abort()
      return fittingText(question)
    })
    const { dir, reply, enhance, proposals, asked } = app
    expect(await reply('enhance.run', { dir, parts: ['questions'] }, stop.signal)).toMatchObject({
      error: {
        code: 'cancelled',
        message: expect.stringMatching(/^Stopped\. 1 of 5 answers/) as string,
      },
    })
    expect(await proposals()).toHaveLength(1)
    expect(await enhance()).toMatchObject({ asked: 4, passedOver: 1, left: 0 })
    expect(asked().filter((each) => each.startsWith(PASTA))).toHaveLength(1)
  })

  it('gives up where the model cannot be asked, and says how many are left', async () => {
    const { enhance } = await enhancing(() => {
      throw new Problem('unavailable', 'Ollama does not answer.', 'Start it.')
    })
    expect(await enhance()).toMatchObject({
      asked: 0,
      left: 5,
      failed: ['Ollama does not answer. Start it.'],
    })
  })

  it('passes over a tool that is deleted meanwhile, also one that was asked about', async () => {
    let removed: Promise<unknown> | undefined
    const app = await enhancing(
      undefined,
      undefined,
      after(
        () => (removed ??= app.request('catalog.remove', { dir: app.dir, ids: [PASTA, BOOK] })),
      ),
    )
    expect(await app.enhance()).toMatchObject({ gone: 1, left: 0 })
    expect((await app.proposals()).map(({ tool }) => tool)).not.toContain(PASTA)
  })
})

const TOOLS = Array.from({ length: 199 }, (_, at) => ({
  type: 'function',
  function: { name: `tool_${at}`, description: `Does the ${at}th thing of many.`, parameters: {} },
}))

describe('199 tools, killed hard half-way', () => {
  it('asks no finished tool again, and loses none', async () => {
    const ollama = await startFakeOllama([enhancingModel()])
    onTestFinished(() => ollama.close())
    const enhance = await program('enhance.ts')
    const { request, file, folder } = await openApp()
    const settings = { ollamaUrl: ollama.url, chatModel: 'ollama:small-chat' }
    await request('settings.write', settings)
    const { dir } = await request('workspace.create', { name: 'Many' })
    await request('import.commit', { dir, path: await file('many.json', TOOLS) })
    ollama.msPerToken = 5
    const kill = await enhance.runToPrint(folder, dir)
    await expect.poll(() => ollama.chatted.length, { timeout: 60_000 }).toBeGreaterThan(99)
    await kill()
    ollama.msPerToken = 0
    const before = ollama.chatted.length
    expect(before).toBeLessThan(199)
    expect(await enhance.run(folder, dir)).toEqual([0, null])
    const asked = Map.groupBy(ollama.chatted, ({ messages }) =>
      askedFor(messages.at(-1)?.content ?? ''),
    )
    expect(asked.size).toBe(199)
    // Of the question that was in flight nobody got an answer.
    const twice = [...asked].filter(([, questions]) => questions.length > 1)
    expect(twice.length).toBeLessThanOrEqual(1)
    for (const [, [first]] of twice) expect(first).toBe(ollama.chatted[before - 1])
    const proposals = await proposalsIn(join(folder, 'data'), dir)
    expect(new Set(proposals.map(({ tool }) => tool)).size).toBe(199)
    expect(proposals).toHaveLength(199)
  }, 120_000)
})

describe('two programs that enhance at once', () => {
  it('do not ask for what the other one has, and keep what both were told', async () => {
    const folder = await emptyFolder()
    const second = await withWriter(fittingText, folder)
    let others: Promise<unknown> | undefined
    const work = () =>
      (others ??= second.request('enhance.run', { dir, parts: ['questions'], ids: [BOOK, PASTA] }))
    const first = await withWriter(undefined, folder, after(work))
    const dir = await airlineWorkspace(first)
    const done = await first.request('enhance.run', { dir, parts: ['questions'] })
    expect(done).toMatchObject({ left: 0 })
    expect(done.passedOver).toBeGreaterThan(0)
    const tools = (await proposalsIn(folder, dir)).map(({ tool }) => tool)
    expect(tools.toSorted()).toEqual([...new Set(tools)].toSorted())
    expect(tools).toHaveLength(5)
  })

  it('lose nothing of what another writer commits in between', async () => {
    const folder = await emptyFolder()
    const { library, meanwhile } = interruptedLibrary(folder)
    const second = await withWriter(fittingText, folder)
    const first = await withWriter(fittingText, folder, { library })
    const dir = await airlineWorkspace(first)
    meanwhile(() => second.request('enhance.run', { dir, parts: ['topics'] }))
    await first.request('enhance.run', { dir, parts: ['questions'] })
    expect(await proposalsIn(folder, dir)).toHaveLength(10)
    const plan = await second.request('enhance.plan', { dir, parts: ['questions', 'topics'] })
    expect(plan).toMatchObject({ calls: 0, passedOver: 10 })
  })
})
