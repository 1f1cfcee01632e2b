import { load } from 'js-yaml'
import { parse } from 'smol-toml'
import { expect, test } from 'vitest'
import { clientLines, servedName } from '../../../../src-main/domain/agent/client-lines'

const by = {
  name: 'pegboard-demo',
  command: '/opt/my node/bin/node',
  args: ['/opt/pegboard.mjs', 'mcp', '--workspace', '/home/ada/it’s “mine”'],
}
const { command, args } = by

test.each(['claude-desktop', 'cursor'] as const)('%s gets a JSON object of servers', (client) => {
  expect(JSON.parse(clientLines(client, by))).toEqual({
    mcpServers: { 'pegboard-demo': { command, args } },
  })
})

test('VS Code names the transport', () => {
  expect(JSON.parse(clientLines('vscode', by))).toEqual({
    servers: { 'pegboard-demo': { type: 'stdio', command, args } },
  })
})

test('goose gets YAML that reads as what it says', () => {
  expect(load(clientLines('goose', by))).toMatchObject({
    extensions: { 'pegboard-demo': { type: 'stdio', cmd: command, args } },
  })
})

test('Codex gets TOML that reads as what it says', () => {
  const env = { PEGBOARD_HOME: '/data “1”' }
  expect(parse(clientLines('codex', { ...by, env }))).toEqual({
    mcp_servers: { 'pegboard-demo': { command, args, startup_timeout_sec: 60, env } },
  })
})

test('Claude Code and others get a command with quoted words', () => {
  const quoted = `'/opt/my node/bin/node' /opt/pegboard.mjs mcp --workspace '/home/ada/it’s “mine”'`
  expect(clientLines('other', by)).toBe(quoted)
  expect(clientLines('claude-code', by)).toBe(`claude mcp add pegboard-demo -- ${quoted}`)
})

test.each(['claude-desktop', 'claude-code', 'vscode', 'codex', 'goose', 'other'] as const)(
  '%s is told the variables that it needs',
  (client) => {
    const lines = clientLines(client, { ...by, env: { PEGBOARD_HOME: '/data' } })
    expect(lines).toMatch(/PEGBOARD_HOME(=|": |: "| = ")"?\/data/)
    expect(clientLines(client, by)).not.toContain('env')
  },
)

test.each([
  ['My Tools (2)', 'pegboard-my-tools-2'],
  ['東京', 'pegboard'],
  ['-', 'pegboard'],
])('a workspace called “%s” is served as %s', (workspace, name) => {
  expect(servedName(workspace)).toBe(name)
})
