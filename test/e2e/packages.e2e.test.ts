import { listPackage, extractFile } from '@electron/asar'
import { execFile, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { promisify } from 'node:util'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { ABOUT, aboutChapter } from '../../resources/packaging/about.mjs'
import { makePackages } from '../../resources/packaging/package.mjs'
import { nativeModule } from '../../resources/packaging/stage.mjs'
import { electronProgram, fusesOf } from '../fakes/electron-program'

const run = promisify(execFile)
const read = (...parts: string[]) => readFileSync(join(...parts), 'utf8')
const version = (JSON.parse(read('package.json')) as { version: string }).version
const folder = mkdtempSync(join(tmpdir(), 'pegboard-packages-'))
const dist = join(folder, 'dist')

/** All files below a folder, from there. */
const filesIn = (root: string): string[] =>
  readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => !entry.isDirectory())
    .map(({ parentPath, name }) => join(parentPath, name).slice(root.length + 1))

/** What only those need who work on the product. */
const DEVELOPMENT =
  /\.(map|tsx?|vue|py|sh)$|\.test\.|(^|\/)(test|bench|screenshots|packaging|packages\.json)(\/|$)/

beforeAll(async () => {
  mkdirSync(dist)
  const electron = join(folder, 'electron')
  electronProgram(electron, '45.4.1')
  vi.stubEnv('ELECTRON_OVERRIDE_DIST_PATH', electron)
  await makePackages({ desktop: process.platform === 'linux', dist, folderOnly: true })
}, 300_000)

it('makes nothing but whole packages, with their checksums and parts', () => {
  const files = readdirSync(dist, { withFileTypes: true }).filter((entry) => entry.isFile())
  expect(files.map(({ name }) => name).toSorted()).toEqual([
    'SHA256SUMS',
    `pegboard-${version}.cdx.json`,
    `pegboard-${version}.tgz`,
  ])
  for (const line of read(dist, 'SHA256SUMS').trim().split('\n')) {
    const [sum, name = ''] = line.split('  ')
    expect(
      createHash('sha256')
        .update(readFileSync(join(dist, name)))
        .digest('hex'),
    ).toBe(sum)
  }
  const { components } = JSON.parse(read(dist, `pegboard-${version}.cdx.json`)) as {
    components: { name: string; version: string; licenses?: unknown[] }[]
  }
  const names = components.map(({ name }) => name)
  expect(names).toEqual(expect.arrayContaining(['zod', 'echarts', 'electron', 'apache-arrow']))
  expect(names).not.toContain('vitest')
})

it('names all that is shipped in the chapter about it', () => {
  expect(read(ABOUT), 'Write it anew: npm run build && node resources/packaging/about.mjs').toBe(
    aboutChapter(),
  )
})

describe('the npm package, installed into an empty folder', () => {
  const home = join(folder, 'home')
  const installed = join(folder, 'installed')
  const product = join(installed, 'node_modules/pegboard')
  const bin = join(product, 'src-main/hosts/launch/pegboard.mjs')
  const env = { ...process.env, PEGBOARD_HOME: home, PEGBOARD_HOST: 'browser' }
  const pegboard = (...args: string[]) =>
    run(process.execPath, [bin, ...args], { cwd: installed, env })

  beforeAll(async () => {
    mkdirSync(installed)
    writeFileSync(join(installed, 'package.json'), '{"private": true}')
    const archive = join(dist, `pegboard-${version}.tgz`)
    // Nothing is fetched: LanceDB's module is put beside it by hand, once it was missed.
    await run('npm', ['install', archive, '--offline', '--omit=optional', '--no-audit'], {
      cwd: installed,
      env: { ...process.env, npm_config_cache: join(folder, 'cache') },
    })
  }, 120_000)

  it('holds no file that only development needs, and asks for LanceDB’s modules alone', () => {
    const files = filesIn(product)
    expect(files.filter((file) => DEVELOPMENT.test(file))).toEqual([])
    expect(files).toEqual(expect.arrayContaining(['LICENSE', 'THIRD-PARTY-LICENSES.txt']))
    const manifest = JSON.parse(read(product, 'package.json')) as Record<string, object>
    expect(manifest).not.toHaveProperty('dependencies')
    expect(manifest).not.toHaveProperty('private')
    const optional = Object.keys(manifest['optionalDependencies'] ?? {})
    expect(optional.length).toBeGreaterThan(3)
    for (const name of optional) expect(name).toMatch(/^@lancedb\/lancedb-/)
    expect(filesIn(join(installed, 'node_modules')).length).toBe(files.length + 2)
  })

  it('says which module is missing where it was left out', async () => {
    expect((await pegboard('--version')).stdout.trim()).toBe(version)
    const failed = await pegboard('workspace', 'create', 'Demo').catch(
      (error: { code: number; stderr: string }) => error,
    )
    expect(failed).toMatchObject({ code: 1 })
    expect(failed.stderr).toMatch(/LanceDB’s module for .* is not installed/)
    expect(failed.stderr).toMatch('optional packages')
  })

  it('imports, asks, evaluates and serves', async () => {
    const native = nativeModule(process.platform, process.arch)
    if (!native) throw new Error('LanceDB has no module for this system.')
    cpSync(native, join(installed, 'node_modules/@lancedb', basename(native)), { recursive: true })

    const { stdout: dir } = await pegboard('workspace', 'create', 'Tried')
    const workspace = ['--workspace', dir.trim()]
    await pegboard('import', join(product, 'resources/demo'), ...workspace)
    const asked = await pegboard('query', 'notify the team', ...workspace, '-k', '5', '--json')
    expect(asked.stdout).toMatch('send_message')
    await pegboard('eval', ...workspace, '--golden', 'demo', '--recipe', 'bm25', '--k', '5')
    expect((await pegboard('runs', ...workspace)).stdout).toMatch('bm25')

    const agent = spawn(process.execPath, [bin, 'mcp', ...workspace], { env })
    agent.stdin.write(
      '{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"test","version":"1"}}}\n',
    )
    expect(await firstLine(agent.stdout)).toMatch(`"version":"${version}"`)
    agent.kill()

    const server = spawn(process.execPath, [bin, '--port', '0', '--no-open'], { env })
    const [address = ''] = /http:\/\/[\w.:]+/.exec(await firstLine(server.stdout)) ?? []
    expect(await (await fetch(address)).text()).toMatch('<div id="app">')
    server.kill()
  }, 120_000)
})

