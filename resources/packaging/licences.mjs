import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

/** @typedef {{ name: string, version: string, licence: string, folder: string }} Package */

/**
 * The packages whose code is in the build, as the build itself has listed them, but for LanceDB's
 * native module.
 *
 * @param {string} root the folder of package.json
 * @returns {Package[]} by name
 */
export function bundledPackages(root) {
  const lists = ['main', 'preload', 'renderer'].map((part) =>
    JSON.parse(readFileSync(join(root, 'out', part, 'packages.json'), 'utf8')),
  )
  const packages = lists.flat().map((path) => described(join(root, path)))
  // Two may hold the same copy of a third.
  const named = new Map(packages.map((one) => [`${one.name} ${one.version}`, one]))
  return [...named.keys()].sort().flatMap((name) => named.get(name) ?? [])
}

/**
 * @param {string} folder
 * @returns {Package}
 */
function described(folder) {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  return { name, version, licence: license ?? 'unknown', folder }
}

/**
 * The licence texts that come with the packages, one after the other.
 *
 * @param {Package[]} packages
 */
export const licenceTexts = (packages) =>
  packages
    .map((one) => `${one.name} ${one.version} · ${one.licence}\n\n${textsOf(one.folder)}`)
    .join(`\n${'-'.repeat(80)}\n\n`)

/** @param {string} folder */
function textsOf(folder) {
  const files = readdirSync(folder, { withFileTypes: true }).filter(
    (entry) => entry.isFile() && /^(licen[cs]e|notice|copying)/i.test(entry.name),
  )
  const texts = files.map(({ name }) => readFileSync(join(folder, name), 'utf8').trim())
  return `${texts.join('\n\n') || 'The package brings no text of its licence.'}\n`
}
