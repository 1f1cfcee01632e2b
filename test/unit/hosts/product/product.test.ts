import { existsSync, readFileSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { product } from '../../../../src-main/hosts/product/product'

vi.mock('node:fs', { spy: true })
afterEach(() => vi.mocked(readFileSync).mockReset())

const root = join(import.meta.dirname, '../../../..')

it('finds the parts of the product beside its package.json', () => {
  const { version, resourcesFolder, workerFile } = product()
  const description: unknown = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  expect(description).toMatchObject({ name: 'pegboard', version })
  expect(resourcesFolder).toBe(join(root, 'resources'))
  expect(workerFile).toBe(join(root, 'out', 'main', 'worker.js'))
})

it('names what the build is configured to make', () => {
  const config = readFileSync(join(root, 'electron.vite.config.ts'), 'utf8')
  expect(config).toMatch(/worker: source\('src-main\/hosts\/worker\/worker\.ts'\)/)
  expect(config).toMatch(/preload: source\('src-main\/hosts\/desktop\/preload\.ts'\)/)
  expect(existsSync(join(root, 'src-main/hosts/worker/worker.ts'))).toBe(true)
  expect(existsSync(join(root, 'src-main/hosts/desktop/preload.ts'))).toBe(true)
})

describe('how the terminal is started', () => {
  const { versions } = process
  afterEach(() => {
    vi.unstubAllEnvs()
    Object.defineProperty(process, 'versions', { value: versions })
    Reflect.deleteProperty(process, 'defaultApp')
  })
  const inElectron = () =>
    Object.defineProperty(process, 'versions', { value: { ...versions, electron: '45.4.1' } })
  const launcher = join(root, 'src-main/hosts/launch/pegboard.mjs')

  it('is by the Node that runs this', () =>
    expect(product().program).toEqual([process.execPath, launcher]))

  it('is by Node where Electron runs a checkout, by its whole path where that is known', () => {
    inElectron()
    Object.defineProperty(process, 'defaultApp', { value: true, configurable: true })
    vi.stubEnv('PATH', ['relative', '/nowhere', dirname(process.execPath)].join(delimiter))
    expect(product().program).toEqual([process.execPath, launcher])
    vi.stubEnv('PATH', '/nowhere')
    expect(product().program).toEqual(['node', launcher])
  })

  it('is the packaged program itself, and the AppImage that it came from', () => {
    inElectron()
    expect(product().program).toEqual([process.execPath])
    vi.stubEnv('APPIMAGE', '/home/ada/Pegboard.AppImage')
    expect(product().program).toEqual(['/home/ada/Pegboard.AppImage'])
  })
})

it.each([
  ['https://pegboard.example/releases', 'https://pegboard.example/releases'],
  ['http://pegboard.example', undefined],
  ['javascript:alert(1)', undefined],
  [7, undefined],
  [undefined, undefined],
])('published at %s is published at %s', (homepage, known) => {
  vi.mocked(readFileSync).mockReturnValue(JSON.stringify({ version: '1.2.3', homepage }))
  expect(product()).toMatchObject({ version: '1.2.3' })
  expect(product().homepage).toBe(known)
})
