import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { ABOUT } from './about.mjs'
import { npm } from './npm.mjs'
import { makePackages } from './package.mjs'
import { root } from './stage.mjs'

const CHANGES = 'resources/docs/changes.md'
const WRITTEN = ['package.json', 'package-lock.json', CHANGES, ABOUT]

/**
 * One release: the version in its files, the packages of this system, a commit and a tag. Nothing
 * is pushed or published. Where packing fails, the files are as they were.
 *
 * @param {string} version
 * @param {{ desktop: boolean }} options
 */
async function release(version, options) {
  const { version: before } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const refusal = whyNotVersion(version, before)
  if (refusal) throw new Error(refusal)
  if (git('status', '--porcelain')) throw new Error('There are changes that are not committed.')
  const file = join(root, CHANGES)
  const today = new Date().toISOString().slice(0, 10)
  const about = join(root, ABOUT)
  try {
    writeFileSync(file, withRelease(readFileSync(file, 'utf8'), version, today))
    writeFileSync(
      about,
      readFileSync(about, 'utf8').replace(/^Version \S+\. /m, `Version ${version}. `),
    )
    npm(['version', version, '--no-git-tag-version', '--loglevel', 'error'])
    npm(['run', '--silent', 'build'])
    await makePackages(options)
  } catch (error) {
    git('checkout', '--', ...WRITTEN)
    throw error
  }
  git('commit', '--quiet', '--message', `Release ${version}`, '--', ...WRITTEN)
  git('tag', `v${version}`)
  process.stdout.write(`Release ${version} lies in dist/. Push main and the tag v${version}.\n`)
}

/** @param {string[]} args */
function git(...args) {
  return execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim()
}

/**
 * Says why a version cannot be the next one, or nothing.
 *
 * @param {string} version
 * @param {string} before
 * @returns {string | undefined}
 */
export function whyNotVersion(version, before) {
  const [next, last] = [version, before].map((text) =>
    /^(\d+)\.(\d+)\.(\d+)$/.exec(text)?.slice(1).map(Number),
  )
  if (!next || !last) return `“${version}” is no version of three numbers, such as 0.2.0.`
  const at = next.findIndex((number, place) => number !== last[place])
  if (at !== -1 && (next[at] ?? 0) > (last[at] ?? 0)) return undefined
  return `${version} is not newer than ${before}.`
}

/**
 * The list of changes with those that were not released under their version.
 *
 * @param {string} changes Markdown
 * @param {string} version
 * @param {string} date year-month-day
 * @throws {Error} where nothing stands under *Not released*
 */
export function withRelease(changes, version, date) {
  const heading = /^## Not released\n+(?=- )/m
  const rest = /^## Not released\n/m
  if (!heading.test(changes)) throw new Error(`${CHANGES} lists no change under “Not released”.`)
  return changes.replace(rest, `## Not released\n\n## ${version} · ${date}\n`)
}

if (import.meta.main) {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { desktop: { type: 'boolean', default: false } },
  })
  try {
    await release(positionals[0] ?? '', values)
  } catch (error) {
    process.stderr.write(`The release stopped: ${error instanceof Error ? error.message : error}\n`)
    process.exitCode = 1
  }
}
