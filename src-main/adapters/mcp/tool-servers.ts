import { constants } from 'node:fs'
import { access, realpath, stat } from 'node:fs/promises'
import { delimiter, isAbsolute, join, resolve } from 'node:path'
import { Problem } from '../../domain/problem'
import { plainText } from '../../domain/value/plain-text'
import type { ToolServers } from '../../ports/tool-servers'
import { LISTING_LIMITS, type How } from './limits'

interface Options extends Partial<How> {
  /** Of this program, which servers are told. */
  version: string
  /** The entry of threads that speak to servers, `server-thread`; left out: the thread that asks does. */
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
  program: findProgram,
  async list(server, call) {
    const { listServer } = await import('./list-server')
    return listServer(server, call, { threadFile, how: { version, limits } })
  },
  async connect(server, call) {
    const { connectServer } = await import('./connect-server')
    return connectServer(server, call, { threadFile, how: { version, limits }, callMs })
  },
})

const ENDINGS = process.platform === 'win32' ? ['.exe', '.cmd', '.bat', '.com', ''] : ['']

/** Looks a command up as a shell would, without one. */
async function findProgram(
  command: string,
  cwd: string,
): Promise<{ program: string; file: string }> {
  const isPath = /[\\/]/.test(command)
  const folders = isPath ? [''] : (process.env['PATH'] ?? '').split(delimiter).filter(Boolean)
  for (const folder of folders) {
    for (const ending of ENDINGS) {
      const written = `${command}${ending}`
      const path = isPath ? resolve(cwd, written) : join(folder, written)
      if (!isAbsolute(path) || !(await isProgram(path))) continue
      return { program: path, file: await realpath(path) }
    }
  }
  throw new Problem(
    'not-found',
    isPath
      ? `There is no program ${resolve(cwd, command)}.`
      : `There is no program “${plainText(command)}” on this machine.`,
    'Install it, or write the whole path of the command.',
  )
}

async function isProgram(path: string): Promise<boolean> {
  try {
    await access(path, constants.X_OK)
    return (await stat(path)).isFile()
  } catch {
    return false
  }
}
