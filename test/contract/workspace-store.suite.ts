import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { ToolId } from '../../src-main/domain/tool/tool'
import type {
  WorkspaceChange,
  WorkspaceLibrary,
  WorkspaceStore,
} from '../../src-main/ports/workspace-store'
import {
  bundle,
  catalogTool,
  goldenSet,
  outcomes,
  putting,
  run,
} from '../fixtures/workspace/content'

const id = (name: string): ToolId => `mail/${name}` as ToolId

const everything: WorkspaceChange = {
  ...putting(catalogTool('send'), catalogTool('find')),
  goldenSets: { put: [goldenSet('main', 12), goldenSet('empty', 0)] },
  bundles: { put: [bundle('b2'), bundle('b1')] },
  runs: {
    put: [
      { ...run('old', '2026-01-01T00:00:00.000Z'), outcomes: outcomes(12) },
      { ...run('new', '2026-02-01T00:00:00.000Z'), outcomes: outcomes(2) },
    ],
  },
}

async function contentOf(store: WorkspaceStore) {
  const { state: _, ...listed } = await store.read('layers', 'goldenSets', 'bundles', 'runs')
  const { goldenSets, runs } = listed
  return {
    ...listed,
    tools: await store.tools(),
    queries: await Promise.all(goldenSets.map(({ name }) => store.members('goldenSets', name))),
    outcomes: await Promise.all(runs.map(({ id }) => store.members('runs', id))),
  }
}

