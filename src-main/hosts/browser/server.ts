import { existsSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { Problem } from '../../domain/problem'
import { product } from '../product/product'
import { startAppWorker, type AppWorker } from '../worker/app-worker'
import { createDoor } from './door'
import { handle } from './handle'
import { createTabs } from './tabs'

export interface ServeOptions {
  /** 0 for any that is free. */
  port?: number
  /** The product's own, unless given. */
  startWorker?: () => AppWorker
  windowFolder?: string
}

export interface Served {
  /** Opens the window once; holds the token. */
  url: string
  close(): Promise<void>
}

/**
 * Serves the window at a loopback address, to whoever comes with the link's token.
 * @throws Problem `bad-input` for what is no port a program may take, `busy` when the port is taken,
 * `not-found` when the window is not built
 */
export async function serve(options: ServeOptions = {}): Promise<Served> {
  const { port = 0, startWorker = startAppWorker, windowFolder = product().windowFolder } = options
  if (!existsSync(join(windowFolder, 'index.html')))
    throw new Problem('not-found', 'The window is not built.', 'Build it: npm run build')

  if (port !== 0 && (port < 1024 || port > 65_535))
    throw new Problem('bad-input', `${port} is not a port.`, 'Choose one from 1024 to 65535.')

  const server = createServer()
  const actualPort = await listen(server, port)
  const worker = startWorker()
  const tabs = createTabs(worker)
  const door = createDoor(actualPort)
  const house = { port: actualPort, door, tabs, windowFolder }
  server.on('request', (request, response) => void handle(house, request, response))

  async function close(): Promise<void> {
    const closed = new Promise((resolve) => server.close(resolve))
    tabs.close()
    await worker.close()
    server.closeAllConnections()
    await closed
  }

  return { url: `http://127.0.0.1:${actualPort}/?token=${door.token}`, close }
}

function listen(server: Server, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => reject(listenProblem(error, port)))
    server.listen(port, '127.0.0.1', () => resolve((server.address() as AddressInfo).port))
  })
}

function listenProblem(error: NodeJS.ErrnoException, port: number): Problem {
  const fix = 'Choose another with --port, or leave --port out to get one that is free.'
  if (error.code === 'EADDRINUSE')
    return new Problem('busy', `Port ${port} is already in use.`, fix)
  return new Problem('unavailable', `Port ${port} cannot be used: ${error.message}`, fix)
}
