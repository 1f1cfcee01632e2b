import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { whyNotThisNode } from '../../../../src-main/hosts/launch/node-version.mjs'

const root = resolve('.')

interface Package {
  engines?: { node?: string }
  dependencies: Record<string, string>
}
const packageIn = (folder: string): Package =>
  JSON.parse(readFileSync(resolve(folder, 'package.json'), 'utf8')) as Package

/** Starts a script in this Node, which says that it is another one. */
const startedBy = (version: string, script: string, args: string[]) =>
  new Promise<{ code: number | null; stdout: string; stderr: string }>((done) => {
    const pretend = `Object.defineProperty(process.versions, 'node', { value: '${version}' })`
    const child = execFile(
      process.execPath,
      ['--import', `data:text/javascript,${encodeURIComponent(pretend)}`, resolve(script), ...args],
      (_error, stdout, stderr) => done({ code: child.exitCode, stdout, stderr }),
    )
  })

/** Whether a version is within a range such as `20 || >=22.1`. */
function isWithin(version: string, range: string): boolean {
  const [ourMajor = 0, ourMinor = 0] = version.split('.').map(Number)
  return range.split('||').some((part) => {
    const [major = 0, minor = 0] = part
      .replace(/^\s*>=/, '')
      .split('.')
      .map(Number)
    if (!part.includes('>=')) return ourMajor === major
    return ourMajor * 1_000 + ourMinor >= major * 1_000 + minor
  })
}

describe('the Node that is needed', () => {
  it.each(['20.20.2', '22.12.0', '16.0.0'])('is not Node %s', (version) => {
    expect(whyNotThisNode(root, version)).toBe(
      `Pegboard needs Node 22.13 or newer, and this is Node ${version}. ` +
        'Install a newer one from https://nodejs.org and start again.',
    )
  })

  it.each(['22.13.0', '22.14.1', '24.0.0', process.versions.node])('may be Node %s', (version) => {
    expect(whyNotThisNode(root, version)).toBeUndefined()
  })

  it('is what the packages need that the product comes with', () => {
    const { dependencies } = packageIn(root)
    const needed = Object.keys(dependencies).flatMap(
      (name) => packageIn(`node_modules/${name}`).engines?.node ?? [],
    )
    expect(needed).not.toEqual([])
    const oldest = packageIn(root).engines?.node?.replace('>=', '') ?? ''
    for (const range of needed) expect(isWithin(oldest, range), range).toBe(true)
  })

  it.each([
    ['pegboard.mjs', ['--version'], 'pegboard: Pegboard needs Node'],
    ['pegboard.mjs', [], 'Pegboard could not start: Pegboard needs Node'],
    ['start.mjs', [], 'Pegboard could not start: Pegboard needs Node'],
  ])(
    'is asked for in one line where %s %j is started by an older one',
    async (script, args, said) => {
      const { code, stdout, stderr } = await startedBy(
        '20.20.2',
        `src-main/hosts/launch/${script}`,
        args,
      )
      expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
      expect(stderr.trim().split('\n')).toHaveLength(1)
      expect(stderr).toMatch(said)
    },
  )
})
