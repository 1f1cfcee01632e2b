import { isObject } from '../reading/parse-json'
import type { UnreadFile } from './client'

/** What says how one server is installed: of a registry, or of a bundle. */
export const publishedServer: UnreadFile = {
  why({ server, packages, remotes }) {
    if (isObject(server) && isObject(server.mcp_config)) return { what: BUNDLE, fix: FIX }
    const listed = [packages, remotes].find(Array.isArray) ?? []
    const isListed = listed.some(
      (each) =>
        isObject(each) && ('registryType' in each || 'registry_type' in each || 'url' in each),
    )
    return isListed ? { what: ENTRY, fix: FIX } : undefined
  },
}

const BUNDLE = 'describes an MCP bundle, which a client installs first: it is not read'
const ENTRY = 'is the entry of one server in a registry of MCP servers: it is not read'
const FIX = 'Give the command or the address of the server itself: pegboard sources add NAME …'
