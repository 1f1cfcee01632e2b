import { commandLine } from '../value/command-line'

/** The programs whose agents can be given the search, with where each keeps its servers. */
export const MCP_CLIENTS = {
  'claude-desktop': {
    title: 'Claude Desktop',
    place:
      'Settings → Developer → Edit Config opens claude_desktop_config.json. Add this to it, then start Claude Desktop again.',
  },
  'claude-code': { title: 'Claude Code', place: 'Run this in your project’s folder.' },
  cursor: {
    title: 'Cursor',
    place: 'Add this to .cursor/mcp.json in your project or your home folder.',
  },
  vscode: { title: 'VS Code', place: 'Add this to .vscode/mcp.json in your project.' },
  codex: { title: 'Codex', place: 'Add this to ~/.codex/config.toml.' },
  goose: { title: 'goose', place: 'Add this to ~/.config/goose/config.yaml.' },
  other: {
    title: 'Any other client',
    place: 'Have it start this over stdio.',
    addressPlace: 'Have it ask here over streamable HTTP, with this header.',
  },
} as const

export type McpClient = keyof typeof MCP_CLIENTS

/** The command that serves, and what a client is to call it. */
export interface ServedBy {
  name: string
  command: string
  args: readonly string[]
  /** Variables that it needs; left out: none. */
  env?: Readonly<Record<string, string>> | undefined
}

/** What is pasted into a client's configuration so that its agents search. */
export function clientLines(client: McpClient, by: ServedBy): string {
  const { name, command, args, env } = by
  const server = { command, args, ...(env && { env }) }
  const variables = Object.entries(env ?? {}).map(([key, value]) => `${key}=${value}`)
  switch (client) {
    case 'claude-desktop':
    case 'cursor':
      return json({ mcpServers: { [name]: server } })
    case 'vscode':
      return json({ servers: { [name]: { type: 'stdio', ...server } } })
    case 'claude-code':
      return commandLine({
        program: 'claude',
        args: [
          'mcp',
          'add',
          name,
          ...variables.flatMap((each) => ['-e', each]),
          '--',
          command,
          ...args,
        ],
      })
    case 'codex':
      return codexLines(by)
    case 'goose':
      return gooseLines(by)
    case 'other':
      return commandLine(
        variables.length === 0
          ? { program: command, args }
          : { program: 'env', args: [...variables, command, ...args] },
      )
  }
}

/** A name that every client takes: `pegboard-my-tools`. */
export const servedName = (workspace: string): string => {
  const plain = workspace
    .toLowerCase()
    .replace(/[^a-z\d]+/g, '-')
    .replace(/^-|-$/g, '')
    .slice(0, 40)
  return plain === '' ? 'pegboard' : `pegboard-${plain}`
}

const json = (value: object): string => JSON.stringify(value, undefined, 2)

/** Seconds that Codex waits for the first answer: ten by itself, which a large catalog may need. */
const CODEX_START_SECONDS = 60

/** TOML, in which a JSON string is a string, and so is a list of them. */
const codexLines = ({ name, command, args, env = {} }: ServedBy): string =>
  [
    `[mcp_servers.${name}]`,
    `command = ${JSON.stringify(command)}`,
    `args = ${JSON.stringify(args)}`,
    `startup_timeout_sec = ${CODEX_START_SECONDS}`,
    ...(Object.keys(env).length > 0 ? ['', `[mcp_servers.${name}.env]`] : []),
    ...Object.entries(env).map(([key, value]) => `${key} = ${JSON.stringify(value)}`),
  ].join('\n')

/** YAML, in which a JSON string is a string. */
const gooseLines = ({ name, command, args, env = {} }: ServedBy): string =>
  [
    'extensions:',
    `  ${name}:`,
    `    name: ${name}`,
    '    type: stdio',
    '    enabled: true',
    `    cmd: ${JSON.stringify(command)}`,
    '    args:',
    ...args.map((arg) => `      - ${JSON.stringify(arg)}`),
    ...(Object.keys(env).length > 0 ? ['    envs:'] : []),
    ...Object.entries(env).map(([key, value]) => `      ${key}: ${JSON.stringify(value)}`),
    '    timeout: 300',
  ].join('\n')
