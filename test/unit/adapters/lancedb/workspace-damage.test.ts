import {
  chmodSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { catalogTool, putting } from '../../../fixtures/workspace/content'
import { sampleWorkspace, stateOf, temporaryFolder } from './temporary-workspaces'

const dataFilesOf = (dir: string, table: string): string[] => {
  const folder = join(dir, `${table}.lance`, 'data')
  return readdirSync(folder).map((file) => join(folder, file))
}

const vectorsOf = (count: number) =>
  Array.from({ length: count }, (_, row) => ({
    hash: `h${row}`,
    text: 't',
    vector: Float32Array.of(1, row),
  }))

describe('a damaged workspace', () => {
  it('says which table is damaged and what to do, and still reads the others', async () => {
    const { library, store } = await sampleWorkspace()
    await store.close()
    for (const file of dataFilesOf(store.dir, 'golden_queries')) writeFileSync(file, 'garbage')
    const reopened = await library.open(store.dir)
    await expect(reopened.members('goldenSets', 'main')).rejects.toMatchObject({
      code: 'unreadable',
      message: expect.stringContaining('"golden_queries"') as string,
      fix: expect.stringContaining('import the golden sets') as string,
    })
    expect(await reopened.tools()).toHaveLength(2)
    expect(await reopened.commit(putting(catalogTool('new')))).toMatchObject({ revision: 2 })
    expect(await reopened.tools()).toHaveLength(3)
    await reopened.close()
  })

  for (const [what, harm] of Object.entries({
    'a cut data file': (dir: string) =>
      dataFilesOf(dir, 'tools').forEach((file) => truncateSync(file, 20)),
    'missing data files': (dir: string) =>
      rmSync(join(dir, 'tools.lance', 'data'), { recursive: true }),
    'a missing table': (dir: string) => rmSync(join(dir, 'tools.lance'), { recursive: true }),
    'missing versions': (dir: string) =>
      rmSync(join(dir, 'tools.lance', '_versions'), { recursive: true }),
    'garbage for versions': (dir: string) => {
      const folder = join(dir, 'tools.lance', '_versions')
      readdirSync(folder).forEach((file) => writeFileSync(join(folder, file), 'garbage'))
    },
  })) {
    it(`reports ${what} and leaves the folder as it is`, async () => {
      const { library, store } = await sampleWorkspace()
      await store.close()
      harm(store.dir)
      const reopened = await library.open(store.dir)
      await expect(reopened.tools()).rejects.toMatchObject({
        code: 'unreadable',
        message: expect.stringContaining('"tools"') as string,
      })
      const changing = reopened.commit(putting(catalogTool('send', 'Changed.')))
      await expect(changing).rejects.toMatchObject({ code: 'unreadable' })
      expect((await reopened.info()).revision).toBe(1)
      expect((await reopened.read('bundles')).bundles).toHaveLength(1)
      await reopened.close()
    })
  }

  it('without a readable manifest is listed with its problem and cannot be opened', async () => {
    const { library, store } = await sampleWorkspace()
    for (const content of ['', '{"schemaVersion": 2', '[]', '{"schemaVersion": 2, "name": 5}']) {
      writeFileSync(join(store.dir, 'workspace.json'), content)
      await expect(library.open(store.dir)).rejects.toMatchObject({ code: 'unreadable' })
      const [entry] = await library.list()
      expect(entry?.info).toBeUndefined()
      expect(entry?.problem?.fix).toContain('backup')
    }
  })

  it('written by a newer version is listed as such, refused, and untouched', async () => {
    const { library, store } = await sampleWorkspace()
    const path = join(store.dir, 'workspace.json')
    const newer = JSON.stringify({ schemaVersion: 99, everything: 'different' })
    writeFileSync(path, newer)
    await expect(library.open(store.dir)).rejects.toMatchObject({ code: 'newer-version' })
    await expect(store.commit({ name: 'x' })).rejects.toMatchObject({ code: 'newer-version' })
    expect((await library.list())[0]?.problem?.message).toContain('newer version')
    expect(readFileSync(path, 'utf8')).toBe(newer)
  })
})

describe('a damaged store of vectors', () => {
  const hashes = new Set(['h0', 'h1', 'h2'])

  for (const [what, harm] of Object.entries({
    'its data': (table: string) => {
      const folder = join(table, 'data')
      readdirSync(folder).forEach((file) => writeFileSync(join(folder, file), 'garbage'))
    },
    'its versions': (table: string) => rmSync(join(table, '_versions'), { recursive: true }),
  })) {
    it(`reads as empty when ${what} are gone, and can be filled again`, async () => {
      const { store } = await sampleWorkspace()
      await store.saveDocuments('model', vectorsOf(3))
      const table = readdirSync(store.dir).find((entry) => entry.startsWith('documents-')) ?? ''
      harm(join(store.dir, table))
      expect(await store.vectors('model', hashes)).toEqual(new Map())
      await store.saveDocuments('model', vectorsOf(2))
      expect((await store.vectors('model', hashes)).size).toBe(2)
    })
  }

  it('counts as nothing where another embedder asks, and stays', async () => {
    const { store } = await sampleWorkspace()
    await store.saveDocuments('model', vectorsOf(3))
    const table = readdirSync(store.dir).find((entry) => entry.startsWith('documents-')) ?? ''
    rmSync(join(store.dir, table, '_versions'), { recursive: true })
    expect(await store.hasOnlyOtherEmbeddersDocuments('another')).toBe(false)
    expect(readdirSync(store.dir)).toContain(table)
  })

  it('is made again by saving alone', async () => {
    const { library, store } = await sampleWorkspace()
    await store.saveDocuments('model', vectorsOf(3))
    await store.close()
    const table = readdirSync(store.dir).find((entry) => entry.startsWith('documents-')) ?? ''
    const data = join(store.dir, table, 'data')
    readdirSync(data).forEach((file) => writeFileSync(join(data, file), 'garbage'))
    const reopened = await library.open(store.dir)
    await reopened.saveDocuments('model', vectorsOf(2))
    expect((await reopened.vectors('model', hashes)).size).toBe(2)
    await reopened.close()
  })
})

describe('a folder that may only be read', () => {
  // The superuser may write anywhere, so permissions show nothing there.
  it.skipIf(process.getuid?.() === 0)(
    'is opened and read, and a commit says why it fails',
    async () => {
      const { library, store } = await sampleWorkspace()
      const before = await stateOf(store)
      chmodSync(store.dir, 0o555)
      try {
        const reopened = await library.open(store.dir)
        expect(await stateOf(reopened)).toEqual(before)
        await expect(reopened.commit({ name: 'x' })).rejects.toMatchObject({ code: 'storage' })
      } finally {
        chmodSync(store.dir, 0o755)
      }
    },
  )

  it('gives the way out when writing is refused half-way', async () => {
    let isReadOnly = false
    const { store } = await sampleWorkspace({
      onWriteStep: () => {
        if (isReadOnly) throw new Error('EROFS: read-only file system, open')
      },
    })
    isReadOnly = true
    await expect(store.commit(putting(catalogTool('new')))).rejects.toMatchObject({
      code: 'storage',
      fix: expect.stringContaining('duplicate') as string,
    })
    expect(await store.tools()).toHaveLength(2)
  })
})

describe('removing', () => {
  it('refuses a folder that is no workspace or holds anything else', async () => {
    const { library, store } = await sampleWorkspace()
    const plain = await temporaryFolder()
    writeFileSync(join(plain, 'thesis.txt'), 'years of work')
    await expect(library.remove(plain)).rejects.toMatchObject({ code: 'bad-input' })
    await expect(library.remove(join(plain, 'nowhere'))).rejects.toMatchObject({
      code: 'bad-input',
    })
    mkdirSync(join(store.dir, 'photos'))
    await expect(library.remove(store.dir)).rejects.toMatchObject({
      code: 'bad-input',
      message: expect.stringContaining('photos') as string,
    })
    expect(readdirSync(plain)).toEqual(['thesis.txt'])
    expect(await store.tools()).toHaveLength(2)
  })

  it('removes a damaged workspace with its vectors and what the system left in it', async () => {
    const { folder, library, store } = await sampleWorkspace()
    await store.saveDocuments('model', vectorsOf(1))
    await store.close()
    writeFileSync(join(store.dir, 'workspace.json'), 'garbage')
    writeFileSync(join(store.dir, '.DS_Store'), '')
    await library.remove(store.dir)
    expect(readdirSync(folder)).toEqual([])
  })
})
