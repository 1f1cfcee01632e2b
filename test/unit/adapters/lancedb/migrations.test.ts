import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import {
  cpSync,
  existsSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { describe, expect, it, beforeAll } from 'vitest'
import { openDatabase } from '../../../../src-main/adapters/lancedb/tables/database'
import { workspaceLibrary } from '../../../../src-main/adapters/lancedb/workspace-library'
import { openWorkspace } from '../../../../src-main/adapters/lancedb/workspace-store'
import {
  RECORD_KINDS,
  type AnyRecordKinds,
  type RecordKinds,
} from '../../../../src-main/domain/workspace/record-kinds'
import type { WorkspaceStore } from '../../../../src-main/ports/workspace-store'
import { program, type Program } from '../../../fixtures/program'
import { bundle, catalogTool, goldenSet, outcomes, run } from '../../../fixtures/workspace/content'
import { EVERY_KIND } from '../../../fixtures/workspace/every-kind'
import { versionOneArchive, versionOneWorkspace, versionTwoWorkspace } from './earlier-workspaces'
import { filesIn, sampleWorkspace, temporaryFolder } from './temporary-workspaces'

const versionIn = (dir: string): unknown =>
  (JSON.parse(readFileSync(join(dir, 'workspace.json'), 'utf8')) as Record<string, unknown>)[
    'schemaVersion'
  ]

const tools = [
  { ...catalogTool('draft'), layer: { note: 'Ask the "post" team.', tags: [] } },
  { ...catalogTool('find'), layer: {} },
  catalogTool('send'),
]

async function expectAllOfOne(store: WorkspaceStore): Promise<void> {
  expect(await store.tools()).toEqual(tools)
  const { layers, goldenSets, bundles, runs } = await store.read(
    'layers',
    'goldenSets',
    'bundles',
    'runs',
  )
  expect(layers.map(({ tool }) => tool)).toEqual(['mail/draft', 'mail/send'])
  expect(goldenSets.map(({ name, queries }) => [name, queries])).toEqual([
    ['main', 3],
    ['empty', 0],
  ])
  expect(await store.members('goldenSets', 'main')).toEqual(goldenSet('main', 3).queries)
  expect(bundles).toEqual([bundle('b1')])
  expect(runs).toEqual([run('r1')])
  expect(await store.members('runs', 'r1')).toEqual(outcomes(2))
}

type Kind = keyof RecordKinds
const fieldOf = (kind: Kind): string | undefined => {
  const kinds: AnyRecordKinds = RECORD_KINDS
  const entry = kinds[kind]
  return entry?.members?.field
}

/** All records of a workspace, whole. */
async function recordsOf(store: WorkspaceStore): Promise<Record<string, unknown[]>> {
  const kinds = Object.keys(RECORD_KINDS) as Kind[]
  const records: Record<string, unknown[]> = {}
  const listed = await store.read(...kinds)
  for (const kind of kinds) {
    const field = fieldOf(kind)
    const whole: unknown[] = []
    for (const one of listed[kind]) {
      if (!field) {
        whole.push(one)
        continue
      }
      const { name, id } = one as { name?: string; id?: string }
      const key = kind === 'goldenSets' || kind === 'changes' ? name : id
      const members = await store.members(kind as 'runs', key ?? '')
      whole.push({ ...(kind === 'goldenSets' ? { name } : one), [field]: members })
    }
    records[kind] = whole
  }
  return records
}

const change = (name: string, number: number) => ({
  name,
  number,
  at: '2026-08-01T10:00:00Z',
  what: `Edited ${name}`,
  size: 1,
  isUndone: false,
  replaced: [{ of: 'server text', server: 'mail', before: '', after: name }],
})

/** Kinds that there were not when those workspaces were written. */
const CAME_LATER = { parameterRules: [] }

async function expectAllOfTwo(store: WorkspaceStore): Promise<void> {
  const changes = [change('z-first', 1), change('a-second', 2)]
  expect(await recordsOf(store)).toEqual({ ...EVERY_KIND, ...CAME_LATER, changes })
}

const EARLIER = [
  { version: 1, workspace: versionOneWorkspace, expectAll: expectAllOfOne, revision: 2 },
  { version: 2, workspace: versionTwoWorkspace, expectAll: expectAllOfTwo, revision: 3 },
]

let opening: Program
beforeAll(async () => {
  opening = await program('workspace/open-and-die.ts')
})

describe.each(EARLIER)('a workspace of schema version $version', (earlier) => {
  const { workspace, expectAll, revision } = earlier

  it('is opened with all it holds, whole, and keeps its identity', async () => {
    const dir = await workspace()
    expect(await workspaceLibrary(join(dir, '..')).list()).toEqual([{ dir, name: 'Mail tools' }])
    const store = await openWorkspace(dir)
    await expectAll(store)
    expect(await store.info()).toMatchObject({ name: 'Mail tools', revision, runs: 1 })
    const state = await store.state()
    expect(state.id).toMatch(/^[0-9a-f-]{36}$/)
    expect(await store.vectors('model', new Set(['h']))).toEqual(
      new Map([['h', Float32Array.of(1, 0)]]),
    )
    await store.close()
    expect(versionIn(dir)).toBe(3)
    const again = await openWorkspace(dir)
    expect(await again.state()).toEqual(state)
    await expectAll(again)
    await again.close()
    const call = { signal: new AbortController().signal, onParts: () => undefined }
    const checked = await workspaceLibrary(join(dir, '..')).check(dir, call)
    expect(checked).toMatchObject({ isDamaged: false, hashed: 0 })
  })

  it('leaves no table behind but those of records and vectors', async () => {
    const dir = await workspace()
    await (await openWorkspace(dir)).close()
    expect(readdirSync(dir).sort()).toEqual([
      expect.stringMatching(/^documents-/),
      'records.lance',
      'workspace.json',
    ])
  })

  it('takes commits afterwards', async () => {
    const store = await openWorkspace(await workspace())
    const { tool } = catalogTool('find', 'Finds now.')
    await store.commit({ tools: { put: [tool], remove: [catalogTool('send').tool.id] } })
    await store.commit({ layers: { put: [{ tool: tool.id, layer: { topics: ['search'] } }] } })
    await store.commit({ goldenSets: { put: [goldenSet('new', 1), goldenSet('main', 1)] } })
    const found = await store.tools()
    expect(found.find(({ tool: { name } }) => name === 'find')).toEqual({
      tool,
      layer: { topics: ['search'] },
    })
    expect(found.map(({ tool: { name } }) => name)).not.toContain('send')
    const { goldenSets } = await store.read('goldenSets')
    expect(goldenSets.map(({ name, queries }) => [name, queries])).toEqual([
      ['main', 1],
      ['empty', 0],
      ['new', 1],
    ])
    expect(await store.info()).toMatchObject({ revision: revision + 3 })
    await store.close()
  })

  for (const step of ['records written', 'marker written'] as const) {
    it(`survives a kill of its migration at "${step}"`, async () => {
      const dir = await workspace()
      const before = filesIn(dir)
      expect(await opening.run(dir, step)).toEqual([null, 'SIGKILL'])
      const isOver = step === 'marker written'
      expect(versionIn(dir)).toBe(isOver ? 3 : earlier.version)
      if (!isOver) expect(filesIn(dir)).toMatchObject(before)
      const store = await openWorkspace(dir)
      await expectAll(store)
      await store.commit({ tools: { remove: [catalogTool('send').tool.id] } })
      expect((await store.tools()).map(({ tool }) => tool.name)).not.toContain('send')
      await store.close()
      expect(readdirSync(dir).filter((name) => name.endsWith('.lance'))).toHaveLength(2)
    })
  }

  it('is left as it was where there is no room in the middle, read all the same, and migrated later', async () => {
    const dir = await workspace()
    const before = filesIn(dir)
    let isFull = true
    const store = await openWorkspace(dir, {
      onWriteStep: (reached) => {
        if (isFull && reached === 'records written')
          throw new Error('ENOSPC: no space left on device, write')
      },
    })
    await expectAll(store)
    await expect(store.commit({ name: 'Post' })).rejects.toMatchObject({
      code: 'storage',
      message: expect.stringContaining('full') as string,
    })
    expect(filesIn(dir)).toMatchObject(before)
    expect(versionIn(dir)).toBe(earlier.version)
    isFull = false
    await store.commit({ name: 'Post' })
    await expectAll(store)
    expect(await store.info()).toMatchObject({ name: 'Post', revision: revision + 1 })
    await store.close()
  })

  it('is brought up to date once where several programs open it at once', async () => {
    const dir = await workspace()
    const children = [opening.start(dir), opening.start(dir), opening.start(dir)]
    const ended = children.map(async (child) => {
      const [printed, exit] = await Promise.all([
        child.stdout ? text(child.stdout) : '',
        once(child, 'exit'),
      ])
      return [printed, ...(exit as unknown[])]
    })
    const here = [await openWorkspace(dir), await openWorkspace(dir)]
    const count = `${(await here[0]?.tools())?.length}\n`
    expect(await Promise.all(ended)).toEqual(children.map(() => [count, 0, null]))
    for (const store of here) await expectAll(store)
    expect(
      new Set(await Promise.all(here.map(async (store) => (await store.state()).id))).size,
    ).toBe(1)
    for (const store of here) await store.close()
    const again = await openWorkspace(dir)
    await expectAll(again)
    await again.close()
  })

  it('is brought up to date when it takes the place of an open one', async () => {
    const old = await workspace()
    const library = workspaceLibrary(await temporaryFolder())
    const store = await library.create('before')
    rmSync(store.dir, { recursive: true })
    cpSync(old, store.dir, { recursive: true })
    await store.commit({ name: 'Post' })
    await expectAll(store)
    expect(await store.info()).toMatchObject({ name: 'Post', revision: revision + 1 })
    await store.close()
  })
})

const mount = 'mount -t tmpfs -o size=2m none "$3" && exec "$0" "$1" "$2" "$3" "$4"'
const mayMount = spawnSync('unshare', ['-Urm', 'sh', '-c', 'mount -t tmpfs none /mnt']).status === 0

describe.runIf(mayMount)('on a disk that is full in the middle of its migration', () => {
  it.each(
    EARLIER.flatMap(({ version, workspace }) =>
      [0, 8, 16, 24].map((pages) => ({ version, workspace, pages })),
    ),
  )(
    'a workspace of schema version $version stays as it was and is read: $pages pages of room',
    async ({ workspace, pages }) => {
      const migrating = (await program('workspace/migrate-on-full-disk.ts')).under(
        ...['unshare', '-Urm', 'sh', '-c', mount],
      )
      const child = migrating.start(
        await workspace(),
        await temporaryFolder(),
        String(pages * 4_096),
      )
      const printed = child.stdout ? await text(child.stdout) : ''
      const [full, roomy] = printed
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line) as object)
      const names = [...new Set((full as { names?: string[] }).names)]
      expect(names).toEqual(expect.arrayContaining(['find', 'send']))
      expect(names).not.toContain('dead')
      expect(full).toMatchObject({ name: 'Mail tools', written: 'storage', isAsBefore: true })
      expect(roomy).toMatchObject({ name: 'Mail tools', names, written: 'written' })
    },
    60_000,
  )
})

