import { readdirSync, writeFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { workspaceLibrary } from '../../../../src-main/adapters/lancedb/workspace-library'
import { RECORD_KINDS, type RecordKind } from '../../../../src-main/domain/workspace/record-kinds'
import { catalogTool, putting } from '../../../fixtures/workspace/content'
import { filesOfPart } from '../../../fixtures/workspace/record-files'
import { sampleWorkspace, temporaryFolder } from './temporary-workspaces'

const Edge = z.object({ from: z.string(), to: z.string(), weight: z.number() })
type Edge = z.infer<typeof Edge>
const Cell = z.object({ recipe: z.string(), recall: z.number() })
type Cell = z.infer<typeof Cell>
const Experiment = z.object({ id: z.string(), seed: z.number() })
type Experiment = z.infer<typeof Experiment>

/** Two kinds that the product does not have: one of plain rows, one whose records have members. */
const edges: RecordKind<Edge, string, Edge, never, never> = {
  called: 'edge',
  remake: 'build the graph',
  schema: Edge,
  key: ({ from, to }) => `${from} → ${to}`,
  order: (a, b) => b.weight - a.weight,
  listed: { name: 'edges', key: 'edge', value: 'value' },
}
const experiments: RecordKind<Experiment, string, Experiment, 'cells', Cell> = {
  called: 'experiment',
  remake: 'run the experiments',
  schema: Experiment,
  key: ({ id }) => id,
  listed: { name: 'experiments', key: 'id', value: 'experiment' },
  members: {
    field: 'cells',
    schema: Cell,
    table: { name: 'cells', key: 'experiment', value: 'cell' },
    absent: 'Look at the list of experiments.',
  },
}
const kinds = { ...RECORD_KINDS, edges, experiments }

const heavy: Edge = { from: 'send', to: 'login', weight: 2 }
const light: Edge = { from: 'find', to: 'login', weight: 1 }
const cells: Cell[] = [
  { recipe: 'dense', recall: 0.5 },
  { recipe: 'bm25', recall: 0.25 },
]

/** A library that knows the two kinds, and a workspace that held them not when it was made. */
async function widened() {
  const { folder, store } = await sampleWorkspace()
  const library = workspaceLibrary(folder, { kinds })
  return { folder, plain: store, library, store: await library.open(store.dir) }
}

describe('a kind of record that is registered', () => {
  it('is empty in a workspace made before, and is committed and read without a migration', async () => {
    const { store } = await widened()
    expect(await store.read('edges', 'experiments')).toMatchObject({ edges: [], experiments: [] })
    await store.commit({
      ...putting(catalogTool('new')),
      edges: { put: [light, heavy] },
      experiments: { put: [{ id: 'e1', seed: 7, cells }] },
    })
    const read = await store.read('edges', 'experiments', 'bundles')
    expect(read).toMatchObject({ edges: [heavy, light], experiments: [{ id: 'e1', seed: 7 }] })
    expect(read.bundles).toHaveLength(1)
    expect(await store.members('experiments', 'e1')).toEqual(cells)
    await expect(store.members('experiments', 'e2')).rejects.toMatchObject({
      code: 'not-found',
      message: 'There is no experiment "e2" in this workspace.',
      fix: 'Look at the list of experiments.',
    })
    await store.commit({
      edges: { put: [{ ...light, weight: 3 }], remove: ['send → login'] },
      experiments: { put: [{ id: 'e1', seed: 8, cells: cells.slice(1) }] },
    })
    expect((await store.read('edges')).edges).toEqual([{ ...light, weight: 3 }])
    expect(await store.members('experiments', 'e1')).toEqual(cells.slice(1))
    await store.commit({ experiments: { remove: ['e1'] } })
    expect((await store.read('experiments')).experiments).toEqual([])
    await store.close()
  })

  it('goes into copies and archives, and is removed with the workspace', async () => {
    const { folder, library, store } = await widened()
    await store.commit({
      edges: { put: [heavy] },
      experiments: { put: [{ id: 'e1', seed: 7, cells }] },
    })
    const copies = [
      await library.duplicate(store.dir, 'Copy'),
      await library.importArchive(await library.exportArchive(store.dir)),
    ]
    for (const copy of copies) {
      expect(await copy.read('edges', 'experiments')).toMatchObject({
        edges: [heavy],
        experiments: [{ id: 'e1', seed: 7 }],
      })
      expect(await copy.members('experiments', 'e1')).toEqual(cells)
      expect(await copy.tools()).toEqual(await store.tools())
      await copy.close()
      await library.remove(copy.dir)
    }
    expect(readdirSync(folder)).toHaveLength(1)
    await store.close()
  })

  it('says what to do when its rows are damaged', async () => {
    const { store } = await widened()
    await store.commit({ edges: { put: [heavy] } })
    await store.commit({ name: 'After' })
    for (const file of filesOfPart(store.dir, 'edges')) writeFileSync(file, 'garbage')
    await expect(store.read('edges')).rejects.toMatchObject({
      code: 'unreadable',
      message: expect.stringContaining('"edges"') as string,
      fix: expect.stringContaining('build the graph') as string,
    })
    await store.close()
  })

  it('is left alone by a program that does not know it, which says it is too old', async () => {
    const { folder, plain, library, store } = await widened()
    const before = await library.exportArchive(store.dir)
    await store.commit({ edges: { put: [heavy] } })
    const tooOld = { code: 'newer-version' }
    await expect(plain.tools()).rejects.toMatchObject(tooOld)
    await expect(plain.commit({ name: 'x' })).rejects.toMatchObject(tooOld)
    const old = workspaceLibrary(folder)
    await expect(old.open(store.dir)).rejects.toMatchObject(tooOld)
    const archive = await library.exportArchive(store.dir)
    await expect(old.importArchive(archive)).rejects.toMatchObject(tooOld)
    expect((await store.read('edges')).edges).toEqual([heavy])
    // What holds none of it travels both ways.
    const copy = await old.importArchive(before)
    expect(await copy.tools()).toHaveLength(2)
    await copy.close()
    await store.close()
  })
})

it('a commit of a kind that is new, and that failed before it was through, is made again', async () => {
  const library = workspaceLibrary(await temporaryFolder(), { kinds })
  const store = await library.create('New')
  const dying = workspaceLibrary(await temporaryFolder(), {
    kinds,
    onWriteStep: (step) => {
      if (step === 'commit begun') throw new Error('gone')
    },
  })
  const other = await dying.open(store.dir)
  await expect(other.commit({ edges: { put: [heavy] } })).rejects.toMatchObject({ code: 'storage' })
  expect((await store.read('edges')).edges).toEqual([])
  await store.commit({ edges: { put: [light] } })
  expect((await store.read('edges')).edges).toEqual([light])
  await store.close()
})
