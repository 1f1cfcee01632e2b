import { expect, it } from 'vitest'
import { ToolId } from '../../src-main/domain/tool/tool'
import { libraryIn, withStores } from '../fakes/app-on'
import { fakeClock } from '../fakes/clock'
import { conceptEmbedder } from '../fakes/embedder'
import { airlineWorkspace } from './airline'
import { emptyFolder, openAppOn } from './open-app'

const CANCELLED = { ok: false, error: { code: 'cancelled' } }

/** Time in which another caller joins what is being worked out. */
const joined = () => new Promise((resolve) => setTimeout(resolve, 100))

it('a stop of the one who began to look for leaks is none for another who waits for them', async () => {
  const folder = await emptyFolder()
  const stop = new AbortController()
  let isWatched = false
  const library = withStores(libraryIn(folder), (store) => ({
    async read(...kinds) {
      if (isWatched && kinds.includes('bundles' as never) && !stop.signal.aborted) {
        await joined()
        stop.abort()
      }
      return store.read(...kinds)
    },
  }))
  // Of this clock each pause is due.
  const app = await openAppOn(folder, { library, clock: fakeClock(20) })
  const dir = await airlineWorkspace(app)
  const layer = { questions: ['How is pasta cooked?', 'How long do noodles take?'] }
  await app.request('catalog.saveLayer', { dir, id: ToolId.parse('cook_pasta'), layer })
  isWatched = true
  const stopped = app.reply('golden.page', { dir, set: 'asked' }, stop.signal)
  const other = app.reply('golden.page', { dir, set: 'asked' })
  expect(await other).toMatchObject({ ok: true, data: { total: 3 } })
  expect(await stopped).toMatchObject(CANCELLED)
})

it('a stop of the one who began to compare tools is none for another who draws among them', async () => {
  const stop = new AbortController()
  const embedder = conceptEmbedder([])
  const app = await openAppOn(await emptyFolder(), {
    embedders: {
      open: async () => ({
        ...embedder,
        async embedDocuments(texts, signal) {
          if (!stop.signal.aborted) {
            await joined()
            stop.abort()
          }
          signal.throwIfAborted()
          return embedder.embedDocuments(texts, signal)
        },
      }),
    },
  })
  const dir = await airlineWorkspace(app)
  const draw = { sizes: [{ size: 2, count: 1 }], ways: ['similar' as const] }
  const stopped = app.reply('writing.preview', { dir, draw }, stop.signal)
  const other = app.reply('writing.preview', { dir, draw })
  expect(await other).toMatchObject({ ok: true, data: { tools: 5 } })
  expect(await stopped).toMatchObject(CANCELLED)
})

it('nothing is embedded under the lock for a draw among similar tools, whatever is committed meanwhile', async () => {
  const folder = await emptyFolder()
  let isLocked = false
  let lockedCalls = 0
  let calls = 0
  const library = withStores(libraryIn(folder), (store) => ({
    commit: (change, expected) =>
      store.commit(async (before) => {
        isLocked = true
        try {
          return await (typeof change === 'function' ? change(before) : change)
        } finally {
          isLocked = false
        }
      }, expected),
  }))
  const embedder = conceptEmbedder([])
  let meanwhile = async (): Promise<unknown> => undefined
  const first = await openAppOn(folder, {
    library,
    embedders: {
      open: async () => ({
        ...embedder,
        async embedDocuments(texts, signal) {
          calls++
          if (isLocked) lockedCalls++
          const now = meanwhile
          meanwhile = async () => undefined
          await now()
          return embedder.embedDocuments(texts, signal)
        },
      }),
    },
  })
  const dir = await airlineWorkspace(first)
  const second = await openAppOn(folder)
  const layer = { description: 'Tells of pasta.' }
  meanwhile = () =>
    second.request('catalog.saveLayer', { dir, id: ToolId.parse('cook_pasta'), layer })
  const draw = { sizes: [{ size: 2, count: 1 }], ways: ['similar' as const] }
  await first.request('writing.draw', { dir, draw, writer: 'parameters' })
  expect([calls > 0, lockedCalls]).toEqual([true, 0])
})
