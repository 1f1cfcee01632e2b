import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { spawnSync } from 'node:child_process'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  claimingNewFolder,
  removeLeftBehind,
  ownedFolder,
} from '../../../../src-main/adapters/files/owned-folder'
import { compose } from '../../../../src-main/compose'
import { eventually } from '../../../fixtures/eventually'

const HOUR_MS = 60 * 60 * 1000
const SHUFFLED = ['shuffle_data.lance', 'shuffle_data.spill', 'shuffle_offsets.lance']

let data: string
let temporary: string
beforeEach(() => {
  data = mkdtempSync(join(tmpdir(), 'pegboard-test-'))
  temporary = join(data, 'temporary')
  mkdirSync(temporary)
  vi.stubEnv('TMPDIR', temporary)
})
afterEach(() => {
  vi.unstubAllEnvs()
  rmSync(data, { recursive: true, force: true })
})

/** A file last written so long ago, in a folder as old. */
function put(path: string, hoursAgo: number, text = 'x'): void {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text)
  const at = new Date(Date.now() - hoursAgo * HOUR_MS)
  for (const old of [path, ...(dirname(path) === data ? [] : [dirname(path)])])
    utimesSync(old, at, at)
}

/** The folder that a process made, as its killing left it. */
async function killedOwner(): Promise<string> {
  const { path } = await ownedFolder()
  const outer = dirname(path)
  const owner = join(outer, 'owner.json')
  const { pid } = spawnSync(process.execPath, ['-e', ''])
  const told = JSON.parse(readFileSync(owner, 'utf8')) as object
  writeFileSync(owner, JSON.stringify({ ...told, pid }))
  return outer
}

describe('what killed programs left in the data folder', () => {
  it('goes once it is old, and nothing else does', async () => {
    const left = '.settings.json.123-0123abcd.tmp'
    put(join(data, left), 25)
    put(join(data, '.token-counts.json.4-0123abcd.tmp'), 25)
    const kept = ['.settings.json.5-0123abcd.tmp', 'settings.json', '.notes.tmp', 'old.tmp']
    for (const [at, name] of kept.entries()) put(join(data, name), at === 0 ? 23 : 25)
    await removeLeftBehind(data, temporary)
    expect(readdirSync(data).sort()).toEqual([...kept, 'temporary'].sort())
  })

  it('is looked for when the app starts', async () => {
    const left = join(data, '.settings.json.123-0123abcd.tmp')
    put(left, 25)
    const app = await compose({ dataFolder: data, resourcesFolder: 'resources', version: '0' })
    await eventually(() => expect(existsSync(left)).toBe(false))
    await app.close()
  })

  it('needs no data folder', async () => {
    await removeLeftBehind(join(data, 'nowhere'), join(data, 'nowhere'))
  })
})

describe('what killed programs left in the temporary folder', () => {
  it('goes at once where its process is gone, and stays where it lives', async () => {
    const dead = await killedOwner()
    const living = await ownedFolder()
    for (const path of [dead, dirname(living.path)]) {
      const at = new Date(Date.now() - 48 * HOUR_MS)
      utimesSync(path, at, at)
    }
    await removeLeftBehind(data, temporary)
    expect(readdirSync(temporary)).toEqual([basename(dirname(living.path))])
    await living.remove()
    expect(readdirSync(temporary)).toEqual([])
  })

  it('goes with what libraries left for its process, and nothing of others', async () => {
    const dead = await killedOwner()
    for (const name of ['.tmpClaim1', '.tmpFull12', '.tmpOther2', 'mine'])
      mkdirSync(join(temporary, name))
    writeFileSync(join(temporary, '.tmpFull12', 'x'), 'x')
    const elsewhere = join(data, 'elsewhere')
    mkdirSync(elsewhere)
    symlinkSync(elsewhere, join(temporary, '.tmpLinked'))
    const names = ['.tmpClaim1', '.tmpLinked', '.tmpGone12', 'mine', '../elsewhere']
    writeFileSync(join(dead, 'claims.json'), JSON.stringify(names))
    await removeLeftBehind(data, temporary)
    expect(readdirSync(temporary)).toEqual(['.tmpFull12', '.tmpLinked', '.tmpOther2', 'mine'])
    expect(existsSync(elsewhere)).toBe(true)
  })

  it('of a library is claimed where it is plain whose it is', async () => {
    const made = await claimingNewFolder(async () => {
      mkdirSync(join(temporary, '.tmpOwn123'))
      return 'made'
    })
    expect(made).toBe('made')
    await claimingNewFolder(() =>
      ['.tmpTwo123', '.tmpTwo124'].map((name) => mkdirSync(join(temporary, name))),
    )
    const [own] = readdirSync(temporary).filter((name) => name.startsWith('pegboard-own-'))
    expect(readFileSync(join(temporary, own ?? '', 'claims.json'), 'utf8')).toBe('[".tmpOwn123"]')
  })

  it('goes once it is old where nobody can tell whose it is', async () => {
    put(join(temporary, 'pegboard-own-aaaaaa/content/x'), 25)
    put(join(temporary, 'pegboard-own-aaaaaa/owner.json'), 25, 'garbage')
    put(join(temporary, 'pegboard-own-bbbbbb/owner.json'), 23, '')
    put(join(temporary, 'pegboard-own-cccccc/deep/x'), 23)
    put(join(temporary, 'pegboard-own-cccccc/owner.json'), 25, '')
    await removeLeftBehind(data, temporary)
    expect(readdirSync(temporary)).toEqual(['pegboard-own-bbbbbb', 'pegboard-own-cccccc'])
  })

  it('goes where it shows by what it holds, and is old', async () => {
    for (const file of SHUFFLED) put(join(temporary, '.tmpAb12Cd', file), 25)
    put(join(temporary, 'pegboard-open-Ab12Cd/open-pegboard.html'), 25)
    for (const file of SHUFFLED) put(join(temporary, '.tmpYoung1', file), 23)
    for (const file of [...SHUFFLED, 'mine']) put(join(temporary, '.tmpOther1', file), 25)
    put(join(temporary, 'pegboard-backup/open-pegboard.html'), 25)
    mkdirSync(join(temporary, '.tmpEmpty1'))
    await removeLeftBehind(data, temporary)
    expect(readdirSync(temporary)).toEqual([
      '.tmpEmpty1',
      '.tmpOther1',
      '.tmpYoung1',
      'pegboard-backup',
    ])
  })

  it('is not sought behind links', async () => {
    const elsewhere = join(data, 'elsewhere')
    put(join(elsewhere, 'shuffle_data.lance'), 25)
    symlinkSync(elsewhere, join(temporary, '.tmpLinked'))
    await removeLeftBehind(data, temporary)
    expect(readdirSync(elsewhere)).toHaveLength(1)
  })

  it('goes little by little where it is much', async () => {
    for (let at = 100; at < 350; at++)
      put(join(temporary, `.tmpAb1${at}`, 'shuffle_data.lance'), 25)
    await killedOwner()
    await removeLeftBehind(data, temporary)
    expect(readdirSync(temporary)).toHaveLength(150)
  })
})
