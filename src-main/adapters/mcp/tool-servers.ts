import type { ToolServers } from '../../ports/tool-servers'
import { LISTING_LIMITS, type How } from './limits'

interface Options extends Partial<How> {
  /** Of this program, which servers are told. */
  version: string
  /**
   * The entry of threads that speak to servers, `server-thread`; left out: the thread that asks
   * does.
   */
  threadFile?: string | undefined
  /** For the answer to a call. */
  callMs?: number
}

const CALL_MS = 120_000

/** Servers that speak MCP. */
export const mcpServers = ({
  threadFile,
  version,
  limits = LISTING_LIMITS,
  callMs = CALL_MS,
}: Options): ToolServers => ({
  async list(server, call) {
    const { listServer } = await import('./list-server')
    return listServer(server, call, { threadFile, how: { version, limits } })
  },
  async connect(server, call) {
    const { connectServer } = await import('./connect-server')
    return connectServer(server, call, { threadFile, how: { version, limits }, callMs })
  },
})
