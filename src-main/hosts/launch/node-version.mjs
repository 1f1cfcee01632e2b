import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Says why this Node cannot run the product, or nothing where it can. What is needed stands in
 * package.json: it is the most that the product and the packages it comes with ask for.
 *
 * @param {string} root the folder of package.json
 * @param {string} [version]
 * @returns {string | undefined}
 */
export function whyNotThisNode(root, version = process.versions.node) {
  const { engines } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const needed = engines.node.replace('>=', '')
  if (isAtLeast(version, needed)) return undefined
  return (
    `Pegboard needs Node ${needed} or newer, and this is Node ${version}. ` +
    'Install a newer one from https://nodejs.org and start again.'
  )
}

/**
 * @param {string} version
 * @param {string} needed
 */
function isAtLeast(version, needed) {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  const [neededMajor = 0, neededMinor = 0] = needed.split('.').map(Number)
  return major > neededMajor || (major === neededMajor && minor >= neededMinor)
}
