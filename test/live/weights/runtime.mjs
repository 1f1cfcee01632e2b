// `node-llama-cpp`, which runs weights. With what it brings for every system it is far too large
// for a dependency, so it is installed where the weights are kept, for this system alone.
import spawn from 'cross-spawn'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import { pathToFileURL } from 'node:url'
import { CannotBeHad } from './cannot-be-had.mjs'

const VERSION = '3.21.1'

/** The package with what runs on the processor alone, by platform and architecture. */
const FOR_SYSTEM = new Map([
  ['linux-x64', 'linux-x64'],
  ['linux-arm64', 'linux-arm64'],
  ['linux-arm', 'linux-armv7l'],
  ['darwin-arm64', 'mac-arm64-metal'],
  ['darwin-x64', 'mac-x64'],
  ['win32-x64', 'win-x64'],
  ['win32-arm64', 'win-arm64'],
])

/**
 * @param {{ folder: string, tell: (line: string) => void }} where
 * @returns {Promise<import('./runtime-types').Runtime>}
 * @throws {CannotBeHad}
 */
export async function loadRuntime({ folder, tell }) {
  const system = `${process.platform}-${process.arch}`
  const forSystem = FOR_SYSTEM.get(system)
  if (forSystem === undefined) throw new CannotBeHad(`node-llama-cpp has nothing for ${system}.`)
  const home = join(folder, `node-llama-cpp-${VERSION}`)
  // npm writes it last.
  if (!existsSync(join(home, 'node_modules', '.package-lock.json'))) {
    tell(`Installing node-llama-cpp ${VERSION}.`)
    install(home, [`node-llama-cpp@${VERSION}`, `@node-llama-cpp/${forSystem}@${VERSION}`])
  }
  const entry = join(home, 'node_modules', 'node-llama-cpp', 'dist', 'index.js')
  return import(pathToFileURL(entry).href)
}

/**
 * @param {string} home
 * @param {string[]} packages
 */
function install(home, packages) {
  mkdirSync(home, { recursive: true })
  writeFileSync(join(home, 'package.json'), '{ "private": true }\n')
  const quietly = ['--no-audit', '--no-fund', '--ignore-scripts', '--omit=optional']
  const command = ['install', '--prefix', home, ...quietly, ...packages]
  const { status, stderr, error } = spawn.sync('npm', command, { encoding: 'utf8', cwd: home })
  if (error) throw new CannotBeHad(`npm cannot be started: ${error.message}.`)
  if (status === 0) return
  const lines = stderr.split('\n').map((line) => line.replace(/^npm error /, '').trim())
  // What names its own kind first says it in words later.
  const said = lines.find((line) => line && !/^(code|syscall|errno|npm warn) /.test(line))
  throw new CannotBeHad(`npm cannot install node-llama-cpp: ${said ?? 'it does not say why'}`)
}
