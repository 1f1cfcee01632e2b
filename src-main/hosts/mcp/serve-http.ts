import { createMcpHandler } from '@modelcontextprotocol/server'
import {
  localhostHostValidation,
  localhostOriginValidation,
  toNodeHandler,
} from '@modelcontextprotocol/node'
import { createServer, type ServerResponse } from 'node:http'
import { listen } from '../product/listen'
import { carries } from '../product/secret'
import { searchServer, type Serving } from './search-server'

export interface ServedOverHttp {
  /** Where clients ask. */
  url: string
  close(): Promise<void>
}

const PATH = '/mcp'

/** Where a port of this machine is asked. */
export const addressAt = (port: number): string => `http://127.0.0.1:${port}${PATH}`

/**
 * Serves agents over streamable HTTP, in either era of the protocol, at a loopback address. Only who has the token is answered; a page of a
 * foreign site is refused whatever it has.
 * @param port 0 for any that is free
 * @throws Problem as {@link listen}
 */
export async function serveOverHttp(
  serving: Serving,
  { port, token }: { port: number; token: string },
): Promise<ServedOverHttp> {
  const server = createServer()
  const actualPort = await listen(server, port)
  const handler = createMcpHandler(() => searchServer(serving))
  const answer = toNodeHandler(handler)
  const isFromHere = [localhostHostValidation(), localhostOriginValidation()]
  server.on('request', (request, response) => {
    if (!isFromHere.every((isFine) => isFine(request, response))) return
    if (!carries(request, token)) return refuse(response, 401, 'The token is missing or wrong.')
    if (request.url?.split('?')[0] !== PATH) return refuse(response, 404, `Ask at ${PATH}.`)
    void answer(request, response)
  })

  return {
    url: addressAt(actualPort),
    async close() {
      const closed = new Promise((resolve) => server.close(resolve))
      await handler.close()
      server.closeAllConnections()
      await closed
    },
  }
}

function refuse(response: ServerResponse, status: number, message: string): void {
  const headers = {
    'Content-Type': 'application/json',
    ...(status === 401 && { 'WWW-Authenticate': 'Bearer' }),
  }
  response.writeHead(status, headers)
  response.end(JSON.stringify({ jsonrpc: '2.0', id: null, error: { code: -32_000, message } }))
}
