import { readFileSync, writeFileSync, cpSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, beforeAll } from 'vitest'
import { openDatabase } from '../../../../src-main/adapters/lancedb/tables/database'
import { MIGRATIONS, type Migration } from '../../../../src-main/adapters/lancedb/folder/migrations'
import { workspaceLibrary } from '../../../../src-main/adapters/lancedb/workspace-library'
import { openWorkspace } from '../../../../src-main/adapters/lancedb/workspace-store'
import type { WorkspaceStore } from '../../../../src-main/ports/workspace-store'
import { program, type Program } from '../../../fixtures/program'
import { bundle, catalogTool, goldenSet, outcomes, run } from '../../../fixtures/workspace/content'
import { sampleWorkspace, stateOf, temporaryFolder } from './temporary-workspaces'
import { versionOneArchive, versionOneWorkspace } from './version-1'

const rename = (suffix: string): Migration => ({
  workspace: async (manifest) => ({ ...manifest, name: `${String(manifest['name'])}${suffix}` }),
  archive: ({ head, rows }) => ({
    head: { ...head, name: `${String(head['name'])}${suffix}` },
    rows,
  }),
})

const storedIn = (dir: string) =>
  JSON.parse(readFileSync(join(dir, 'workspace.json'), 'utf8')) as Record<string, unknown>

describe('a workspace of an older version', () => {
  it('is brought up to date step by step when it is opened', async () => {
    const { folder, store } = await sampleWorkspace()
    const before = await stateOf(store)
    const migrations = [...MIGRATIONS, rename(' one'), rename(' two')]
    const library = workspaceLibrary(folder, { migrations })
    expect((await library.list())[0]).toEqual({ dir: store.dir, name: 'before' })

    const opened = await library.open(store.dir)
    expect(storedIn(store.dir)).toMatchObject({ schemaVersion: 4, name: 'before one two' })
    expect(await stateOf(opened)).toEqual({
      ...before,
      info: { ...before.info, name: 'before one two' },
    })
    await opened.close()

    const again = await library.open(store.dir)
    expect((await again.info()).name).toBe('before one two')
    await again.close()
  })

  it('takes only the steps it lacks', async () => {
    const { folder, store } = await sampleWorkspace()
    await workspaceLibrary(folder, { migrations: [...MIGRATIONS, rename(' one')] }).open(store.dir)
    const migrations = [...MIGRATIONS, rename(' one'), rename(' two')]
    const library = workspaceLibrary(folder, { migrations })
    expect((await (await library.open(store.dir)).info()).name).toBe('before one two')
  })

  it('stays as it was when a step fails', async () => {
    const { folder, store } = await sampleWorkspace()
    const before = storedIn(store.dir)
    const failing: Migration = {
      ...rename(''),
      workspace: () => Promise.reject(new Error('ENOSPC: no space left on device, write')),
    }
    const migrations = [...MIGRATIONS, rename(' one'), failing]
    const library = workspaceLibrary(folder, { migrations })
    await expect(library.open(store.dir)).rejects.toMatchObject({ code: 'storage' })
    expect(storedIn(store.dir)).toEqual(before)
    expect(await store.tools()).toHaveLength(2)
  })

  it('of no version at all is no workspace file', async () => {
    const { library, store } = await sampleWorkspace()
    writeFileSync(join(store.dir, 'workspace.json'), '{"name": "before"}')
    await expect(library.open(store.dir)).rejects.toMatchObject({ code: 'unreadable' })
  })
})

const tools = [
  { ...catalogTool('draft'), layer: { note: 'Ask the "post" team.', tags: [] } },
  { ...catalogTool('find'), layer: {} },
  catalogTool('send'),
]

async function expectAll(store: WorkspaceStore): Promise<void> {
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

const versionIn = (dir: string): unknown =>
  (JSON.parse(readFileSync(join(dir, 'workspace.json'), 'utf8')) as Record<string, unknown>)[
    'schemaVersion'
  ]

let opening: Program
beforeAll(async () => {
  opening = await program('workspace/open-and-die.ts')
})

describe('a workspace of schema version 1', () => {
  it('is opened with all it holds, and gets an identity it keeps', async () => {
    const dir = await versionOneWorkspace()
    const store = await openWorkspace(dir)
    await expectAll(store)
    expect(await store.info()).toMatchObject({ name: 'Mail tools', revision: 2, tools: 3, runs: 1 })
    const { id } = await store.state()
    expect(id).toMatch(/^[0-9a-f-]{36}$/)
    expect(await store.vectors('model', new Set(['h']))).toEqual(
      new Map([['h', Float32Array.of(1, 0)]]),
    )
    await store.close()
    const again = await openWorkspace(dir)
    expect((await again.state()).id).toBe(id)
    await again.close()
  })

  it('takes commits of tools and layers afterwards', async () => {
    const store = await openWorkspace(await versionOneWorkspace())
    const { tool } = catalogTool('find', 'Finds now.')
    await store.commit({ tools: { put: [tool], remove: [catalogTool('draft').tool.id] } })
    await store.commit({ layers: { put: [{ tool: tool.id, layer: { topics: ['search'] } }] } })
    expect(await store.tools()).toEqual([
      { tool, layer: { topics: ['search'] } },
      catalogTool('send'),
    ])
    await store.close()
  })

  it('without any layer is opened as well', async () => {
    const dir = await versionOneWorkspace()
    await dropLayers(dir)
    const store = await openWorkspace(dir)
    expect((await store.tools()).map(({ layer }) => layer)).toEqual([{}, {}, {}])
    await store.commit({ layers: { put: [{ tool: catalogTool('find').tool.id, layer: {} }] } })
    expect((await store.read('layers')).layers).toHaveLength(1)
    await store.close()
  })

  for (const step of ['layers written', 'tools written', 'manifest written'] as const) {
    it(`survives a kill of its migration at "${step}"`, async () => {
      const dir = await versionOneWorkspace()
      expect(await opening.run(dir, step)).toEqual([null, 'SIGKILL'])
      expect(versionIn(dir)).toBe(step === 'manifest written' ? 2 : 1)
      const store = await openWorkspace(dir)
      await expectAll(store)
      await store.commit({ tools: { remove: [catalogTool('draft').tool.id] } })
      expect(await store.tools()).toEqual(tools.slice(1))
      await store.close()
    })
  }

  it('is brought up to date when it takes the place of an open one', async () => {
    const old = await versionOneWorkspace()
    const library = workspaceLibrary(await temporaryFolder())
    const store = await library.create('before')
    rmSync(store.dir, { recursive: true })
    cpSync(old, store.dir, { recursive: true })
    await store.commit({ name: 'Post' })
    await expectAll(store)
    expect(await store.info()).toMatchObject({ name: 'Post', revision: 3 })
    await store.close()
  })
})

it('an archive of schema version 1 is imported with all it holds', async () => {
  const library = workspaceLibrary(await temporaryFolder())
  const store = await library.importArchive(versionOneArchive())
  await expectAll(store)
  expect(await store.info()).toMatchObject({ name: 'Mail tools', goldenSets: 2 })
  await store.close()
})
