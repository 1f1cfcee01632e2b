// Tries the adapters on the Ollama that OLLAMA_HOST names, or at its own address; without one it
// says so and is done.
import { spawnSync } from 'node:child_process'
import process from 'node:process'
import { fileURLToPath } from 'node:url'

const [, scheme = 'http', host = '127.0.0.1', port = '11434'] =
  /^(?:(https?):\/\/)?([^:/]+)?(?::(\d+))?\/?$/.exec(process.env.OLLAMA_HOST?.trim() ?? '') ?? []
const url = `${scheme}://${host === '0.0.0.0' ? '127.0.0.1' : host}:${port}`

const isThere = await fetch(`${url}/api/version`, { signal: AbortSignal.timeout(3000) }).then(
  ({ ok }) => ok,
  () => false,
)
if (!isThere) {
  process.stdout.write(`Skipped: no Ollama answers at ${url}. Start one, or set OLLAMA_HOST.\n`)
} else {
  const vitest = fileURLToPath(new URL('../../node_modules/vitest/vitest.mjs', import.meta.url))
  const { status } = spawnSync(
    process.execPath,
    [vitest, 'run', '--config', 'test/config/ollama.config.ts'],
    { stdio: 'inherit', env: { ...process.env, PEGBOARD_LIVE_OLLAMA: url } },
  )
  process.exitCode = status ?? 1
}
