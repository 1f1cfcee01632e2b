import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { ResourceLimits } from 'node:worker_threads'
import { build } from 'vite'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { startAppWorker, type AppWorker } from '../../../../src-main/hosts/worker/app-worker'
import type { WorkerOutput } from '../../../../src-main/hosts/worker/messages'

let folder: string
const started: AppWorker[] = []

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pegboard-worker-'))
  await build({
    configFile: false,
    logLevel: 'error',
    ssr: { noExternal: true },
    build: {
      ssr: fileURLToPath(new URL('./fake-worker.ts', import.meta.url)),
      outDir: folder,
      rolldownOptions: { output: { entryFileNames: 'worker.mjs' } },
    },
  })
})
afterEach(() => Promise.all(started.splice(0).map((worker) => worker.close())))
afterAll(() => rm(folder, { recursive: true }))

function start(version = '1.0.0') {
  const worker = startAppWorker({ resourcesFolder: folder, version }, join(folder, 'worker.mjs'))
  started.push(worker)
  const messages: WorkerOutput[] = []
  worker.onMessage((message) => messages.push(message))
  const replyTo = (id: string) =>
    new Promise<unknown>((resolve) => {
      const stop = worker.onMessage((message) => {
        if (message.kind !== 'reply' || message.id !== id) return
        stop()
        resolve(JSON.parse(message.json))
      })
    })
  const request = (id: string, action: string, input?: unknown) => {
    const reply = replyTo(id)
    worker.send({ kind: 'request', id, action, input })
    return reply
  }
  return { worker, messages, request }
}

describe('the app in a worker thread', () => {
  it('answers a request with the reply of the app', async () => {
    const { request } = start()
    expect(await request('1', 'echo', { deep: [1, 'two'] })).toEqual({
      ok: true,
      data: { deep: [1, 'two'] },
    })
  })

  it('keeps the digits of integers beyond 2^53', async () => {
    const { worker, request } = start()
    const json = new Promise((resolve) => {
      worker.onMessage((message) => message.kind === 'reply' && resolve(message.json))
    })
    await request('1', 'echo', { id: 1234567890123456789n })
    expect(await json).toBe('{"ok":true,"data":{"id":1234567890123456789}}')
  })

  it('answers a request that is nested too deep to be handed to the thread', async () => {
    const { request } = start()
    const deep: unknown = JSON.parse(`${'['.repeat(100_000)}${']'.repeat(100_000)}`)
    expect(await request('1', 'echo', { deep })).toMatchObject({
      ok: false,
      error: { code: 'bad-input', message: 'The request is nested deeper than 200 levels.' },
    })
    expect(await request('2', 'echo', 'still there')).toEqual({ ok: true, data: 'still there' })
  })

  it('sends few of many reports of progress, and always the last', async () => {
    const { request, messages } = start()
    await request('1', 'count', 10_000)
    const progress = messages.filter((message) => message.kind === 'progress')
    expect(progress.length).toBeLessThan(100)
    expect(progress.at(-1)?.progress.done).toBe(10_000)
    expect(messages.at(-1)?.kind).toBe('reply')
  })

  it('cancels one request and leaves the other running', async () => {
    const { worker, request, messages } = start()
    const first = request('1', 'wait', 'a')
    void request('2', 'wait', 'b')
    worker.send({ kind: 'cancel', id: '1' })
    expect(await first).toMatchObject({ ok: false, error: { code: 'cancelled' } })
    expect(await request('3', 'echo', 1)).toMatchObject({ ok: true })
    expect(messages.filter((message) => message.kind === 'reply').map(({ id }) => id)).toEqual([
      '1',
      '3',
    ])
  })

  it('ignores a cancel of a request that has ended', async () => {
    const { worker, request } = start()
    await request('1', 'echo', 1)
    worker.send({ kind: 'cancel', id: '1' })
    expect(await request('2', 'echo', 2)).toEqual({ ok: true, data: 2 })
  })

  it('replies with an error when a reply cannot be written down', async () => {
    const { request } = start()
    expect(await request('1', 'endless')).toMatchObject({
      ok: false,
      error: { code: 'internal' },
    })
  })

  it('fails every open request when it dies, and serves the next one', async () => {
    const { request } = start()
    const waiting = request('1', 'wait', 'a')
    expect(await request('2', 'crash')).toEqual({
      ok: false,
      error: {
        code: 'internal',
        message: "Pegboard's worker stopped: out of luck",
        fix: 'Restart Pegboard.',
      },
    })
    expect(await waiting).toMatchObject({ ok: false, error: { code: 'internal' } })
    expect(await request('3', 'echo', 'again')).toEqual({ ok: true, data: 'again' })
  })

  it('passes on why the app could not start', async () => {
    const { request } = start('broken')
    const reply = await request('1', 'echo')
    expect(reply).toEqual({
      ok: false,
      error: { code: 'storage', message: 'The data folder is read-only.', fix: 'Choose another.' },
    })
  })

  it('has a heap that V8 lets grow no further than to twice what is in use', async () => {
    const reply = (await start('limited').request('1', 'echo')) as { error: { message: string } }
    const limits = JSON.parse(reply.error.message) as Required<ResourceLimits>
    expect(limits.maxOldGenerationSizeMb).toBeLessThan(2_048)
    expect(limits.maxYoungGenerationSizeMb).toBeLessThanOrEqual(48)
  })

  it('refuses requests after it was closed', async () => {
    const { worker, request } = start()
    await worker.close()
    expect(await request('1', 'echo')).toMatchObject({ ok: false, error: { code: 'unavailable' } })
  })

  it('cancels the running requests when it closes', async () => {
    const { worker, request } = start()
    const waiting = request('1', 'wait', 'a')
    await worker.close()
    expect(await waiting).toMatchObject({ ok: false })
  })
})
