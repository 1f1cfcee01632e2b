import { basename, dirname, join, resolve } from 'node:path'
import type { WrittenServer } from '../../importing/client-config'
import { filledIn, type LookUp } from './filled-in-text'

/**
 * The folder that a configuration file is for: that of the project it lies in; of one for all, the
 * person’s own.
 */
export function projectOf(file: string, home: string): string {
  const folder = dirname(file)
  const isProject = basename(file) === '.mcp.json'
  if (isProject) return folder
  return ['.vscode', '.cursor'].includes(basename(folder)) ? dirname(folder) : home
}

/** A server of a configuration with everything filled in. */
export function filledServer(
  server: WrittenServer,
  lookUp: LookUp,
  onMissing: (name: string) => void,
): WrittenServer {
  const fill = (text: string): string => filledIn(text, lookUp, onMissing)
  const fillAll = (texts: Record<string, string>): Record<string, string> =>
    Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, fill(text)]))
  if (server.kind === 'http') {
    return { kind: 'http', url: fill(server.url), headers: fillAll(server.headers) }
  }
  const { command, args, cwd, env, envFile } = server
  return {
    kind: 'stdio',
    command: fill(command),
    args: args.map(fill),
    env: fillAll(env),
    cwd: cwd === undefined ? lookUp.project : resolve(lookUp.project, fill(cwd)),
    ...(envFile !== undefined && { envFile: resolve(lookUp.project, fill(envFile)) }),
  }
}

/** Where clients keep the configuration that is for all projects, on any system. */
export const clientFiles = (home: string, variable: LookUp['variable']) => {
  const roaming = variable('APPDATA') ?? join(home, 'AppData/Roaming')
  const mac = join(home, 'Library/Application Support')
  const config = variable('XDG_CONFIG_HOME') ?? join(home, '.config')
  const claude = 'claude_desktop_config.json'
  return [
    ...[mac, roaming, config].map((folder) => ({
      client: 'Claude Desktop',
      file: join(folder, 'Claude', claude),
    })),
    { client: 'Claude Code', file: join(home, '.claude.json') },
    { client: 'Cursor', file: join(home, '.cursor/mcp.json') },
    ...[mac, roaming, config].map((folder) => ({
      client: 'VS Code',
      file: join(folder, 'Code/User/mcp.json'),
    })),
  ]
}