async function firstLine(output: NodeJS.ReadableStream): Promise<string> {
  for await (const line of createInterface({ input: output })) return line
  return ''
}

// The stand-in is one for Linux.
describe.skipIf(process.platform !== 'linux')('the desktop folder', () => {
  const unpacked = join(dist, 'linux-unpacked')
  const archive = join(unpacked, 'resources/app.asar')

  it('holds the product in an archive, and LanceDB’s module beside it', () => {
    const native = basename(nativeModule(process.platform, process.arch) ?? '')
    const beside = filesIn(join(unpacked, 'resources')).filter((file) => file !== 'app.asar')
    const module = `app.asar.unpacked/node_modules/@lancedb/${native}`
    expect(beside.every((file) => file.startsWith(module))).toBe(true)
    expect(beside.filter((file) => file.endsWith('.node'))).toHaveLength(1)
    expect(
      filesIn(unpacked)
        .filter((file) => !file.startsWith('resources/'))
        .toSorted(),
    ).toEqual([
      'LICENSE.electron.txt',
      'LICENSES.chromium.html',
      'chrome-sandbox',
      'locales/en-US.pak',
      'pegboard',
      'version',
    ])
  })

  it('holds no file that only development needs, file by file', () => {
    const files = listPackage(archive, { isPack: false })
    const packages = new Set(
      files.flatMap((file) => /^\/node_modules\/((?:@[^/]+\/)?[^/@]+)/.exec(file)?.[1] ?? []),
    )
    expect([...packages].filter((name) => !name.startsWith('@lancedb'))).toEqual([])
    expect(files.filter((file) => DEVELOPMENT.test(file))).toEqual([])
    expect(new Set(files.map((file) => file.split('/')[1]))).toEqual(
      new Set([
        'LICENSE',
        'README.md',
        'THIRD-PARTY-LICENSES.txt',
        'node_modules',
        'out',
        'package.json',
        'resources',
      ]),
    )
    for (const file of ['out/main/desktop.js', 'out/main/worker.js', 'out/preload/preload.cjs'])
      expect(extractFile(archive, file)).toEqual(readFileSync(resolve(file)))
  })

  it('cannot be used as Node, and starts nothing but what is in the archive', () => {
    expect(existsSync(join(unpacked, 'resources/default_app.asar'))).toBe(false)
    const [asNode, cookies, options, inspect, integrity, onlyAsar, , files] = fusesOf(
      readFileSync(join(unpacked, 'pegboard')),
    )
    expect({ asNode, options, inspect, files }).toEqual({
      asNode: false,
      options: false,
      inspect: false,
      files: false,
    })
    expect({ cookies, integrity, onlyAsar }).toEqual({
      cookies: true,
      integrity: true,
      onlyAsar: true,
    })
  })
})
