import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { settingsStore } from '../../../../src-main/adapters/files/settings-store'
import { Settings } from '../../../../src-main/domain/settings'

const defaults = Settings.parse({})

describe('the settings store', () => {
  let folder: string
  let path: string
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'pegboard-test-'))
    path = join(folder, 'settings.json')
  })
  afterEach(() => rmSync(folder, { recursive: true, force: true }))

  it('gives defaults where nothing is stored, and writes nothing', async () => {
    expect(await settingsStore(folder).read()).toEqual(defaults)
    expect(readdirSync(folder)).toEqual([])
  })

  it('gives back what was written, in a folder made for it', async () => {
    const settings: Settings = { ...defaults, theme: 'dark', k: 7, lastWorkspace: '/there' }
    const deep = join(folder, 'not', 'yet')
    await settingsStore(deep).write(settings)
    expect(await settingsStore(deep).read()).toEqual(settings)
    expect(readdirSync(deep)).toEqual(['settings.json'])
  })

  it('forgets a setting that is no longer set', async () => {
    const store = settingsStore(folder)
    await store.write({ ...defaults, lastWorkspace: '/there' })
    await store.write(defaults)
    expect((await store.read()).lastWorkspace).toBeUndefined()
  })

  it('takes defaults for values that do not fit and keeps all others', async () => {
    writeFileSync(path, JSON.stringify({ theme: 'purple', k: 0, recipe: 'bm25', maximumK: '64' }))
    expect(await settingsStore(folder).read()).toEqual({ ...defaults, recipe: 'bm25' })
  })

  it('keeps what it does not know, for the newer version that wrote it', async () => {
    writeFileSync(path, JSON.stringify({ future: { deep: 1 }, k: 9 }))
    const store = settingsStore(folder)
    await store.write({ ...(await store.read()), theme: 'light' })
    const stored = JSON.parse(readFileSync(path, 'utf8')) as unknown
    expect(stored).toMatchObject({ future: { deep: 1 }, k: 9, theme: 'light' })
  })

  for (const content of ['', '{"theme": "dark"', '[1]', '"text"', 'null']) {
    it(`sets aside a file that holds ${JSON.stringify(content)} and gives defaults`, async () => {
      writeFileSync(path, content)
      expect(await settingsStore(folder).read()).toEqual(defaults)
      expect(readFileSync(`${path}.broken`, 'utf8')).toBe(content)
      expect(readdirSync(folder)).toEqual(['settings.json.broken'])
    })
  }

  it('says so when the settings cannot be read or written', async () => {
    mkdirSync(path)
    const store = settingsStore(folder)
    await expect(store.read()).rejects.toMatchObject({ code: 'unreadable' })
    await expect(store.write(defaults)).rejects.toMatchObject({ name: 'Problem' })
  })
})