describe('a workspace of schema version 1', () => {
  /** Empties every layer, as the program of schema version 1 would. */
  async function dropLayers(dir: string): Promise<void> {
    const path = join(dir, 'workspace.json')
    const manifest = JSON.parse(readFileSync(path, 'utf8')) as {
      tables: { tools: { version: number } }
    }
    const table = await (await openDatabase(dir)).openTable('tools')
    await table.checkout(manifest.tables.tools.version)
    await table.restore()
    await table.update({ values: { layer: '{}' } })
    manifest.tables.tools.version = await table.version()
    writeFileSync(path, JSON.stringify(manifest))
  }

  it('without any layer is opened as well', async () => {
    const dir = await versionOneWorkspace()
    await dropLayers(dir)
    const store = await openWorkspace(dir)
    expect((await store.tools()).map(({ layer }) => layer)).toEqual([{}, {}, {}])
    await store.commit({ layers: { put: [{ tool: catalogTool('find').tool.id, layer: {} }] } })
    expect((await store.read('layers')).layers).toHaveLength(1)
    await store.close()
  })
})

describe('a workspace of schema version 2', () => {
  it('keeps what it says of itself', async () => {
    const dir = await versionTwoWorkspace()
    const { id, commit } = JSON.parse(readFileSync(join(dir, 'workspace.json'), 'utf8')) as {
      id: string
      commit: string
    }
    const store = await openWorkspace(dir)
    expect(await store.info()).toMatchObject({
      createdAt: '2026-11-01T12:00:00.000Z',
      commit,
      models: { chat: 'ollama:a' },
      worksWith: { recipe: 'bm25', options: { b: 0.4 }, k: 7 },
    })
    expect((await store.state()).id).toBe(id)
    await store.close()
  })

  const cutOff = (dir: string, table: string) => {
    const data = join(dir, `${table}.lance`, 'data')
    for (const file of readdirSync(data)) truncateSync(join(data, file), 20)
  }

  it('with a damaged table is opened with all others, and keeps that table for who can mend it', async () => {
    const dir = await versionTwoWorkspace()
    cutOff(dir, 'tools')
    const damaged = filesIn(join(dir, 'tools.lance'))
    for (const time of ['first', 'again']) {
      const store = await openWorkspace(dir)
      await expect(store.tools(), time).rejects.toMatchObject({
        code: 'unreadable',
        message: expect.stringContaining('"tools"') as string,
        fix: expect.stringContaining('import the catalog') as string,
      })
      expect((await store.read('bundles')).bundles).toEqual(EVERY_KIND.bundles)
      expect(await store.members('goldenSets', 'main')).toEqual(EVERY_KIND.goldenSets[0]?.queries)
      expect(await store.info()).toMatchObject({ revision: 3, tools: 2 })
      await store.close()
    }
    expect(versionIn(dir)).toBe(3)
    expect(filesIn(join(dir, 'earlier-layout', 'tools.lance'))).toEqual(damaged)
    expect(versionIn(join(dir, 'earlier-layout'))).toBe(2)
    const library = workspaceLibrary(join(dir, '..'))
    await library.remove(dir)
    expect(existsSync(dir)).toBe(false)
  })

  it('in which one row is not what was written says so, as before', async () => {
    const dir = await versionTwoWorkspace()
    const database = await openDatabase(dir)
    const table = await database.openTable('bundles')
    const [row] = (await table.query().toArray()) as { bundle: string }[]
    const other = String(row?.bundle).replace('past', 'last').replaceAll("'", "''")
    await table.update({ values: { bundle: other } })
    const path = join(dir, 'workspace.json')
    const manifest = JSON.parse(readFileSync(path, 'utf8')) as {
      sum?: string
      tables: { bundles: { version: number } }
    }
    delete manifest.sum
    manifest.tables.bundles.version = await table.version()
    writeFileSync(path, JSON.stringify(manifest))
    await database.close()
    const store = await openWorkspace(dir)
    await expect(store.read('bundles')).rejects.toMatchObject({
      code: 'unreadable',
      message: expect.stringContaining('not what was written') as string,
    })
    expect(await store.tools()).toHaveLength(2)
    await store.close()
  })

  it('that was copied while it was written is opened as the last commit that is whole in it', async () => {
    const dir = await versionTwoWorkspace()
    // As where the table was copied before the last commit, and the manifest after it.
    const versions = join(dir, 'bundles.lance', '_versions')
    const [newest = ''] = readdirSync(versions).sort()
    rmSync(join(versions, newest))
    const store = await openWorkspace(dir)
    const notices: string[] = []
    store.onNotice?.((text) => notices.push(text))
    expect(notices).toEqual([expect.stringContaining('is as of commit 2')])
    expect(await store.info()).toMatchObject({ revision: 2, tools: 3 })
    const { bundles } = await store.read('bundles')
    expect(bundles.map(({ id }) => id).sort()).toEqual(['b', 'gone'])
    expect((await store.tools()).map(({ tool }) => tool.name)).toEqual(['draft', 'find', 'send'])
    expect(await store.members('runs', 'gone')).toEqual(outcomes(3))
    await store.close()
  })

  it('of which one version is gone keeps its last commit where it is no copy', async () => {
    const dir = await versionTwoWorkspace()
    const path = join(dir, 'workspace.json')
    const { ino, birthtimeNs } = statSync(dir, { bigint: true })
    const stored = JSON.parse(readFileSync(path, 'utf8')) as object
    const folder = { file: String(ino), bornNs: String(birthtimeNs) }
    writeFileSync(path, JSON.stringify({ ...stored, sum: undefined, folder }))
    const versions = join(dir, 'bundles.lance', '_versions')
    const [newest = ''] = readdirSync(versions).sort()
    rmSync(join(versions, newest))
    const store = await openWorkspace(dir)
    expect(await store.info()).toMatchObject({ revision: 3, tools: 2 })
    await expect(store.read('bundles')).rejects.toMatchObject({ code: 'unreadable' })
    await store.close()
  })

  it('without one of its tables keeps its last commit, and says which is missing', async () => {
    const dir = await versionTwoWorkspace()
    rmSync(join(dir, 'bundles.lance'), { recursive: true })
    const store = await openWorkspace(dir)
    expect(await store.info()).toMatchObject({ revision: 3 })
    expect(await store.tools()).toHaveLength(2)
    await expect(store.read('bundles')).rejects.toMatchObject({
      code: 'unreadable',
      message: expect.stringContaining('"bundles"') as string,
    })
    await store.close()
  })

  it('whose file is damaged cannot be opened, and is left as it is', async () => {
    const dir = await versionTwoWorkspace()
    const path = join(dir, 'workspace.json')
    const whole = readFileSync(path, 'utf8')
    const garbled = [whole.replace('Mail', 'Male'), whole.slice(0, 400), '{"schemaVersion": 2}']
    for (const content of garbled) {
      writeFileSync(path, content)
      const before = filesIn(dir)
      await expect(openWorkspace(dir)).rejects.toMatchObject({
        code: 'unreadable',
        fix: expect.stringContaining('backup') as string,
      })
      expect(filesIn(dir)).toEqual(before)
    }
  })

  it('with a kind of record that this program does not know is refused, and left as it is', async () => {
    const dir = await versionTwoWorkspace()
    const path = join(dir, 'workspace.json')
    const manifest = JSON.parse(readFileSync(path, 'utf8')) as { tables: object; sum?: string }
    const tables = { ...manifest.tables, edges: { version: 1, rows: 1, compacted: 1 } }
    writeFileSync(path, JSON.stringify({ ...manifest, sum: undefined, tables }))
    const before = filesIn(dir)
    await expect(openWorkspace(dir)).rejects.toMatchObject({ code: 'newer-version' })
    expect(filesIn(dir)).toEqual(before)
  })
})

it('a workspace of no version at all is no workspace file', async () => {
  const { library, store } = await sampleWorkspace()
  writeFileSync(join(store.dir, 'workspace.json'), '{"name": "before"}')
  await expect(library.open(store.dir)).rejects.toMatchObject({ code: 'unreadable' })
})

it('an archive of schema version 1 is imported with all it holds', async () => {
  const library = workspaceLibrary(await temporaryFolder())
  const store = await library.importArchive(versionOneArchive())
  await expectAllOfOne(store)
  expect(await store.info()).toMatchObject({ name: 'Mail tools', goldenSets: 2 })
  await store.close()
})
