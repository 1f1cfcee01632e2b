// Gives each package that the lock file leaves unchecked its checksum, as npm's registry tells it:
// node test/config/mend-lock-file.mjs
import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'

const FILE = 'package-lock.json'

/**
 * @typedef {{ version?: string, name?: string, integrity?: string, link?: boolean, inBundle?:
 * boolean }} Locked
 */

/**
 * The packages that would be installed unchecked, by their folders. npm leaves the checksum out of
 * what it did not install itself, such as the packages of other systems.
 * @param {{ packages: Record<string, Locked> }} lock
 * @returns {[folder: string, locked: Locked][]}
 */
export const uncheckedIn = ({ packages }) =>
  Object.entries(packages).filter(
    ([folder, { integrity, link, inBundle }]) =>
      folder.includes('node_modules/') && !integrity && !link && !inBundle,
  )

/**
 * As the registry tells it; nothing where it does not have the package.
 * @param {string} named a package and its version
 */
function integrityOf(named) {
  const how = { shell: process.platform === 'win32', encoding: /** @type {const} */ ('utf8') }
  const { status, stdout } = spawnSync('npm', ['view', named, 'dist.integrity'], how)
  return status === 0 ? stdout.trim() : ''
}

/** Gives how many stay unchecked. */
function mend() {
  const lock = JSON.parse(readFileSync(FILE, 'utf8'))
  let left = 0
  for (const [folder, { name, version, ...rest }] of uncheckedIn(lock)) {
    const named = `${name ?? folder.split('node_modules/').at(-1)}@${version}`
    const integrity = integrityOf(named)
    if (integrity === '') {
      left += 1
      console.log(`left unchecked, not in the registry: ${named}`)
    } else {
      lock.packages[folder] = { ...(name && { name }), version, integrity, ...rest }
      console.log(`mended: ${named}`)
    }
  }
  writeFileSync(FILE, `${JSON.stringify(lock, null, 2)}\n`)
  return left
}

if (import.meta.main) process.exitCode = mend() === 0 ? 0 : 1
