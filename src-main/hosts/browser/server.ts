import { existsSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { Problem } from '../../domain/problem'
import { listen } from '../product/listen'
import { product } from '../product/product'
import { startAppWorker, type AppWorker } from '../worker/app-worker'
import { createAuthentication } from './authentication'
import { handle } from './handle'
import { createTabs } from './tabs'

export interface ServeOptions {
  /** 0 for any that is free. */
  port?: number
  /** Where Ollama is asked; left out: where the settings say. */
  ollama?: string | undefined
  /** The product's own, unless given. */
  startWorker?: (ollama?: string) => AppWorker
  windowFolder?: string
}

export interface Served {
  /** Opens the window once: it holds the one-time token. */
  url: string
  close(): Promise<void>
}

/**
 * Serves the window at a loopback address, to one browser that presents the one-time token.
 * @throws Problem `bad-input` for a port number that programs may not use, `busy` when the port is
 * in use, `not-found` when the window is not built
 */
export async function serve(options: ServeOptions = {}): Promise<Served> {
  const { port = 0, startWorker = startProduct, windowFolder = product().windowFolder } = options
  if (!existsSync(join(windowFolder, 'index.html')))
    throw new Problem('not-found', 'The window is not built.', 'Build it: npm run build')

  const server = createServer()
  const actualPort = await listen(server, port)
  const worker = startWorker(options.ollama)
  const tabs = createTabs(worker)
  const authentication = createAuthentication()
  const windowServer = { port: actualPort, authentication, tabs, windowFolder }
  server.on('request', (request, response) => void handle(windowServer, request, response))

  async function close(): Promise<void> {
    const closed = new Promise((resolve) => server.close(resolve))
    tabs.close()
    await worker.close()
    server.closeAllConnections()
    await closed
  }

  // Behind the `#`, it is neither sent with the address nor kept in the history.
  return { url: `http://127.0.0.1:${actualPort}/#token=${authentication.oneTimeToken}`, close }
}

const startProduct = (ollamaAddress?: string) => startAppWorker({ ...product(), ollamaAddress })
