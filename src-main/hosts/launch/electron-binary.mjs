import { spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

/** @typedef {Record<string, string | undefined>} Environment */
/** @typedef {{ root: string, env: Environment, platform: string }} Machine */

const DEFAULT_FETCH_LIMIT_MS = 60_000

/** @type {Record<string, string>} */
const executableNames = {
  darwin: 'Electron.app/Contents/MacOS/Electron',
  win32: 'electron.exe',
}

/**
 * Says why no window can be opened here, or nothing where one can.
 *
 * @param {Pick<Machine, 'env' | 'platform'>} machine
 * @returns {string | undefined}
 */
export function whyNoDisplay({ env, platform }) {
  if (platform === 'darwin' || platform === 'win32') {
    return env['SSH_CONNECTION'] || env['SSH_TTY'] ? 'this is an SSH session' : undefined
  }
  if (env['DISPLAY'] || env['WAYLAND_DISPLAY']) return undefined
  return 'neither DISPLAY nor WAYLAND_DISPLAY is set'
}

/**
 * Finds Electron's executable without loading the `electron` package, which would download it.
 *
 * @param {Machine} machine
 * @returns {string | undefined}
 */
export function findElectron({ root, env, platform }) {
  const name = executableNames[platform] ?? 'electron'
  const override = env['ELECTRON_OVERRIDE_DIST_PATH']
  if (override) return existing(join(override, name))
  if (!isElectronInstalled(root)) return undefined
  const folder = packageFolder(root)
  // An incomplete download, or one of another version, does not count.
  if (!existsSync(join(folder, 'path.txt'))) return undefined
  if (readText(join(folder, 'dist/version'))?.replace(/^v/, '') !== electronVersion(folder)) {
    return undefined
  }
  return existing(join(folder, 'dist', name))
}

/**
 * Downloads Electron's executable through the installer of its package; never rejects.
 * The limit is 60 s, or PEGBOARD_ELECTRON_TIMEOUT_MS.
 *
 * @param {Pick<Machine, 'root' | 'env'>} machine
 * @returns {Promise<string | undefined>} why it could not be fetched, or nothing when it was
 */
export async function fetchElectron({ root, env }) {
  const installer = join(packageFolder(root), 'install.js')
  if (env['ELECTRON_OVERRIDE_DIST_PATH']) return 'ELECTRON_OVERRIDE_DIST_PATH holds no executable'
  if (!existsSync(installer)) return 'the electron package is not installed'
  return runInstaller(installer, env, fetchLimit(env))
}

/**
 * @param {string} installer
 * @param {Environment} env
 * @param {number} limitMs
 * @returns {Promise<string | undefined>}
 */
function runInstaller(installer, env, limitMs) {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [installer], { env, stdio: ['ignore', 'ignore', 'pipe'] })
    let complaint = ''
    let timedOut = false
    const timer = setTimeout(() => {
      timedOut = true
      child.kill('SIGKILL')
    }, limitMs)
    child.stderr.on('data', (chunk) => (complaint += chunk))
    child.on('error', (error) => (complaint += error.message))
    child.on('close', (code) => {
      clearTimeout(timer)
      if (timedOut) resolve(`it took longer than ${limitMs / 1000} s`)
      else resolve(code === 0 ? undefined : firstComplaint(complaint))
    })
  })
}

/** @param {Environment} env */
function fetchLimit(env) {
  const limitMs = Number(env['PEGBOARD_ELECTRON_TIMEOUT_MS'])
  return limitMs > 0 ? limitMs : DEFAULT_FETCH_LIMIT_MS
}

/** @param {string} text */
function firstComplaint(text) {
  const line = text
    .trim()
    .split('\n', 1)[0]
    ?.replace(/^\w*Error: /, '')
  return line || 'its installer failed'
}

/**
 * Whether Electron's package is installed, beside this one or in it, in a version that this product
 * runs in.
 *
 * @param {string} root
 */
export function isElectronInstalled(root) {
  const installed = electronVersion(packageFolder(root))
  if (installed === undefined) return false
  const { devDependencies, peerDependencies } = JSON.parse(
    readText(join(root, 'package.json')) ?? '{}',
  )
  const wanted = peerDependencies?.electron ?? devDependencies?.electron
  return majorOf(installed) >= majorOf(wanted)
}

/** @param {string | undefined} version */
function majorOf(version) {
  return Number(/\d+/.exec(version ?? '0')?.[0])
}

/** @param {string} root */
function packageFolder(root) {
  try {
    return dirname(createRequire(join(root, 'package.json')).resolve('electron/package.json'))
  } catch {
    return join(root, 'node_modules/electron')
  }
}

/**
 * @param {string} folder
 * @returns {string | undefined}
 */
function electronVersion(folder) {
  const manifest = readText(join(folder, 'package.json'))
  return manifest && JSON.parse(manifest).version
}

/** @param {string} path */
function existing(path) {
  return existsSync(path) ? path : undefined
}

/** @param {string} path */
function readText(path) {
  return existsSync(path) ? readFileSync(path, 'utf8').trim() : undefined
}
