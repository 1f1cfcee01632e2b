import type { ToolServers } from '../../ports/tool-servers'
import type { SignIns } from '../../ports/sign-ins'
import { LISTING_LIMITS, type How } from './limits'
import { signedIn } from './sign-in/signed-in'

interface Options extends Partial<How> {
  /** Of this program, which servers are told. */
  version: string
  /** Where somebody signed in; left out: nowhere. */
  signIns?: Pick<SignIns, 'token'> | undefined
  /**
   * The entry of threads that speak to servers, `server-thread`; left out: the thread that asks
   * does.
   */
  threadFile?: string | undefined
  /** For the answer to a call. */
  callMs?: number
}

const CALL_MS = 120_000

const NOWHERE: Pick<SignIns, 'token'> = { token: async () => undefined }

/** Servers that speak MCP. */
export const mcpServers = ({
  threadFile,
  version,
  signIns = NOWHERE,
  limits = LISTING_LIMITS,
  callMs = CALL_MS,
}: Options): ToolServers => ({
  async list(server, call) {
    const { listServer } = await import('./list-server')
    return signedIn(server, { signIns, signal: call.signal }, (known) =>
      listServer(known, call, { threadFile, how: { version, limits } }),
    )
  },
  async connect(server, call) {
    const { connectServer } = await import('./connect-server')
    return signedIn(server, { signIns, signal: call.signal }, (known) =>
      connectServer(known, call, { threadFile, how: { version, limits }, callMs }),
    )
  },
})
