import { constants } from 'node:fs'
import { access, realpath, stat } from 'node:fs/promises'
import { delimiter, isAbsolute, join, resolve } from 'node:path'
import type { FoundProgram } from '../../ports/programs'

const ENDINGS = process.platform === 'win32' ? ['.exe', '.cmd', '.bat', '.com', ''] : ['']

/** Looks a command up as a shell would, without one. @param path folders, as PATH has them */
export async function findProgram(
  command: string,
  cwd: string,
  path: string,
): Promise<FoundProgram | undefined> {
  if (command.includes('\0')) return undefined
  const isPath = /[\\/]/.test(command)
  const folders = isPath ? [''] : path.split(delimiter).filter(Boolean)
  for (const folder of folders) {
    for (const ending of ENDINGS) {
      const written = `${command}${ending}`
      const program = isPath ? resolve(cwd, written) : join(folder, written)
      if (!isAbsolute(program) || !(await isProgram(program))) continue
      return { program, file: await realpath(program) }
    }
  }
  return undefined
}

async function isProgram(path: string): Promise<boolean> {
  try {
    await access(path, constants.X_OK)
    return (await stat(path)).isFile()
  } catch {
    return false
  }
}
