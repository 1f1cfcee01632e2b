import { spawn } from 'node:child_process'
import { once } from 'node:events'
import process from 'node:process'
import { fileURLToPath } from 'node:url'

const vitest = fileURLToPath(new URL('../../node_modules/vitest/vitest.mjs', import.meta.url))

/**
 * Tries the adapters on the server at `url`.
 * @param {string} url
 * @param {Record<string, string>} [more] of the environment
 * @returns {Promise<number>} the exit status
 */
export async function runLive(url, more = {}) {
  const tests = spawn(process.execPath, [vitest, 'run', '--config', 'test/config/live.config.ts'], {
    stdio: 'inherit',
    env: { ...process.env, ...more, PEGBOARD_LIVE_OLLAMA: url },
  })
  const [status] = await once(tests, 'exit')
  return status ?? 1
}
