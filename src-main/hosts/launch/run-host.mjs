import { spawn } from 'node:child_process'
import { constants } from 'node:os'
import { NO_SANDBOX } from './sandbox.mjs'

const signals = /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])

// A window that ends this early never opened: a library is missing, or no X server is behind
// DISPLAY.
const EARLY_MS = 10_000

/**
 * Runs the desktop window until it closes, passing signals on.
 *
 * @param {{ executable: string, root: string, args: string[], sandbox: boolean }} desktop
 * @returns {Promise<{ exitCode: number, neverOpened: boolean }>}
 */
export function runDesktop({ executable, root, args, sandbox }) {
  // The address of a development server means nothing to a start of what is built.
  const { ELECTRON_RUN_AS_NODE: _, ELECTRON_RENDERER_URL: __, ...env } = process.env
  const startedAt = Date.now()
  const switches = sandbox ? [] : [NO_SANDBOX]
  const child = spawn(executable, [...switches, root, ...args], { stdio: 'inherit', env })
  let told = false
  const forward = signals.map((signal) => {
    const pass = () => {
      told = true
      child.kill(signal)
    }
    process.on(signal, pass)
    return () => process.off(signal, pass)
  })
  return new Promise((resolve) => {
    /** @param {number} exitCode */
    const end = (exitCode) => {
      for (const stop of forward) stop()
      const early = Date.now() - startedAt < EARLY_MS
      resolve({ exitCode, neverOpened: exitCode !== 0 && early && !told })
    }
    child.on('error', () => end(127))
    child.on('close', (code, signal) => end(code ?? 128 + (signal ? constants.signals[signal] : 0)))
  })
}
