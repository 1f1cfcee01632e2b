import { existsSync, mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { buildIfNewer, isStale } from '../../../../src-main/hosts/launch/build-if-newer.mjs'

const longAgo = new Date('2026-01-01')
const later = new Date('2026-02-01')
const future = new Date('2100-01-01')

let root: string
let builds: number

function write(path: string, changedAt = longAgo) {
  const file = join(root, path)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, '')
  utimesSync(file, changedAt, changedAt)
  touchFolders(dirname(file))
}

function touchFolders(folder: string) {
  if (folder === root) return
  utimesSync(folder, longAgo, longAgo)
  touchFolders(dirname(folder))
}

const build = () => {
  builds += 1
  write('out/renderer/index.html', new Date())
  return Promise.resolve()
}

beforeEach(() => {
  builds = 0
  root = mkdtempSync(join(tmpdir(), 'pegboard-build-'))
  write('electron.vite.config.ts')
  write('package.json')
  write('src-main/app/tools.ts')
  write('src-renderer/main.ts')
  write('node_modules/electron-vite/bin/electron-vite.js')
})

afterEach(() => rmSync(root, { recursive: true, force: true }))

describe('buildIfNewer', () => {
  it('builds a fresh clone, then leaves the build alone', async () => {
    expect(await buildIfNewer(root, build)).toBe(true)
    expect(await buildIfNewer(root, build)).toBe(false)
    expect(builds).toBe(1)
  })

  it.each(['src-main/app/tools.ts', 'src-renderer/main.ts', 'package.json'])(
    'builds again after %s changed',
    async (path) => {
      await buildIfNewer(root, build)
      write(path, future)
      expect(await buildIfNewer(root, build)).toBe(true)
    },
  )

  it('builds again after a source was deleted', () => {
    write('out/renderer/index.html', later)
    expect(isStale(root)).toBe(false)
    rmSync(join(root, 'src-main/app/tools.ts'))
    expect(isStale(root)).toBe(true)
  })

  it('counts a source edited during the build as newer than it', async () => {
    await buildIfNewer(root, async () => {
      await new Promise((resume) => setTimeout(resume, 30))
      write('src-main/app/tools.ts', new Date())
      await build()
    })
    expect(isStale(root)).toBe(true)
  })

  it('builds once when two processes ask at the same time', async () => {
    expect(await Promise.all([buildIfNewer(root, build), buildIfNewer(root, build)])).toContain(
      false,
    )
    expect(builds).toBe(1)
  })

  it('takes over the lock of a process that is gone', async () => {
    mkdirSync(join(root, 'out'))
    writeFileSync(join(root, 'out/.building'), '999999999')
    expect(await buildIfNewer(root, build)).toBe(true)
  })

  it('frees the lock when the build fails', async () => {
    const fail = () => Promise.reject(new Error('syntax error'))
    await expect(buildIfNewer(root, fail)).rejects.toThrow('syntax error')
    expect(existsSync(join(root, 'out/.building'))).toBe(false)
  })

  it('runs an installed package, which has no sources, as it is', async () => {
    write('out/renderer/index.html')
    rmSync(join(root, 'electron.vite.config.ts'))
    expect(await buildIfNewer(root, build)).toBe(false)
    expect(builds).toBe(0)
  })

  it('says what to do where there is neither a build nor the means to build', async () => {
    rmSync(join(root, 'node_modules'), { recursive: true })
    await expect(buildIfNewer(root, build)).rejects.toThrow('Run npm ci')
  })
})
