import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import {
  fetchElectron,
  findElectron,
  isElectronInstalled,
} from '../../../../src-main/hosts/launch/electron-binary.mjs'

let root: string

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'pegboard-launch-'))
})

afterEach(() => rmSync(root, { recursive: true, force: true }))

function write(path: string, text: string) {
  mkdirSync(dirname(join(root, path)), { recursive: true })
  writeFileSync(join(root, path), text)
}

function installElectron(version = '45.4.1') {
  write('node_modules/electron/package.json', JSON.stringify({ version: '45.4.1' }))
  write('node_modules/electron/path.txt', 'electron')
  write('node_modules/electron/dist/version', `v${version}`)
  write('node_modules/electron/dist/electron', '')
}

const find = (env: Record<string, string> = {}) => findElectron({ root, env, platform: 'linux' })
const fetch = (env: Record<string, string> = {}) => fetchElectron({ root, env })

describe('findElectron', () => {
  it('finds the binary of the package', () => {
    installElectron()
    expect(find()).toBe(join(root, 'node_modules/electron/dist/electron'))
  })

  it('finds nothing where the package is absent or was never fetched', () => {
    expect(find()).toBeUndefined()
    write('node_modules/electron/package.json', JSON.stringify({ version: '45.4.1' }))
    expect(find()).toBeUndefined()
  })

  it('takes a download that was cut short for none', () => {
    installElectron()
    rmSync(join(root, 'node_modules/electron/path.txt'))
    expect(find()).toBeUndefined()
  })

  it('takes the binary of another version for none', () => {
    installElectron('44.0.0')
    expect(find()).toBeUndefined()
  })

  it('looks where ELECTRON_OVERRIDE_DIST_PATH points, and only there', () => {
    installElectron()
    write('own/electron', '')
    expect(find({ ELECTRON_OVERRIDE_DIST_PATH: join(root, 'own') })).toBe(
      join(root, 'own/electron'),
    )
    expect(find({ ELECTRON_OVERRIDE_DIST_PATH: join(root, 'empty') })).toBeUndefined()
  })
})

describe('isElectronInstalled', () => {
  it.each([
    ['>=45', '45.4.1', true],
    ['>=45', '46.0.0', true],
    ['>=45', '44.9.0', false],
  ])('wants %s, has %s: %s', (electron, version, is) => {
    write('node_modules/pegboard/package.json', JSON.stringify({ peerDependencies: { electron } }))
    write('node_modules/electron/package.json', JSON.stringify({ version }))
    expect(isElectronInstalled(join(root, 'node_modules/pegboard'))).toBe(is)
  })

  it('is not where nobody installed it', () => {
    expect(isElectronInstalled(root)).toBe(false)
  })
})

describe('fetchElectron', () => {
  const installer = (text: string) => write('node_modules/electron/install.js', text)

  it('gives no reason when the installer succeeds', async () => {
    installer('')
    expect(await fetch()).toBeUndefined()
  })

  it('gives the first line of what the installer complained about', async () => {
    installer("console.error('Error: getaddrinfo ENOTFOUND\\n    at stack'); process.exit(1)")
    expect(await fetch()).toBe('getaddrinfo ENOTFOUND')
  })

  it('gives up at the time limit', async () => {
    installer('setInterval(() => {}, 1000)')
    expect(await fetch({ PEGBOARD_ELECTRON_TIMEOUT_MS: '200' })).toBe('it took longer than 0.2 s')
  })

  it('says that the package is not installed', async () => {
    expect(await fetch()).toBe('the electron package is not installed')
  })
})
