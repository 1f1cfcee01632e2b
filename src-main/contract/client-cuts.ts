import { z } from 'zod'
import type { ClientCut, DirectCuts } from '../domain/agent/client-cuts'
import { MCP_CLIENTS, type McpClient } from '../domain/agent/client-lines'

/** A client, by the name that lines are asked for by. */
export const ClientName = z.enum(Object.keys(MCP_CLIENTS) as [McpClient, ...McpClient[]])

/** What a client would cut, of what Pegboard serves and of what its sources would hand it. */
export interface ClientCutsAnswer {
  client: McpClient
  /** Of what is served. */
  served: ClientCut[]
  /** What is known of the client's limits, a sentence each. */
  limits: { text: string; source: string; asOf: string }[]
  /** Of the catalog, were its servers connected to the client themselves. */
  direct: DirectCuts
}
