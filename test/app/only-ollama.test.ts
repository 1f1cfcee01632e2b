import { Socket } from 'node:net'
import { join, resolve } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { compose } from '../../src-main/compose'
import type { ActionInput, ActionName, ActionAnswer } from '../../src-main/features/actions'
import type * as Registry from '../../src-main/pipeline/recipes/registry'
import { answering, chatModel, fakeModel, startFakeOllama } from '../fakes/ollama/ollama-server'
import { stays } from '../fixtures/staying'
import { emptyFolder } from './open-app'
import { SMALL_CATALOG } from './small-catalog'
import { writeFile } from 'node:fs/promises'

vi.mock('../../src-main/pipeline/recipes/registry', async (original) => {
  const { askingDenseRecipe } = await import('../fakes/asking-recipe')
  const registry = await original<typeof Registry>()
  const all = [...registry.recipes.all, askingDenseRecipe]
  return { ...registry, recipes: { ...registry.recipes, all } }
})

/** Addresses that were to be connected to, besides the one that is allowed: none of them is. */
let strangers: string[]
let allowed: string
const connect = Socket.prototype.connect

/** Where a socket is to connect, whichever way it is told. */
function addressOf(given: unknown[]): string {
  const [first] = given.flat()
  if (typeof first !== 'object' || first === null) return JSON.stringify(given)
  const { host = '', port = '', path } = first as { host?: string; port?: number; path?: string }
  return path ?? `${host}:${port}`
}

beforeEach(() => {
  strangers = []
  // A proxy of the environment is an address like any other.
  for (const name of ['HTTP_PROXY', 'HTTPS_PROXY', 'http_proxy', 'https_proxy', 'ALL_PROXY']) {
    vi.stubEnv(name, 'http://127.0.0.1:9')
  }
  Socket.prototype.connect = function (this: Socket, ...given: unknown[]) {
    const address = addressOf(given)
    if (address === allowed) return Reflect.apply(connect, this, given) as Socket
    strangers.push(address)
    this.destroy(new Error(`${address} is not to be called.`))
    return this
  }
})
afterEach(() => {
  Socket.prototype.connect = connect
  vi.unstubAllEnvs()
})

async function openWithOllama() {
  const server = await startFakeOllama([
    fakeModel(),
    chatModel({ says: answering(() => ({ text: 'Send a mail' })) }),
    chatModel({ name: 'far:latest', digest: 'f', remote_host: 'https://ollama.example:443' }),
  ])
  onTestFinished(() => server.close())
  allowed = server.url.replace('http://', '')
  const folder = await emptyFolder()
  const app = await compose({
    dataFolder: stays(join(folder, 'data')),
    resourcesFolder: resolve('resources'),
    version: '1.2.3',
    ollamaAddress: server.url,
  })
  onTestFinished(() => app.close())
  const call = { signal: new AbortController().signal, emit: () => undefined }
  async function request<Name extends ActionName>(
    action: Name,
    input: ActionInput<Name>,
  ): Promise<ActionAnswer<Name>> {
    const reply = await app.dispatch(action, input, call)
    if (!reply.ok) throw new Error(reply.error.message)
    return reply.data as ActionAnswer<Name>
  }
  const { dir } = await request('workspace.create', { name: 'Small' })
  const path = join(folder, 'tools.json')
  await writeFile(path, JSON.stringify(SMALL_CATALOG))
  await request('import.commit', { dir, path })
  const asked = { dir, text: 'write to the ops team', recipe: 'asking-dense', k: 3 }
  return { server, request, asked }
}

describe('a whole query with a model', () => {
  it('calls no address but the one that is chosen for Ollama', async () => {
    const { server, request, asked } = await openWithOllama()
    await request('settings.write', {
      embedder: 'ollama:nomic-embed-text',
      chatModel: 'ollama:small-chat',
    })
    await request('models.list', {})
    const { tools, degraded } = await request('query.run', asked)
    expect(degraded).toEqual([])
    expect(tools).toHaveLength(3)
    expect(server.chatted).toHaveLength(1)
    expect(server.embedded.map(({ input }) => input).flat()).toContain('search_query: Send a mail')
    expect(strangers).toEqual([])
  })

  it('asks the model once for the same words, also in another program', async () => {
    const { server, request, asked } = await openWithOllama()
    await request('settings.write', { chatModel: 'ollama:small-chat' })
    await request('query.run', asked)
    const { trace } = await request('query.run', { ...asked, k: 2, withTrace: true })
    expect(trace?.flatMap(({ calls }) => calls)).toMatchObject([{ cached: true, promptTokens: 0 }])
    expect(server.chatted).toHaveLength(1)
    expect(await request('answers.list', {})).toMatchObject([
      { prompt: 'rephrase@1', answer: '{"text":"Send a mail"}' },
    ])
    expect(await request('answers.size', {})).toMatchObject({ answers: 1 })
    expect(await request('answers.clear', {})).toEqual({ removed: 1 })
    expect(await request('answers.size', {})).toMatchObject({ answers: 0 })
  })

  it('is answered without a model that runs on another machine, and sends it nothing', async () => {
    const { server, request, asked } = await openWithOllama()
    await request('settings.write', { chatModel: 'ollama:far' })
    const { tools, degraded } = await request('query.run', asked)
    expect(tools).toHaveLength(3)
    expect(degraded).toEqual(['The model far runs on another machine (Rephrase).'])
    expect(server.chatted).toEqual([])
    expect(strangers).toEqual([])
  })

  it('would be caught calling any other', async () => {
    await openWithOllama()
    await expect(fetch('http://127.0.0.1:4999/')).rejects.toThrow()
    expect(strangers).toEqual(['127.0.0.1:4999'])
  })
})
