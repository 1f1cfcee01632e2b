import { parentPort, workerData } from 'node:worker_threads'
import { compose, defaultDataFolder } from '../../compose'
import { product } from '../product/product'
import { readInThread } from '../reader/read-in-thread'
import { answer } from './answer'
import { confirmByHost } from './confirm-by-host'
import type { WorkerOptions } from './messages'
import { otherThreads } from './other-threads'

if (!parentPort) throw new Error('This file runs inside a worker thread; start Pegboard instead.')

const { asksPerson, ...options } = workerData as WorkerOptions
const { readerFile, encoderFile, listingFile, program } = product()
// Messages that arrive before this is done wait in the port.
const app = await compose({
  ...options,
  dataFolder: options.dataFolder ?? defaultDataFolder(),
  readsOnlyHandedIn: true,
  readFiles: readInThread(readerFile),
  encoderFile,
  listingFile,
  program,
  ...(asksPerson && { confirm: confirmByHost(parentPort) }),
  startOtherThreads: otherThreads(options),
  // Loaded when it is needed: the window does not wait for it.
  serveAgents: async (...served) => (await import('../mcp/serve-http')).serveOverHttp(...served),
})
answer(app, parentPort)
