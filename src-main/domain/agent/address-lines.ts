import { commandLine } from '../value/command-line'
import { MCP_CLIENTS, type McpClient } from './client-lines'

/**
 * Where a workspace is served unless another port is wanted: always the same, so that a client's
 * lines stay right.
 */
export const SERVING_PORT = 7417

/** Where agents ask over HTTP, and what a client is to call it. */
export interface ServedAt {
  name: string
  url: string
  token: string
}

/** A client that can be told to send a token to an address. */
type AddressClient = Exclude<McpClient, 'claude-desktop'>

/** Claude Desktop's file knows only servers that it starts. */
export const takesAddress = (client: McpClient): client is AddressClient =>
  client !== 'claude-desktop'

/** What is to be done with the lines. */
export const addressPlace = (client: AddressClient): string =>
  client === 'other' ? MCP_CLIENTS.other.addressPlace : MCP_CLIENTS[client].place

/** What is pasted into a client's configuration so that its agents ask at an address. */
export function addressLines(client: AddressClient, { name, url, token }: ServedAt): string {
  const headers = { Authorization: `Bearer ${token}` }
  const header = `Authorization: ${headers.Authorization}`
  switch (client) {
    case 'cursor':
      return json({ mcpServers: { [name]: { url, headers } } })
    case 'vscode':
      return json({ servers: { [name]: { type: 'http', url, headers } } })
    case 'claude-code':
      return commandLine({
        program: 'claude',
        args: ['mcp', 'add', '--transport', 'http', name, url, '--header', header],
      })
    case 'codex':
      return [
        `[mcp_servers.${name}]`,
        `url = ${JSON.stringify(url)}`,
        `http_headers = { Authorization = ${JSON.stringify(headers.Authorization)} }`,
      ].join('\n')
    case 'goose':
      return [
        'extensions:',
        `  ${name}:`,
        `    name: ${name}`,
        '    type: streamable_http',
        '    enabled: true',
        `    uri: ${JSON.stringify(url)}`,
        '    headers:',
        `      Authorization: ${JSON.stringify(headers.Authorization)}`,
        '    timeout: 300',
      ].join('\n')
    case 'other':
      return `${url}\n${header}`
  }
}

const json = (value: object): string => JSON.stringify(value, undefined, 2)
