import { chmod, mkdtemp, readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { derivedFiles } from '../../../../src-main/adapters/lancedb/folder/derived-files'
import { libraryIn } from '../../../fakes/app-on'
import { catalogTool } from '../../../fakes/catalog-tool'

const state = { id: 'w', revision: 3, commit: 'c', stamp: 's', catalog: 'a.b', sources: 'a.b' }
const content = Uint8Array.from({ length: 1_000 }, (_, at) => at)

async function folderWith() {
  const dir = await mkdtemp(join(tmpdir(), 'pegboard-derived-'))
  onTestFinished(() => rm(dir, { recursive: true, force: true }))
  const files = derivedFiles(dir)
  await files.keepDerived('words', state, content)
  const [name = ''] = await readdir(join(dir, 'derived'))
  return { dir, files, file: join(dir, 'derived', name) }
}

describe('derived data', () => {
  it('are there for another process, with the catalog that they were made of', async () => {
    const { dir } = await folderWith()
    const found = await derivedFiles(dir).derived('words')
    expect(Uint8Array.from(found?.content ?? [])).toEqual(content)
    expect(found?.of).toEqual({ id: 'w', catalog: 'a.b' })
  })

  it('are not those of another name', async () => {
    const { files } = await folderWith()
    expect(await files.derived('meaning')).toBeUndefined()
  })

  it('are not there when they were deleted, cut off or changed', async () => {
    const { files, file } = await folderWith()
    const whole = await readFile(file)
    for (const at of [0, 6, 40, 256, 500, whole.length - 1]) {
      const damaged = Buffer.from(whole)
      damaged[at] = (damaged[at] ?? 0) ^ 4
      await writeFile(file, damaged)
      expect(await files.derived('words'), `byte ${at}`).toBeUndefined()
    }
    await writeFile(file, whole)
    for (const length of [whole.length - 1, 256, 10, 0]) {
      await truncate(file, length)
      expect(await files.derived('words'), `${length} bytes`).toBeUndefined()
    }
    await rm(file)
    expect(await files.derived('words')).toBeUndefined()
  })

  it('are kept anew in place of what was kept, and not without bound', async () => {
    const { dir, files } = await folderWith()
    await files.keepDerived('words', { ...state, catalog: 'a.c' }, Uint8Array.of(7))
    const found = await files.derived('words')
    expect(Uint8Array.from(found?.content ?? [])).toEqual(Uint8Array.of(7))
    expect(found?.of.catalog).toBe('a.c')
    for (let at = 0; at < 30; at++) await files.keepDerived(`words ${at}`, state, content)
    expect((await readdir(join(dir, 'derived'))).length).toBeLessThanOrEqual(24)
    expect(await files.derived('words 29')).toBeDefined()
  })

  it.skipIf(process.getuid?.() === 0)('are done without where nothing can be written', async () => {
    const { dir, files } = await folderWith()
    await chmod(join(dir, 'derived'), 0o500)
    await files.keepDerived('other', state, content)
    expect(await files.derived('other')).toBeUndefined()
  })

  it('belong to their workspace, and go with it', async () => {
    const { dir } = await folderWith()
    const library = libraryIn(dir)
    const store = await library.create('Mail')
    await store.keepDerived('words', await store.state(), content)
    await store.close()
    await library.remove(store.dir)
    expect(await library.list()).toEqual([])
  })
})

it('the state of a workspace tells whether tools or layers were changed', async () => {
  const { dir } = await folderWith()
  const store = await libraryIn(dir).create('Mail')
  onTestFinished(() => store.close())
  const { tool } = catalogTool('send')
  const states = [
    await store.commit({ tools: { put: [tool] } }),
    await store.commit({ bundles: { put: [] }, name: 'Post' }),
    await store.commit({ layers: { put: [{ tool: tool.id, layer: { note: 'Mine.' } }] } }),
    await store.commit({ tools: { remove: [tool.id] } }),
  ].map(({ catalog }) => catalog)
  expect(states[1]).toBe(states[0])
  expect(new Set(states).size).toBe(3)
  expect((await store.state()).catalog).toBe(states[3])
})
