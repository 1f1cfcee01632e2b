import { renameSync, truncateSync } from 'node:fs'
import { join, relative } from 'node:path'
import { describe, expect, it } from 'vitest'
import { ToolId } from '../../src-main/domain/tool/tool'
import { libraryIn, withStores } from '../fakes/app-on'
import { airlineWorkspace, BOOKING } from './airline'
import { apart } from '../fixtures/workspace/record-files'
import { emptyFolder, openAppOn, type AppUnderTest } from './open-app'
import { programsOnOneFolder } from './two-programs'

const BOOK = ToolId.parse('united_book_flight')

/** A workspace that a program looked through, closed since. */
async function lookedBefore() {
  const folder = await emptyFolder()
  const first = await openAppOn(folder)
  const dir = await airlineWorkspace(first)
  const look = await first.request('proposals.find', { dir })
  const before = await first.request('proposals.list', { dir })
  await first.app.close()
  return { folder, dir, look, before }
}

const listOf = ({ request }: AppUnderTest, dir: string) => request('proposals.list', { dir })

describe('a look for edges', () => {
  it('is there with all that it proposed when the workspace is opened again, and is decided', async () => {
    const { folder, dir, look, before } = await lookedBefore()
    expect(before.total).toBeGreaterThan(1)
    const later = await openAppOn(folder)
    expect(await listOf(later, dir)).toEqual(before)
    const pair = { chosen: { pairs: [BOOKING] }, verdict: 'accepted' as const }
    expect(await later.request('proposals.decide', { dir, ...pair })).toMatchObject({ decided: 1 })
    const rule = { chosen: { atLeast: 0, look: look.id }, verdict: 'rejected' as const }
    expect(await later.request('proposals.decide', { dir, ...rule })).toMatchObject({
      decided: before.total - 1,
    })
  })

  it('is measured on the catalog as it is: what was found before the tools changed does not count', async () => {
    const { folder, dir } = await lookedBefore()
    const app = await openAppOn(folder)
    const measured = async ({ request }: AppUnderTest) =>
      (await request('proposals.effect', { dir, chosen: { pairs: [BOOKING] } })).effect
    const before = await measured(app)
    for (const { id } of (await app.request('catalog.list', { dir, limit: 100 })).rows) {
      const description = id === BOOK ? 'Says nothing of it.' : 'Book a flight, a flight to book.'
      await app.request('catalog.saveLayer', {
        dir,
        id,
        layer: { description, questions: [description] },
      })
    }
    const after = await measured(app)
    expect(after).not.toEqual(before)
    expect(await measured(await openAppOn(folder))).toEqual(after)
  })

  it('that another program takes while a rule is written makes it a conflict', async () => {
    const { first, second, meanwhile } = await programsOnOneFolder()
    const dir = await airlineWorkspace(first)
    const { id: look } = await first.request('proposals.find', { dir })
    meanwhile(() => second.request('proposals.find', { dir }))
    const rule = { chosen: { atLeast: 0.1, look }, verdict: 'accepted' as const }
    expect(await first.reply('proposals.decide', { dir, ...rule })).toMatchObject({
      error: { code: 'conflict', message: expect.stringContaining('proposed again') },
    })
    expect((await listOf(second, dir)).counts.accepted).toBe(0)
  })

  it('goes along with a duplicate and an archive', async () => {
    const { folder, dir, before } = await lookedBefore()
    const app = await openAppOn(folder)
    const copy = await app.request('workspace.duplicate', { dir, name: 'Copy' })
    expect(await listOf(app, copy.dir)).toEqual(before)
    const library = libraryIn(folder)
    const restored = await library.importArchive(await library.exportArchive(dir))
    await restored.close()
    expect(await listOf(app, restored.dir)).toEqual(before)
  })

  it('has no program read the catalog again', async () => {
    const folder = await emptyFolder()
    let reads = 0
    const library = withStores(libraryIn(folder), (store) => ({
      catalog: (onTools) => {
        reads++
        return store.catalog(onTools)
      },
    }))
    const first = await openAppOn(folder, { library })
    const second = await openAppOn(folder)
    const dir = await airlineWorkspace(first)
    await second.request('proposals.find', { dir })
    expect(reads).toBeGreaterThan(0)
    reads = 0
    const { look } = await listOf(first, dir)
    await first.request('proposals.find', { dir })
    await second.request('proposals.find', { dir })
    expect((await listOf(first, dir)).look?.id).not.toBe(look?.id)
    expect(reads).toBe(0)
  })

  it('that another program takes while one is read is read in its place', async () => {
    const { folder, dir } = await lookedBefore()
    const second = await openAppOn(folder)
    let next: Promise<{ id: string }> | undefined
    const library = withStores(libraryIn(folder), (store) => ({
      async members(kind, key) {
        await (next ??= second.request('proposals.find', { dir }))
        return store.members(kind, key)
      },
    }))
    const { look, total } = await listOf(await openAppOn(folder, { library }), dir)
    expect(look).toEqual(await next)
    expect(total).toBe(look?.found)
  })

  it.each(['edge_looks', 'proposed_edges'])(
    'that cannot be read, as %s is cut off, is none, and another one is kept',
    async (part) => {
      const { folder, dir: made } = await lookedBefore()
      const file = await apart(made, `part = '${part}'`)
      // Of files that it read before, LanceDB remembers what they hold.
      const dir = `${made}-moved`
      renameSync(made, dir)
      truncateSync(join(dir, relative(made, file)), 100)
      const app = await openAppOn(folder)
      const listed = await listOf(app, dir)
      expect(listed).toMatchObject({ total: 0, rows: [] })
      expect(listed.look).toBeUndefined()
      const rule = { chosen: { atLeast: 0 }, verdict: 'accepted' as const }
      expect(await app.reply('proposals.decide', { dir, ...rule })).toMatchObject({
        error: { code: 'not-found', message: 'No edges are proposed yet.' },
      })
      const { found } = await app.request('proposals.find', { dir })
      expect(await listOf(app, dir)).toMatchObject({ total: found, look: { found } })
    },
  )
})
