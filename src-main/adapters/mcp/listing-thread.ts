import { parentPort, workerData } from 'node:worker_threads'
import { Problem } from '../../domain/problem'
import type { ListingSign, ListingTask } from './list-in-thread'
import { listServer } from './list-server'

if (!parentPort) throw new Error('This file runs inside a worker thread; start Pegboard instead.')

const port = parentPort
const { server, call, how } = workerData as ListingTask
const stopper = new AbortController()
port.on('message', () => stopper.abort())

const say = (sign: ListingSign, moved: ArrayBuffer[] = []): void => port.postMessage(sign, moved)
const onTools = (count: number): void => say({ count })
try {
  const listing = await listServer(server, { ...call, signal: stopper.signal, onTools }, how)
  say({ listing }, [listing.tools.buffer as ArrayBuffer])
} catch (error) {
  if (!(error instanceof Problem) && !stopper.signal.aborted) throw error
  const { code, message, fix } =
    error instanceof Problem ? error : new Problem('cancelled', 'Stopped.')
  say({ fault: { code, message, fix } })
} finally {
  port.close()
}
