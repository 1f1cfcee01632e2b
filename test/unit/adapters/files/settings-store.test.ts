import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { settingsStore } from '../../../../src-main/adapters/files/settings-store'
import { Settings } from '../../../../src-main/domain/workspace/settings'
import { program, type Program } from '../../../fixtures/program'

const defaults = Settings.parse({})

describe('the settings store', () => {
  let folder: string
  let path: string
  let writing: Program
  beforeAll(async () => {
    writing = await program('write-settings.ts')
  })
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
    const settings: Settings = { ...defaults, theme: 'dark', maximumK: 7, lastWorkspace: '/there' }
    const deep = join(folder, 'not', 'yet')
    await settingsStore(deep).write(settings)
    expect(await settingsStore(deep).read()).toEqual(settings)
    expect(readdirSync(deep)).toEqual(['settings.json'])
  })

  it('forgets a setting that is set to nothing', async () => {
    const store = settingsStore(folder)
    await store.write({ lastWorkspace: '/there', maximumK: 7 })
    expect(await store.write({ lastWorkspace: undefined })).toEqual({ ...defaults, maximumK: 7 })
    expect((await store.read()).lastWorkspace).toBeUndefined()
  })

  it('takes defaults for values that do not fit and keeps all others', async () => {
    writeFileSync(path, JSON.stringify({ theme: 'purple', section: 'queries', maximumK: '64' }))
    expect(await settingsStore(folder).read()).toEqual({ ...defaults, section: 'queries' })
  })

  it('changes the settings named and no other', async () => {
    const store = settingsStore(folder)
    await store.write({ theme: 'dark', section: 'queries' })
    const expected = { ...defaults, theme: 'dark', section: 'queries', maximumK: 7 }
    expect(await store.write({ maximumK: 7 })).toEqual(expected)
    expect(await store.read()).toEqual(expected)
  })

  it('keeps what another process writes at the same time', async () => {
    const times = 40
    const other = writing.run(folder, String(times))
    const store = settingsStore(folder)
    let lost = 0
    for (let turn = 1; turn <= times; turn++) {
      await store.write({ maximumK: turn })
      if ((await store.read()).maximumK !== turn) lost++
      await new Promise((resume) => setTimeout(resume, 10))
    }
    expect(await other).toEqual([0, null])
    expect(lost).toBe(0)
    expect(await store.read()).toMatchObject({ maximumK: times, section: `turn ${times}` })
  })

  it('keeps all of several changes made at once', async () => {
    const store = settingsStore(folder)
    await Promise.all([
      store.write({ theme: 'dark' }),
      settingsStore(folder).write({ maximumK: 7 }),
      store.write({ section: 'queries' }),
      settingsStore(folder).write({ embedder: 'other' }),
    ])
    const expected = {
      ...defaults,
      theme: 'dark',
      maximumK: 7,
      section: 'queries',
      embedder: 'other',
    }
    expect(await store.read()).toEqual(expected)
    expect(readdirSync(folder)).toEqual(['settings.json'])
  })

  it('keeps what it does not know, for the newer version that wrote it', async () => {
    writeFileSync(path, JSON.stringify({ future: { deep: 1 }, maximumK: 9 }))
    const store = settingsStore(folder)
    await store.write({ theme: 'light' })
    const stored = JSON.parse(readFileSync(path, 'utf8')) as unknown
    expect(stored).toMatchObject({ future: { deep: 1 }, maximumK: 9, theme: 'light' })
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
