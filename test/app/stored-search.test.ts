import { readdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { Tool } from '../../src-main/domain/tool/tool'
import type { BuildLexicalIndex } from '../../src-main/ports/lexical-index'
import { libraryIn } from '../fakes/app-on'
import { catalogTool } from '../fakes/catalog-tool'
import { conceptEmbedder } from '../fakes/embedder'
import { MATCHED_COMPONENTS } from '../../src-main/domain/tool/document'
import { buildMemoryLexicalIndex } from '../fakes/indexes'
import { emptyFolder, openAppOn, openAppWith } from './open-app'

const TOOLS = 2_100
const THINGS = ['mail', 'song', 'train', 'bill', 'photo', 'recipe', 'route']

const tools = Array.from({ length: TOOLS }, (_, at): Tool => {
  const thing = THINGS[at % THINGS.length] ?? ''
  const description = `Finds the ${thing} of day ${at % 300}, or of the week.`
  const visibility = at % 50 === 0 ? 'hidden' : 'public'
  return catalogTool(`find_${thing}_${at}`, { description, visibility }).tool
})

async function largeWorkspace() {
  const folder = await emptyFolder()
  const store = await libraryIn(folder).create('Large')
  await store.commit({ tools: { put: tools } })
  await store.close()
  return { folder, dir: store.dir }
}

/**
 * What a process that opens the workspace anew finds, and how many indexes of words it had to make.
 */
async function found({ folder, dir }: { folder: string; dir: string }, text = 'song of day 71') {
  let built = 0
  const buildLexicalIndex: BuildLexicalIndex = (...documents) => {
    built++
    return buildMemoryLexicalIndex(...documents)
  }
  const { request, app } = await openAppOn(folder, { buildLexicalIndex })
  const { tools: set } = await request('query.run', { dir, text, recipe: 'bm25', k: 20 })
  await app.close()
  return { built, set: set.map(({ tool, score }) => [tool, score]) }
}

describe('what is made of the words of a large catalog', () => {
  it('is kept for the next process, which finds the same', async () => {
    const workspace = await largeWorkspace()
    const first = await found(workspace)
    expect(first).toMatchObject({ built: 1, set: { length: 20 } })
    expect(await found(workspace)).toEqual({ ...first, built: 0 })
  })

  it('is made again where it was deleted or damaged', async () => {
    const workspace = await largeWorkspace()
    const first = await found(workspace)
    const folder = join(workspace.dir, 'derived')
    await rm(folder, { recursive: true })
    expect(await found(workspace)).toEqual(first)
    for (const name of await readdir(folder)) await writeFile(join(folder, name), 'nonsense')
    expect(await found(workspace)).toEqual(first)
    expect(await found(workspace)).toEqual({ ...first, built: 0 })
  })

  it('is patched after commits by another program, and finds what one made anew finds', async () => {
    const workspace = await largeWorkspace()
    await found(workspace)
    const store = await libraryIn(workspace.folder).open(workspace.dir)
    const { tool } = catalogTool('sing', { description: 'A song of day 71, song by song.' })
    const [first] = tools
    const changes: Parameters<typeof store.commit>[0][] = [
      { name: 'Renamed' },
      { tools: { put: [tool] } },
      { layers: { put: [{ tool: tool.id, layer: { visibility: 'hidden' } }] } },
      { layers: { put: [{ tool: tool.id, layer: { description: 'Sings of day 71.' } }] } },
      { tools: { put: first ? [{ ...first, description: 'A song of day 71.' }] : [] } },
      { tools: { remove: [tool.id] } },
    ]
    for (const [at, change] of changes.entries()) {
      await store.commit(change)
      const after = await found(workspace)
      expect(after.built).toBe(0)
      const isThere = after.set.some(([id]) => id === 'sing')
      expect(isThere).toBe(at === 1 || at === 3 || at === 4)
      const folder = join(workspace.dir, 'derived')
      await rename(folder, `${folder}-aside`)
      expect(await found(workspace)).toEqual({ ...after, built: 1 })
      await rm(folder, { recursive: true })
      await rename(`${folder}-aside`, folder)
    }
    await store.close()
  })

  it('is made again where many tools are others', async () => {
    const workspace = await largeWorkspace()
    await found(workspace)
    const store = await libraryIn(workspace.folder).open(workspace.dir)
    const many = tools.slice(0, 300).map((tool) => ({ ...tool, description: 'Sings.' }))
    await store.commit({ tools: { put: many } })
    expect((await found(workspace)).built).toBe(1)
    expect((await found(workspace)).built).toBe(0)
    await store.close()
  })

  it('is noticed where another version of the program would have made it otherwise', async () => {
    const workspace = await largeWorkspace()
    const first = await found(workspace)
    const store = await libraryIn(workspace.folder).open(workspace.dir)
    const state = await store.state()
    const other = buildMemoryLexicalIndex(tools.map(({ id }) => ({ key: id, terms: ['old'] })))
    const name =
      `words of documents in sections ${MATCHED_COMPONENTS.join()}, best, ` +
      'analysed by split-identifiers,stop-words,stemming, made with [[],[]]'
    expect(await store.derived(name)).toBeDefined()
    await store.keepDerived(name, state, other.pack())
    await store.close()
    expect(await found(workspace)).toEqual(first)
  })

  it('is made by indexing, so that the first query need not', async () => {
    const workspace = await largeWorkspace()
    const embedder = conceptEmbedder([['song'], ['mail']])
    const { request, app } = await openAppWith(embedder, workspace.folder)
    await request('knowledge.index', { dir: workspace.dir })
    await app.close()
    expect((await found(workspace)).built).toBe(0)
  })

  it('is told of while it is made', async () => {
    const { folder, dir } = await largeWorkspace()
    const { request, progress } = await openAppOn(folder)
    await request('query.run', { dir, text: 'song', recipe: 'bm25', k: 1 })
    expect(progress).toContainEqual({ what: 'Indexing words', done: 2_000, total: TOOLS })
  })
})
