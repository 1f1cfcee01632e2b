import { spawn } from 'node:child_process'
import { join, resolve } from 'node:path'

const fixtures = resolve(import.meta.dirname, '../../../fixtures')

interface OtherProcess {
  /** Ends it as the system would, with no chance to tidy up. */
  kill(): void
  /** Its exit code, or the signal it was ended by. */
  ended: Promise<number | string | null>
}

/** Runs a module of the fixtures in a process of its own. */
export function otherProcess(module: string, ...args: string[]): OtherProcess {
  const script = [join(fixtures, 'run-typescript.mjs'), join(fixtures, module), ...args]
  const child = spawn(process.execPath, script, { stdio: 'inherit' })
  return {
    kill: () => child.kill('SIGKILL'),
    ended: new Promise((done, failed) => {
      child.on('error', failed)
      child.on('exit', (code, signal) => done(signal ?? code))
    }),
  }
}
