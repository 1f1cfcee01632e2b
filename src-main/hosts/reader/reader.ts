import { parentPort, workerData } from 'node:worker_threads'
import { readingReply } from '../../app/readings'
import type { JsonValue } from '../../domain/tool/tool'
import { importFormats } from '../../features/import-formats'
import { inPieces } from './pieces'
import type { ReaderTask } from './read-in-thread'

if (!parentPort) throw new Error('This file runs inside a worker thread; start Pegboard instead.')

// One piece for each message, so that who reads them has time for others between two.
const port = parentPort
const { reading, input } = workerData as ReaderTask
const pieces = inPieces(readingReply(reading, input, importFormats) as unknown as JsonValue)
const give = (): void => {
  const next = pieces.next()
  if (next.done) port.close()
  else port.postMessage(next.value)
}
port.on('message', give)
give()
