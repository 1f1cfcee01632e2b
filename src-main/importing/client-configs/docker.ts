import { isObject } from '../reading/parse-json'
import type { UnreadFile } from './client'

/** The lists of Docker’s MCP Toolkit: `registry`, whose servers are container images. */
export const docker: UnreadFile = {
  why({ registry }) {
    const servers = isObject(registry) ? Object.values(registry) : []
    const isOwn = servers.some((each) => isObject(each) && ('ref' in each || 'image' in each))
    return isOwn ? { what: WHAT, fix: FIX } : undefined
  },
}

const WHAT = 'is a list of Docker’s MCP Toolkit, whose servers Docker itself starts: it is not read'
const FIX =
  'Add the gateway that serves them all: pegboard sources add docker --workspace W -- docker mcp gateway run'
