import {
  addressLines,
  addressPlace,
  SERVING_PORT,
  takesAddress,
} from '../../domain/agent/address-lines'
import { MCP_CLIENTS, servedName, type McpClient } from '../../domain/agent/client-lines'
import { Problem } from '../../domain/problem'
import { addressAt } from '../mcp/serve-http'
import { checkPort } from '../product/listen'
import type { CommandSession } from './session'

interface Asked {
  dir: string
  /** Of the workspace. */
  name: string
  client: McpClient
  port: number
}

/**
 * The lines that have a client ask at a port, whoever serves it.
 * @throws Problem `bad-input` for a client that cannot, and a port that says nothing.
 */
export async function linesOfPort(
  session: CommandSession,
  { dir, name, client, port }: Asked,
): Promise<string> {
  if (!takesAddress(client)) {
    throw new Problem(
      'bad-input',
      `${MCP_CLIENTS[client].title} sends no token to an address.`,
      'Leave out --port: the lines then have it start Pegboard itself.',
    )
  }
  if (port === 0) {
    throw new Problem(
      'bad-input',
      'Lines for any port that is free would not stay right.',
      `Name the port, such as ${SERVING_PORT}.`,
    )
  }
  checkPort(port)
  const { token } = await session.request('serving.state', { dir })
  session.remark(addressPlace(client))
  session.remark(`It is answered while pegboard mcp --port ${port}, or the window, serves there.`)
  return addressLines(client, { name: servedName(name), url: addressAt(port), token })
}
