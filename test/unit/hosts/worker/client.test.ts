import { afterEach, expect, it } from 'vitest'
import type { Broadcast, ServerEvent } from '../../../../src-main/contract/reply'
import type { AppWorker } from '../../../../src-main/hosts/worker/app-worker'
import { connectClient } from '../../../../src-main/hosts/worker/client'
import { fakeApp, workerOver } from '../../../fakes/app'

const workers: AppWorker[] = []
afterEach(() => Promise.all(workers.splice(0).map((worker) => worker.close())))

function twoClients() {
  const app = fakeApp()
  const worker = workerOver(app)
  workers.push(worker)
  const heard: { first: ServerEvent[]; second: ServerEvent[] } = { first: [], second: [] }
  const first = connectClient(worker, (event) => heard.first.push(event))
  const second = connectClient(worker, (event) => heard.second.push(event))
  return { app, first, second, heard }
}

const request = (route: string, input: unknown) =>
  ({ kind: 'request', id: 'same', route, input }) as const

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

it('sends progress only to the client that asked, under its own id', async () => {
  const { first, heard } = twoClients()
  await first.request(request('count', 1))
  expect(heard.first).toEqual([
    { kind: 'progress', id: 'same', progress: { what: 'Counting', done: 1, total: 1 } },
  ])
  expect(heard.second).toEqual([])
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
  { kind: 'changed', dir: '/w', revision: 2 },
  { kind: 'notice', dir: '/w', text: 'Embedded anew.' },
])('tells every client what is told to all: $kind', async (event) => {
  const { app, first, heard } = twoClients()
  app.broadcast(event)
  await first.request(request('echo', 1))
  expect([heard.first, heard.second]).toEqual([[event], [event]])
})

it('cancels what it asked for and hears no more when it leaves', async () => {
  const { app, first, second, heard } = twoClients()
  const waiting = first.request(request('wait', 'a'))
  first.leave()
  expect(await waiting).toMatchObject({ error: { code: 'cancelled' } })
  app.broadcast({ kind: 'changed', dir: '/w', revision: 2 })
  await second.request(request('echo', 1))
  expect(app.log).toEqual(['started: a', 'cancelled: a'])
  expect(heard.first).toEqual([])
})
