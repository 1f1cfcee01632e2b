// Tries the adapters on real weights without an Ollama: npm run test:weights [-- MODEL…]. With
// --serve it serves the models until it is stopped. A MODEL is a known one or a GGUF file.
import { createHash } from 'node:crypto'
import { createReadStream, statSync } from 'node:fs'
import { basename } from 'node:path'
import process from 'node:process'
import { parseArgs } from 'node:util'
import { runLive } from './run-live.mjs'
import { CannotBeHad } from './weights/cannot-be-had.mjs'
import { fetchWeights, weightsFolder } from './weights/fetch-weights.mjs'
import { KNOWN_WEIGHTS } from './weights/known-weights.mjs'
import { loadRuntime } from './weights/runtime.mjs'
import { serveWeights } from './weights/wire-server.mjs'

const { values: options, positionals: wanted } = parseArgs({
  allowPositionals: true,
  options: {
    serve: { type: 'boolean', default: false },
    port: { type: 'string', default: '0' },
    threads: { type: 'string', default: '1' },
  },
})
const tell = (/** @type {string} */ line) => process.stdout.write(`${line}\n`)
const where = { folder: weightsFolder(), tell }
const how = { port: Number(options.port), threads: Number(options.threads) }

/** @param {string} name */
async function servedFile(name) {
  if (name.endsWith('.gguf')) {
    const hash = createHash('sha256')
    for await (const chunk of createReadStream(name)) hash.update(chunk)
    const short = basename(name, '.gguf').toLowerCase()
    return { name: short, file: name, digest: hash.digest('hex'), bytes: statSync(name).size }
  }
  const weights = KNOWN_WEIGHTS.find((each) => each.name === name)
  if (!weights) {
    const known = KNOWN_WEIGHTS.map((each) => each.name).join(', ')
    throw new Error(`No weights are known as ${name}. Name one of ${known}, or a .gguf file.`)
  }
  const file = await fetchWeights(weights, where)
  return { name, file, digest: weights.sha256, bytes: weights.bytes }
}

/** @param {import('./weights/models.mjs').ServedFile[]} files */
const served = async (files) => serveWeights(await loadRuntime(where), files, how)

/** @param {import('./weights/models.mjs').ServedFile} file */
async function tryOut(file) {
  const server = await served([file])
  try {
    // What the others can do is not known.
    const known = KNOWN_WEIGHTS.find(({ name }) => name === file.name)
    return await runLive(server.url, {
      PEGBOARD_LIVE_WEIGHTS: known ? known.name : '',
      PEGBOARD_LIVE_SENSIBLE: known?.sensible ? known.name : '',
    })
  } finally {
    await server.close()
  }
}

async function run() {
  const [smallest] = KNOWN_WEIGHTS
  const names = wanted.length > 0 ? wanted : smallest ? [smallest.name] : []
  const files = []
  for (const name of names) files.push(await servedFile(name))
  if (options.serve) {
    const { url } = await served(files)
    return tell(`${files.map(({ name }) => name).join(', ')} at ${url}. Stop it with Ctrl+C.`)
  }
  for (const file of files) process.exitCode = (await tryOut(file)) || process.exitCode
}

await run().catch((error) => {
  const isSkipped = error instanceof CannotBeHad
  process.stderr.write(`${isSkipped ? 'Skipped: ' : ''}${error.message}\n`)
  process.exitCode = isSkipped && !options.serve ? 0 : 1
})
