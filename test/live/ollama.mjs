// Tries the adapters on the Ollama that OLLAMA_HOST names, or at its own address; without one it
// says so and is done.
import process from 'node:process'
import { runLive } from './run-live.mjs'

const [, scheme = 'http', host = '127.0.0.1', port = '11434'] =
  /^(?:(https?):\/\/)?([^:/]+)?(?::(\d+))?\/?$/.exec(process.env.OLLAMA_HOST?.trim() ?? '') ?? []
const url = `${scheme}://${host === '0.0.0.0' ? '127.0.0.1' : host}:${port}`

const isThere = await fetch(`${url}/api/version`, { signal: AbortSignal.timeout(3000) }).then(
  ({ ok }) => ok,
  () => false,
)
if (isThere) process.exitCode = await runLive(url)
else process.stdout.write(`Skipped: no Ollama answers at ${url}. Start one, or set OLLAMA_HOST.\n`)
