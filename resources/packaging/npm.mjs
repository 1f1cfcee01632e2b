import { execFileSync } from 'node:child_process'
import { root } from './stage.mjs'

/**
 * What npm prints to a command. Windows starts it through a shell, where no argument may need
 * quotes.
 *
 * @param {string[]} args
 * @returns {string}
 * @throws {Error} with the first sentence that npm complained with
 */
export function npm(args) {
  try {
    return execFileSync('npm', args, {
      cwd: root,
      encoding: 'utf8',
      shell: process.platform === 'win32',
      maxBuffer: 64 << 20,
      stdio: ['ignore', 'pipe', 'pipe'],
    })
  } catch (error) {
    const said = error instanceof Error && 'stderr' in error ? String(error.stderr) : ''
    const lines = said.split('\n').map((line) => line.replace(/^npm error (nospc )?/, '').trim())
    // What names its own kind first says it in words later.
    const told = lines.find((line) => line && !/^(code|syscall|errno|path|npm warn) /.test(line))
    throw new Error(`npm ${args[0]} failed: ${told ?? error}`, { cause: error })
  }
}
