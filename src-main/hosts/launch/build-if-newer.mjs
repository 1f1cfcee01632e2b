import { spawn } from 'node:child_process'
import {
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'

const sources = ['src-main', 'src-renderer', 'electron.vite.config.ts', 'package.json']

// electron-vite builds main, preload and renderer in this order, so this file is written last.
const lastOutput = 'out/renderer/index.html'

/**
 * Builds when a source is newer than the build, one process at a time. All output goes to stderr.
 * An installed package has no sources and is used as it is.
 *
 * @param {string} root the folder of package.json
 * @param {(root: string) => Promise<void>} [build]
 * @returns {Promise<boolean>} whether it built
 */
export async function buildIfNewer(root, build = runElectronVite) {
  if (!canBuild(root)) return requireBuild(root)
  if (!isStale(root)) return false
  const release = await acquireLock(join(root, 'out/.building'))
  try {
    if (!isStale(root)) return false
    const startedAt = new Date()
    await build(root)
    // Sources edited during the build must count as newer than it.
    utimesSync(join(root, lastOutput), startedAt, startedAt)
    return true
  } finally {
    release()
  }
}

/**
 * Tells whether any source changed after the last complete build.
 *
 * @param {string} root
 */
export function isStale(root) {
  const builtAt = statSync(join(root, lastOutput), { throwIfNoEntry: false })?.mtimeMs ?? 0
  return sources.some((name) => changedAfter(join(root, name), builtAt))
}

/**
 * Folders count too, because their time changes when a file in them is deleted or renamed.
 *
 * @param {string} path
 * @param {number} timeMs
 * @returns {boolean}
 */
function changedAfter(path, timeMs) {
  const status = statSync(path, { throwIfNoEntry: false })
  if (!status) return false
  if (status.mtimeMs > timeMs) return true
  return (
    status.isDirectory() && readdirSync(path).some((name) => changedAfter(join(path, name), timeMs))
  )
}

/** @param {string} root */
function canBuild(root) {
  return existsSync(join(root, 'electron.vite.config.ts')) && existsSync(electronVite(root))
}

/** @param {string} root */
function requireBuild(root) {
  if (existsSync(join(root, lastOutput))) return false
  throw new Error('there is no build and nothing to build it with. Run npm ci in its folder first.')
}

/** @param {string} root */
function electronVite(root) {
  return join(root, 'node_modules/electron-vite/bin/electron-vite.js')
}

/**
 * @param {string} root
 * @returns {Promise<void>}
 */
function runElectronVite(root) {
  process.stderr.write('Building Pegboard …\n')
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [electronVite(root), 'build', '--logLevel', 'warn'], {
      cwd: root,
      env: { ...process.env, NODE_ENV: 'production' },
      stdio: ['ignore', 2, 2],
    })
    child.on('error', reject)
    child.on('close', (code) => {
      if (code === 0) resolve()
      else reject(new Error('The build failed: correct the errors above and start again.'))
    })
  })
}

/**
 * Waits while another process builds. A lock whose process has ended is replaced.
 *
 * @param {string} file
 * @returns {Promise<() => void>} releases the lock
 */
async function acquireLock(file) {
  mkdirSync(join(file, '..'), { recursive: true })
  for (;;) {
    try {
      writeFileSync(file, String(process.pid), { flag: 'wx' })
      return () => rmSync(file, { force: true })
    } catch (error) {
      if (!isCode(error, 'EEXIST')) throw error
    }
    if (isAbandoned(file)) rmSync(file, { force: true })
    else await delay(100)
  }
}

/** @param {string} file */
function isAbandoned(file) {
  try {
    process.kill(Number(readFileSync(file, 'utf8')), 0)
    return false
  } catch (error) {
    return isCode(error, 'ESRCH')
  }
}

/**
 * @param {unknown} error
 * @param {string} code
 */
function isCode(error, code) {
  return error instanceof Error && 'code' in error && error.code === code
}
