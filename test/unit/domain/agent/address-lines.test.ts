import { load } from 'js-yaml'
import { parse } from 'smol-toml'
import { expect, test } from 'vitest'
import {
  addressLines,
  addressPlace,
  takesAddress,
} from '../../../../src-main/domain/agent/address-lines'

const at = { name: 'pegboard-demo', url: 'http://127.0.0.1:7417/mcp', token: 'secret' }
const { url } = at
const headers = { Authorization: 'Bearer secret' }

test('Cursor and VS Code get JSON with address and header', () => {
  expect(JSON.parse(addressLines('cursor', at))).toEqual({
    mcpServers: { 'pegboard-demo': { url, headers } },
  })
  expect(JSON.parse(addressLines('vscode', at))).toEqual({
    servers: { 'pegboard-demo': { type: 'http', url, headers } },
  })
})

test('goose gets YAML that reads as what it says', () => {
  expect(load(addressLines('goose', at))).toMatchObject({
    extensions: { 'pegboard-demo': { type: 'streamable_http', enabled: true, uri: url, headers } },
  })
})

test('Codex gets TOML that reads as what it says', () => {
  expect(parse(addressLines('codex', at))).toEqual({
    mcp_servers: { 'pegboard-demo': { url, http_headers: headers } },
  })
})

test('Claude Code gets a command whose options follow what they would swallow', () => {
  expect(addressLines('claude-code', at)).toBe(
    `claude mcp add --transport http pegboard-demo ${url} --header 'Authorization: Bearer secret'`,
  )
})

test('any other gets the address and the header, and is told what they are', () => {
  expect(addressLines('other', at)).toBe(`${url}\nAuthorization: Bearer secret`)
  expect(addressPlace('other')).toContain('streamable HTTP')
  expect(addressPlace('cursor')).toContain('.cursor/mcp.json')
})

test('Claude Desktop can be told no address', () => {
  expect(takesAddress('claude-desktop')).toBe(false)
  expect(takesAddress('goose')).toBe(true)
})
