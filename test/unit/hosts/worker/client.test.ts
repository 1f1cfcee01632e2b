import { afterEach, expect, it } from 'vitest'
import type { Broadcast, ServerEvent } from '../../../../src-main/contract/reply'
import type { AppWorker } from '../../../../src-main/hosts/worker/app-worker'
import { connectClient, type Client } from '../../../../src-main/hosts/worker/client'
import type { Request } from '../../../../src-main/hosts/worker/messages'
import { fakeApp, workerOver } from '../../../fakes/app'

const workers: AppWorker[] = []
afterEach(() => Promise.all(workers.splice(0).map((worker) => worker.close())))

function twoClients() {
  const app = fakeApp()
  const worker = workerOver(app)
  workers.push(worker)
  const received: { first: ServerEvent[]; second: ServerEvent[] } = { first: [], second: [] }
  const first = readable(connectClient(worker, (event) => received.first.push(event)))
  const second = readable(connectClient(worker, (event) => received.second.push(event)))
  return { app, first, second, received }
}

/** The client with its replies parsed. */
const readable = (client: Client) => ({
  ...client,
  request: async (request: Request) => JSON.parse(await client.request(request)) as unknown,
})

const request = (action: string, input: unknown) =>
  ({ kind: 'request', id: 'same', action, input }) as const

it('keeps apart the requests of two clients that chose the same id', async () => {
  const { first, second } = twoClients()
  const replies = await Promise.all([
    first.request(request('echo', 'a')),
    second.request(request('echo', 'b')),
  ])
  expect(replies).toEqual([
    { ok: true, data: 'a' },
    { ok: true, data: 'b' },
  ])
})

it('sends progress only to the client that sent the request, under the id it chose', async () => {
  const { first, received } = twoClients()
  await first.request(request('count', 1))
  expect(received.first).toEqual([
    { kind: 'progress', id: 'same', progress: { what: 'Counting', done: 1, total: 1 } },
  ])
  expect(received.second).toEqual([])
})

it('cancels only its own request', async () => {
  const { app, first, second } = twoClients()
  const cancelled = first.request(request('wait', 'a'))
  void second.request(request('wait', 'b'))
  first.cancel('same')
  expect(await cancelled).toMatchObject({ error: { code: 'cancelled' } })
  expect(app.log).toEqual(['started: a', 'started: b', 'cancelled: a'])
})

it.each<Broadcast>([
  { kind: 'changed', dir: '/w', revision: 2, commit: 'c2' },
  { kind: 'outdated', dir: '/w', action: 'serving.state' },
  { kind: 'notice', dir: '/w', text: 'Embedded again.' },
])('sends every broadcast to every client: $kind', async (event) => {
  const { app, first, received } = twoClients()
  app.broadcast(event)
  await first.request(request('echo', 1))
  expect([received.first, received.second]).toEqual([[event], [event]])
})

it('cancels its requests and gets no more events when it leaves', async () => {
  const { app, first, second, received } = twoClients()
  const waiting = first.request(request('wait', 'a'))
  first.leave()
  expect(await waiting).toMatchObject({ error: { code: 'cancelled' } })
  app.broadcast({ kind: 'changed', dir: '/w', revision: 2, commit: 'c2' })
  await second.request(request('echo', 1))
  expect(app.log).toEqual(['started: a', 'cancelled: a'])
  expect(received.first).toEqual([])
})
