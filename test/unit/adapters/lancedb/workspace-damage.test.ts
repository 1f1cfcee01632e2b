import {
  chmodSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import type { Table } from '@lancedb/lancedb'
import { describe, expect, it } from 'vitest'
import { openDatabase } from '../../../../src-main/adapters/lancedb/tables/database'
import { workspaceLibrary } from '../../../../src-main/adapters/lancedb/workspace-library'
import { flipBit } from '../../../fixtures/flip-bits'
import { bundle, catalogTool, goldenSet, putting } from '../../../fixtures/workspace/content'
import { filesOfPart, recordFiles } from '../../../fixtures/workspace/record-files'
import { filesIn, sampleWorkspace, stateOf, temporaryFolder } from './temporary-workspaces'

const vectorsOf = (count: number) =>
  Array.from({ length: count }, (_, row) => ({
    hash: `h${row}`,
    text: 't',
    vector: Float32Array.of(1, row),
  }))

/** A workspace with a commit for each of golden sets, tools, bundles, and its name last. */
async function byKind() {
  const folder = await temporaryFolder()
  const library = workspaceLibrary(folder)
  const store = await library.create('before')
  await store.commit({ goldenSets: { put: [goldenSet('main', 12)] } })
  await store.commit(putting(catalogTool('send'), catalogTool('find')))
  await store.commit({ bundles: { put: [bundle('old')] } })
  await store.commit({ name: 'after' })
  await store.close()
  return { library, dir: store.dir }
}

const oneFile = (dir: string, part: string): string => {
  const files = filesOfPart(dir, part)
  expect(files).toHaveLength(1)
  return files[0] ?? ''
}

/** Changes the table of records as another program might: what each commit said of it stays. */
async function meddle(dir: string, change: (table: Table) => Promise<unknown>): Promise<void> {
  const database = await openDatabase(dir)
  await change(await database.openTable('records'))
  await database.close()
}

const checking = { signal: new AbortController().signal, onParts: () => undefined }

describe('a damaged workspace', () => {
  it('says which part is damaged and what to do, and still reads the others', async () => {
    const { library, dir } = await byKind()
    const file = oneFile(dir, 'golden_queries')
    const whole = readFileSync(file)
    writeFileSync(file, 'garbage')
    const store = await library.open(dir)
    const damaged = {
      code: 'unreadable',
      message: expect.stringContaining('"goldenSets"') as string,
      fix: expect.stringContaining('import the golden sets') as string,
    }
    await expect(store.members('goldenSets', 'main')).rejects.toMatchObject(damaged)
    await expect(library.exportArchive(dir)).rejects.toMatchObject({ code: 'unreadable' })
    expect(await store.tools()).toHaveLength(2)
    for (const name of ['new', 'newer']) {
      await store.commit(putting(catalogTool(name)))
      expect((await store.tools()).map(({ tool }) => tool.name)).toContain(name)
      const adding = store.commit({ goldenSets: { put: [goldenSet('other', 1)] } })
      await expect(adding).rejects.toMatchObject({ code: 'unreadable' })
    }
    expect(await store.tools()).toHaveLength(4)
    expect((await store.read('bundles')).bundles).toHaveLength(1)
    await store.close()
    // What was written since holds none of the damaged file, and does not pass for whole.
    const again = await library.open(dir)
    await expect(again.members('goldenSets', 'main')).rejects.toMatchObject(damaged)
    expect(await again.info()).toMatchObject({ tools: 4, goldenSets: 1, revision: 6 })
    await again.close()
    const { contents, isDamaged } = await library.check(dir, checking)
    expect(isDamaged).toBe(true)
    expect(contents[0]?.parts.filter(({ state }) => state === 'damaged')).toMatchObject([
      { name: 'goldenSets', rows: 1 },
      { name: 'golden_queries', rows: 12 },
    ])
    // To keep what is there would be to have none.
    const keeping = library.check(dir, { ...checking, repair: 'keep' })
    await expect(keeping).rejects.toMatchObject({ code: 'unreadable' })
    // The file that was put back is all that was missing. LanceDB remembers files by their folder.
    writeFileSync(file, whole)
    renameSync(dir, `${dir}-mended`)
    const mended = await library.open(`${dir}-mended`)
    expect(await mended.members('goldenSets', 'main')).toEqual(goldenSet('main', 12).queries)
    expect(await mended.tools()).toHaveLength(4)
    await mended.close()
    expect((await library.check(`${dir}-mended`, checking)).isDamaged).toBe(false)
  })

  it('in which a killed write beside a damaged file left two heads is as the newer says', async () => {
    const { library, dir } = await byKind()
    const earlier = async () => {
      const database = await openDatabase(dir)
      const rows = await (
        await database.openTable('records', 3)
      )
        .query()
        .where("part = 'workspace'")
        .toArrow()
      await database.close()
      return rows
    }
    const rows = await earlier()
    await meddle(dir, (records) => records.add(rows))
    const store = await library.open(dir)
    expect(await store.info()).toMatchObject({ name: 'after', revision: 4 })
    await store.commit({ name: 'on' })
    expect(await store.info()).toMatchObject({ name: 'on', revision: 5 })
    await store.close()
  })

  for (const [what, harm] of Object.entries({
    'a cut data file': (file: string) => truncateSync(file, 20),
    'a missing data file': (file: string) => rmSync(file),
    'garbage for a data file': (file: string) => writeFileSync(file, 'garbage'),
    'an empty data file': (file: string) => truncateSync(file, 0),
  })) {
    it(`reports ${what} and leaves the folder as it is`, async () => {
      const { library, dir } = await byKind()
      harm(oneFile(dir, 'tools'))
      const before = filesIn(dir)
      const store = await library.open(dir)
      await expect(store.tools()).rejects.toMatchObject({
        code: 'unreadable',
        message: expect.stringContaining('"tools"') as string,
        fix: expect.stringContaining('import the catalog') as string,
      })
      const changing = store.commit(putting(catalogTool('send', 'Changed.')))
      await expect(changing).rejects.toMatchObject({ code: 'unreadable' })
      expect((await store.info()).revision).toBe(4)
      expect((await store.read('bundles')).bundles).toHaveLength(1)
      expect(await store.members('goldenSets', 'main')).toHaveLength(12)
      await store.close()
      expect(filesIn(dir)).toEqual(before)
    })
  }

  const table = (dir: string, ...path: string[]) => join(dir, 'records.lance', ...path)
  for (const [what, harm] of Object.entries({
    'all its data files': (dir: string) => rmSync(table(dir, 'data'), { recursive: true }),
    'its table': (dir: string) => rmSync(table(dir), { recursive: true }),
    'its versions': (dir: string) => rmSync(table(dir, '_versions'), { recursive: true }),
    'garbage in place of its versions': (dir: string) => {
      const folder = table(dir, '_versions')
      readdirSync(folder).forEach((file) => writeFileSync(join(folder, file), 'garbage'))
    },
  })) {
    it(`without ${what} is listed with its problem, is not opened, and is left as it is`, async () => {
      const { library, dir } = await byKind()
      harm(dir)
      const before = filesIn(dir)
      const unreadable = {
        code: 'unreadable',
        message: expect.stringMatching(/^The last commit of the workspace in .* cannot be read/),
        fix: expect.stringContaining('backup') as string,
      }
      await expect(library.open(dir)).rejects.toMatchObject(unreadable)
      const [entry] = await library.list()
      expect(entry).toMatchObject({ dir, name: 'before' })
      expect(entry?.problem?.fix).toContain('backup')
      const back = library.check(dir, { ...checking, repair: 'back' })
      await expect(back).rejects.toMatchObject({ code: 'unreadable' })
      expect(filesIn(dir)).toEqual(before)
    })
  }

  const newestVersion = (dir: string) =>
    table(dir, '_versions', readdirSync(table(dir, '_versions')).sort()[0] ?? '')
  for (const [what, harm] of Object.entries({
    'its file is cut off': (dir: string) => truncateSync(recordFiles(dir).at(-1) ?? '', 20),
    'its file is empty': (dir: string) => truncateSync(recordFiles(dir).at(-1) ?? '', 0),
    'its version is garbage': (dir: string) => writeFileSync(newestVersion(dir), 'garbage'),
    'its version is empty': (dir: string) => truncateSync(newestVersion(dir), 0),
    'its head lost a bit': (dir: string) => {
      const file = recordFiles(dir).at(-1) ?? ''
      flipBit(file, readFileSync(file).indexOf('"name":"after"') * 8 + 72)
    },
  })) {
    it(`whose last commit cannot be read, as ${what}, goes back to the one before when told to`, async () => {
      const { library, dir } = await byKind()
      harm(dir)
      const before = filesIn(dir)
      await expect(library.open(dir)).rejects.toMatchObject({
        code: 'unreadable',
        message: expect.stringContaining('last commit') as string,
        fix: expect.stringMatching(
          /(commit 3 before|commit that) is whole.*--repair back/,
        ) as string,
      })
      for (const repair of [undefined, 'keep'] as const) {
        const checked = library.check(dir, { ...checking, ...(repair && { repair }) })
        await expect(checked).rejects.toMatchObject({ code: 'unreadable' })
      }
      expect(filesIn(dir)).toEqual(before)
      const repaired = await library.check(dir, { ...checking, repair: 'back' })
      expect(repaired).toMatchObject({ isDamaged: true, wholeBefore: 3, repaired: 'back' })
      const store = await library.open(dir)
      expect(await stateOf(store)).toMatchObject({
        info: { name: 'before', revision: 4 },
        tools: ['mail/find', 'mail/send'],
        queries: 12,
        bundles: ['old'],
      })
      await store.commit(putting(catalogTool('on')))
      expect(await store.tools()).toHaveLength(3)
      await store.close()
      expect(await library.check(dir, checking)).toMatchObject({ isDamaged: false })
    })
  }

  it.each<[string, (table: Table) => Promise<unknown>]>([
    ['a row is gone', (records) => records.delete(`part = 'tools' AND key = 'mail/send'`)],
    [
      'a value is another',
      (records) => records.update({ where: `key = 'mail/send'`, values: { value: '{}' } }),
    ],
    [
      'a row is under another key',
      (records) => records.update({ where: `key = 'mail/send'`, values: { key: 'mail/sent' } }),
    ],
    [
      'a row is there twice',
      async (records) =>
        records.add(await records.query().where(`part = 'tools'`).limit(1).toArrow()),
    ],
    [
      'a row of another part came to it',
      (records) => records.update({ where: `part = 'layers'`, values: { part: 'tools' } }),
    ],
  ])('in which %s says so, uses none of it, and goes back', async (_, change) => {
    const { library, dir } = await byKind()
    await meddle(dir, change)
    const store = await library.open(dir)
    await expect(store.tools()).rejects.toMatchObject({
      code: 'unreadable',
      message: expect.stringContaining('"tools"') as string,
    })
    expect(await store.members('goldenSets', 'main')).toHaveLength(12)
    await store.close()
    expect((await library.check(dir, checking)).isDamaged).toBe(true)
    // The commit before that one, as the table has no other version of it.
    const repaired = await library.check(dir, { ...checking, repair: 'back' })
    expect(repaired).toMatchObject({ repaired: 'back', wholeBefore: 3 })
    const again = await library.open(dir)
    expect(await again.tools()).toHaveLength(2)
    await again.close()
  })

  it('in which members of a record changed their places says so', async () => {
    const { library, dir } = await byKind()
    await meddle(dir, (records) =>
      records.update({
        where: `part = 'golden_queries' AND position < 2`,
        valuesSql: { position: 'CAST(1 - position AS INT)' },
      }),
    )
    const store = await library.open(dir)
    await expect(store.members('goldenSets', 'main')).rejects.toMatchObject({
      code: 'unreadable',
      message: expect.stringContaining('"golden_queries"') as string,
    })
    await store.close()
  })

  it('without a readable marker is listed with its problem and cannot be opened', async () => {
    const { library, store } = await sampleWorkspace()
    for (const content of [
      '',
      '{"schemaVersion": 3',
      '[]',
      '{"schemaVersion": 3}',
      '{"schemaVersion": 3, "folder": 5}',
      '{"schemaVersion": 0}',
    ]) {
      writeFileSync(join(store.dir, 'workspace.json'), content)
      const before = filesIn(store.dir)
      await expect(library.open(store.dir)).rejects.toMatchObject({ code: 'unreadable' })
      const back = library.check(store.dir, { ...checking, repair: 'back' })
      await expect(back).rejects.toMatchObject({ code: 'unreadable' })
      const [entry] = await library.list()
      expect(entry?.info).toBeUndefined()
      expect(entry?.problem?.fix).toContain('backup')
      expect(filesIn(store.dir)).toEqual(before)
    }
  })

  it('whose marker lost a bit is refused', async () => {
    const { library, store } = await sampleWorkspace()
    const path = join(store.dir, 'workspace.json')
    flipBit(path, readFileSync(path).indexOf('"bornNs": "') * 8 + 90)
    await expect(library.open(store.dir)).rejects.toMatchObject({
      code: 'unreadable',
      message: expect.stringContaining('not as Pegboard wrote it') as string,
    })
  })

  it('written by a newer version is listed as such, refused, and untouched', async () => {
    const { library, store } = await sampleWorkspace()
    await store.saveDocuments('model', vectorsOf(1))
    const path = join(store.dir, 'workspace.json')
    for (const schemaVersion of [4, 99]) {
      writeFileSync(path, JSON.stringify({ schemaVersion, everything: 'different' }))
      const before = filesIn(store.dir)
      const newer = { code: 'newer-version' }
      await expect(library.open(store.dir)).rejects.toMatchObject(newer)
      await expect(store.commit({ name: 'x' })).rejects.toMatchObject(newer)
      await expect(store.tools()).rejects.toMatchObject(newer)
      await expect(library.duplicate(store.dir, 'Copy')).rejects.toMatchObject(newer)
      await expect(library.exportArchive(store.dir)).rejects.toMatchObject(newer)
      const back = library.check(store.dir, { ...checking, repair: 'back' })
      await expect(back).rejects.toMatchObject(newer)
      expect((await library.list())[0]?.problem?.message).toContain('newer version')
      expect(filesIn(store.dir)).toEqual(before)
    }
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