/** What every workspace library does, whatever it keeps workspaces in. */
export function describeWorkspaceLibrary(
  name: string,
  libraryIn: (folder: string) => WorkspaceLibrary,
): void {
  let folder: string
  let library: WorkspaceLibrary
  let store: WorkspaceStore

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'pegboard-test-'))
    library = libraryIn(folder)
    store = await library.create('Mail tools')
  })
  afterEach(async () => {
    await store.close()
    await rm(folder, { recursive: true, force: true })
  })

  describe(`${name}: one workspace`, () => {
    it('is empty at first', async () => {
      expect(await store.info()).toMatchObject({
        dir: store.dir,
        name: 'Mail tools',
        revision: 0,
        tools: 0,
        goldenSets: 0,
        bundles: 0,
        runs: 0,
      })
      const empty = { goldenSets: [], queries: [], bundles: [], runs: [], outcomes: [] }
      expect(await contentOf(store)).toEqual({ tools: [], layers: [], ...empty })
    })

    it('gives back exactly what was put, as plain objects', async () => {
      await store.commit(everything)
      expect(await store.tools()).toEqual([catalogTool('find'), catalogTool('send')])
      expect(await store.members('goldenSets', 'main')).toEqual(goldenSet('main', 12).queries)
      expect(await store.members('goldenSets', 'empty')).toEqual([])
      expect((await store.read('bundles')).bundles).toEqual([bundle('b1'), bundle('b2')])
      const { runs } = await store.read('runs')
      expect(runs.map((one) => one.id)).toEqual(['new', 'old'])
      expect(await store.members('runs', 'old')).toEqual(outcomes(12))
      const content = await contentOf(store)
      expect(structuredClone(content)).toEqual(content)
    })

    it('counts what it holds and sums up golden sets', async () => {
      await store.commit(everything)
      const info = await store.info()
      expect(info).toMatchObject({ revision: 1, tools: 2, goldenSets: 2, bundles: 2, runs: 2 })
      expect((await store.read('goldenSets')).goldenSets).toEqual([
        {
          name: 'main',
          queries: 12,
          distinctTools: 4,
          mostTools: 2,
          origins: ['human', 'published'],
        },
        { name: 'empty', queries: 0, distinctTools: 0, mostTools: 0, origins: [] },
      ])
    })

    it('replaces by id or name and keeps what a change does not name', async () => {
      await store.commit(everything)
      await store.commit({
        tools: { put: [catalogTool('send', 'Sends now.').tool] },
        goldenSets: { put: [goldenSet('main', 1)] },
      })
      expect((await store.tools()).map(({ tool }) => tool.description)).toEqual([
        'Does find.',
        'Sends now.',
      ])
      expect(await store.members('goldenSets', 'main')).toHaveLength(1)
      const { goldenSets, bundles } = await store.read('goldenSets', 'bundles')
      expect(goldenSets.map((set) => set.name)).toEqual(['main', 'empty'])
      expect(bundles).toHaveLength(2)
    })

    it('removes what a change says, outcomes with their run', async () => {
      await store.commit(everything)
      await store.commit({
        tools: { remove: [id('send'), id('unknown')] },
        goldenSets: { remove: ['main'] },
        bundles: { remove: ['b1'] },
        runs: { remove: ['old'] },
      })
      expect((await store.tools()).map(({ tool }) => tool.id)).toEqual(['mail/find'])
      const { goldenSets, bundles } = await store.read('goldenSets', 'bundles')
      expect(goldenSets.map((set) => set.name)).toEqual(['empty'])
      expect(bundles).toEqual([bundle('b2')])
      await expect(store.members('runs', 'old')).rejects.toMatchObject({ code: 'not-found' })
      await expect(store.members('goldenSets', 'main')).rejects.toMatchObject({ code: 'not-found' })
    })

    it('keeps the last of two with the same id in one change', async () => {
      await store.commit(putting(catalogTool('send', 'First.'), catalogTool('send', 'Second.')))
      const tools = await store.tools()
      expect(tools.map(({ tool }) => tool.description)).toEqual(['Second.'])
      expect((await store.info()).tools).toBe(1)
    })

    it('takes names that mean something to SQL as names', async () => {
      const odd = `'; DROP TABLE tools; -- "%_`
      await store.commit({ goldenSets: { put: [goldenSet(odd, 2), goldenSet('other', 1)] } })
      expect(await store.members('goldenSets', odd)).toHaveLength(2)
      await store.commit({ goldenSets: { remove: [odd] } })
      const { goldenSets } = await store.read('goldenSets')
      expect(goldenSets.map((set) => set.name)).toEqual(['other'])
    })

    it('is renamed by a commit, in the same folder', async () => {
      expect(await store.commit({ name: 'Post' })).toMatchObject({ revision: 1 })
      expect(await store.info()).toMatchObject({ name: 'Post', dir: store.dir, revision: 1 })
    })

    it('refuses a commit that expects another one before it', async () => {
      const { commit: early } = await store.state()
      const { commit } = await store.commit({ name: 'Post' })
      const late = store.commit({ name: 'Late' }, early)
      await expect(late).rejects.toMatchObject({ code: 'conflict' })
      expect((await store.info()).name).toBe('Post')
      expect(await store.commit({ name: 'In time' }, commit)).toMatchObject({ revision: 2 })
    })

    it('works a change out when no one else can commit', async () => {
      const other = await library.open(store.dir)
      const counting = (from: WorkspaceStore) =>
        from.commit(async ({ revision }) => {
          const { bundles } = await from.read('bundles')
          return { bundles: { put: [bundle(`b${bundles.length}`)] }, name: `After ${revision}` }
        })
      await Promise.all([counting(store), counting(other), counting(store), counting(other)])
      const { bundles, state } = await store.read('bundles')
      expect(bundles.map(({ id: name }) => name)).toEqual(['b0', 'b1', 'b2', 'b3'])
      expect(state).toMatchObject({ revision: 4 })
      expect(await store.info()).toMatchObject({ name: 'After 3', revision: 4 })
      await other.close()
    })

    it('writes nothing when working a change out gives nothing or fails', async () => {
      const before = await store.state()
      expect(await store.commit(async () => undefined)).toEqual(before)
      const failing = store.commit(() => Promise.reject(new TypeError('a fault of its own')))
      await expect(failing).rejects.toThrow(TypeError)
      expect(await store.state()).toEqual(before)
      expect(await store.commit({ name: 'Post' })).toMatchObject({ revision: 1 })
    })

    it('reads several kinds of record as one commit left them', async () => {
      const other = await library.open(store.dir)
      let going = true
      const writing = (async () => {
        for (let turn = 0; turn < 12; turn++) {
          const put = catalogTool(`tool${turn}`)
          await other.commit({ ...putting(put), bundles: { put: [bundle(put.tool.id)] } })
        }
        going = false
      })()
      while (going) {
        const { state, tools, layers, bundles } = await store.read('tools', 'layers', 'bundles')
        expect(tools).toHaveLength(state.revision)
        expect(layers.map(({ tool }) => tool)).toEqual(tools.map((tool) => tool.id))
        expect(bundles.map((one) => one.id)).toEqual(tools.map((tool) => tool.id))
        // Reading what has not changed waits for nothing: whoever only reads would keep the writer
        // from its turn.
        await new Promise(setImmediate)
      }
      await writing
      await other.close()
    })

    it('keeps layers apart from tools: either is put and removed without the other', async () => {
      await store.commit(putting(catalogTool('send')))
      await store.commit({ tools: { put: [catalogTool('send', 'Sends now.').tool] } })
      expect(await store.tools()).toEqual([catalogTool('send', 'Sends now.')])
      await store.commit({ tools: { remove: [id('send')] } })
      expect(await store.tools()).toEqual([])
      expect((await store.read('layers')).layers).toHaveLength(1)
      await store.commit({ tools: { put: [catalogTool('send').tool] } })
      expect(await store.tools()).toEqual([catalogTool('send')])
      await store.commit({ layers: { remove: [id('send')] } })
      expect(await store.tools()).toEqual([{ ...catalogTool('send'), layer: {} }])
    })

    it('has an identity that commits and renaming keep, and each commit a mark of its own', async () => {
      const states = [await store.state()]
      states.push(await store.commit({ name: 'Post' }))
      states.push(await store.commit(everything))
      expect(await store.state()).toEqual(states[2])
      expect(new Set(states.map((state) => state.id)).size).toBe(1)
      expect(new Set(states.map((state) => state.commit)).size).toBe(3)
    })

    it('shows another open store of the same folder each commit at once', async () => {
      const other = await library.open(store.dir)
      await store.commit(everything)
      expect(await contentOf(other)).toEqual(await contentOf(store))
      await other.commit({ tools: { remove: [id('send')] } })
      expect(await store.tools()).toHaveLength(1)
      expect(await store.info()).toEqual(await other.info())
      await other.close()
    })

    it('puts commits made at the same time one after the other', async () => {
      const names = Array.from({ length: 8 }, (_, number) => `tool${number}`)
      await Promise.all(names.map((tool) => store.commit(putting(catalogTool(tool)))))
      expect((await store.tools()).map(({ tool }) => tool.name)).toEqual(names)
      expect((await store.info()).revision).toBe(8)
    })

    it('stays whole over many small commits', async () => {
      for (let turn = 0; turn < 70; turn++) {
        await store.commit({ tools: { put: [catalogTool('send', `Turn ${turn}.`).tool] } })
      }
      expect((await store.tools()).map(({ tool }) => tool.description)).toEqual(['Turn 69.'])
      expect((await store.info()).revision).toBe(70)
    })
  })

  describe(`${name}: vectors`, () => {
    const document = (hash: string, ...vector: number[]) => ({
      hash,
      text: `text of ${hash}`,
      vector: Float32Array.from(vector),
    })

    it('gives back the vectors asked for, of one embedder only', async () => {
      await store.saveDocuments('model a', [document('h1', 1, 0), document('h2', 0, 1)])
      await store.saveDocuments('model b', [document('h1', 0.5, 0.5, 0)])
      const found = await store.vectors('model a', new Set(['h1', 'h9']))
      expect([...found]).toEqual([['h1', Float32Array.of(1, 0)]])
      expect(await store.vectors('model c', new Set(['h1']))).toEqual(new Map())
      expect((await store.info()).revision).toBe(0)
    })

    it('tells which texts are stored, and searches them', async () => {
      await store.saveDocuments('model a', [document('h1', 1, 0), document('h2', 0, 1)])
      const hashes = new Set(['h1', 'h9'])
      expect(await store.storedHashes('model a', hashes)).toEqual(new Set(['h1']))
      expect(await store.storedHashes('model b', hashes)).toEqual(new Set())
      const keys = new Map([['h1', ['mail/send', 'mail/find']]])
      const index = await store.vectorIndex('model a', keys)
      expect(await index.search([Float32Array.of(1, 0)], { depth: 5 })).toEqual([
        [
          { key: 'mail/find', score: 1 },
          { key: 'mail/send', score: 1 },
        ],
      ])
    })

    it('knows when all its documents are of other embedders', async () => {
      expect(await store.hasOnlyOtherEmbeddersDocuments('model a')).toBe(false)
      await store.saveDocuments('model a', [document('h', 1, 0)])
      expect(await store.hasOnlyOtherEmbeddersDocuments('model a')).toBe(false)
      expect(await store.hasOnlyOtherEmbeddersDocuments('model b')).toBe(true)
      await store.saveDocuments('model b', [document('i', 1, 0)])
      expect(await store.hasOnlyOtherEmbeddersDocuments('model b')).toBe(false)
      await store.pruneDocuments('model b', new Set())
      expect(await store.hasOnlyOtherEmbeddersDocuments('model b')).toBe(true)
      await store.pruneDocuments('model a', new Set())
      expect(await store.hasOnlyOtherEmbeddersDocuments('model b')).toBe(false)
    })

    it('keeps one vector a text, however often it is saved', async () => {
      await store.saveDocuments('model', [document('h', 1, 0), document('h', 0, 1)])
      await store.saveDocuments('model', [document('h', 1, 0), document('i', 0, 1)])
      const found = await store.vectors('model', new Set(['h', 'i']))
      expect(found).toEqual(
        new Map([
          ['h', Float32Array.of(1, 0)],
          ['i', Float32Array.of(0, 1)],
        ]),
      )
    })

    it('drops what is not to be kept', async () => {
      await store.saveDocuments('model', [document('h', 1, 0), document('i', 0, 1)])
      await store.pruneDocuments('model', new Set(['i']))
      await store.pruneDocuments('unknown', new Set(['i']))
      expect([...(await store.vectors('model', new Set(['h', 'i']))).keys()]).toEqual(['i'])
      await store.saveDocuments('model', [document('h', 1, 0)])
      expect((await store.vectors('model', new Set(['h', 'i']))).size).toBe(2)
    })

    it('refuses vectors of the wrong length or not finite', async () => {
      await store.saveDocuments('model', [document('h', 1, 0)])
      for (const vector of [[1], [1, 0, 0], [NaN, 0], [Infinity, 0]]) {
        const saving = store.saveDocuments('model', [document('x', ...vector)])
        await expect(saving, String(vector)).rejects.toMatchObject({ code: 'bad-input' })
      }
      const mixed = store.saveDocuments('new', [document('a', 1, 0), document('b', 1)])
      await expect(mixed).rejects.toMatchObject({ code: 'bad-input' })
      expect((await store.vectors('model', new Set(['h', 'x']))).size).toBe(1)
    })

    it('saves nothing when there is nothing to save', async () => {
      await store.saveDocuments('model', [])
      expect((await store.vectors('model', new Set())).size).toBe(0)
    })
  })

  describe(`${name}: the library`, () => {
    it('lists its workspaces by name and opens them', async () => {
      await (await library.create('Another')).close()
      await store.commit(everything)
      const entries = await library.list()
      expect(entries.map((entry) => entry.name)).toEqual(['Another', 'Mail tools'])
      expect(entries[1]?.info).toEqual(await store.info())
    })

    it('lists nothing where there is no folder yet', async () => {
      expect(await libraryIn(join(folder, 'not', 'there')).list()).toEqual([])
    })

    it('gives workspaces of one name folders of their own', async () => {
      const twin = await library.create('Mail tools')
      expect(twin.dir).not.toBe(store.dir)
      await twin.close()
    })

    it('creates in a given folder that is new or empty, and in no other', async () => {
      const elsewhere = join(folder, 'deep', 'elsewhere')
      const made = await library.create('Here', elsewhere)
      expect(made.dir).toBe(elsewhere)
      await made.close()
      const again = library.create('Again', elsewhere)
      await expect(again).rejects.toMatchObject({ code: 'conflict' })
    })

    it('refuses a workspace without a name', async () => {
      await expect(library.create('  ')).rejects.toMatchObject({ code: 'bad-input' })
      expect(await library.list()).toHaveLength(1)
    })

    it('opens no folder that is no workspace', async () => {
      const opening = library.open(join(folder, 'nothing'))
      await expect(opening).rejects.toMatchObject({ code: 'not-found' })
    })

    it('duplicates a workspace with its vectors; the copy goes its own way', async () => {
      await store.commit(everything)
      const vector = Float32Array.of(1, 0)
      await store.saveDocuments('model', [{ hash: 'h', text: 't', vector }])
      const copy = await library.duplicate(store.dir, 'Copy')
      expect(await contentOf(copy)).toEqual(await contentOf(store))
      expect(await copy.vectors('model', new Set(['h']))).toEqual(new Map([['h', vector]]))
      await copy.commit({ tools: { remove: [id('send')] } })
      expect(await store.tools()).toHaveLength(2)
      expect((await copy.info()).name).toBe('Copy')
      await copy.close()
    })

    it('removes a workspace', async () => {
      await library.remove(store.dir)
      expect(await library.list()).toEqual([])
      await expect(library.open(store.dir)).rejects.toMatchObject({ code: 'not-found' })
    })

    it('takes a workspace out and in as one file', async () => {
      await store.commit(everything)
      const copy = await library.importArchive(await library.exportArchive(store.dir))
      expect(copy.dir).not.toBe(store.dir)
      expect((await copy.info()).name).toBe('Mail tools')
      expect(await contentOf(copy)).toEqual(await contentOf(store))
      await copy.close()
      const named = await library.importArchive(await library.exportArchive(store.dir), 'Other')
      expect((await named.info()).name).toBe('Other')
      await named.close()
    })

    it('gives every copy an identity of its own', async () => {
      const archive = await library.exportArchive(store.dir)
      const stores = [
        store,
        await library.duplicate(store.dir, 'Copy'),
        await library.importArchive(archive),
        await library.importArchive(archive),
        await library.create('New'),
      ]
      const states = await Promise.all(stores.map((one) => one.state()))
      expect(new Set(states.map((state) => state.id)).size).toBe(stores.length)
      await Promise.all(stores.slice(1).map((one) => one.close()))
    })

    it('imports no part of a broken archive', async () => {
      await store.commit(everything)
      const archive = await library.exportArchive(store.dir)
      for (const length of [0, 10, archive.length >> 1, archive.length - 3]) {
        const importing = library.importArchive(archive.slice(0, length))
        await expect(importing).rejects.toMatchObject({ code: 'unreadable' })
      }
      expect(await library.list()).toHaveLength(1)
    })
  })
}
