import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { expect, it } from 'vitest'
import { conceptEmbedder } from '../fakes/embedder'
import { program } from '../fixtures/program'
import { emptyFolder, openAppOn, openAppWith } from './open-app'

const TURNS = 6
/** Processes write in turns, which takes long on a busy machine. */
const PATIENCE_MS = 120_000
const SERVERS = ['mail', 'maps']

it(
  'programs that import and index one catalog at the same time neither fail nor lose vectors',
  async () => {
    const indexing = await program('index-often.ts')
    const folder = await emptyFolder()
    const { request } = await openAppOn(folder)
    const { dir } = await request('workspace.create', { name: 'Busy' })
    const printed = SERVERS.map(async (server) => {
      const child = indexing.start(folder, dir, server, String(TURNS))
      const output = child.stdout ? text(child.stdout) : ''
      expect(await once(child, 'exit')).toEqual([0, null])
      return output
    })
    expect(await Promise.all(printed)).toEqual(SERVERS.map(() => 'ready\n'))

    const { request: ask } = await openAppWith(conceptEmbedder([['tool'], ['other']]), folder)
    expect(await ask('knowledge.status', { dir })).toMatchObject({
      documents: SERVERS.length * TURNS,
      embedded: SERVERS.length * TURNS,
    })
  },
  PATIENCE_MS,
)

it('an index leaves the vectors of tools that another program imported and indexed meanwhile', async () => {
  const folder = await emptyFolder()
  const embedder = conceptEmbedder([['send'], ['find']])
  const other = await openAppWith(embedder, folder)
  const imported = async (server: string) => {
    const tool = { name: 'send', description: `For ${server}.`, parameters: { type: 'object' } }
    const path = await other.file(`${server}.json`, [{ type: 'function', function: tool }])
    await other.request('import.commit', { dir, path, server })
  }
  const slow = await openAppWith(
    {
      ...embedder,
      async embedDocuments(texts, signal) {
        await imported('maps')
        await other.request('knowledge.index', { dir })
        return embedder.embedDocuments(texts, signal)
      },
    },
    folder,
  )
  const { dir } = await other.request('workspace.create', { name: 'Busy' })
  await imported('mail')
  await slow.request('knowledge.index', { dir })
  expect(await other.request('knowledge.status', { dir })).toMatchObject({
    documents: 2,
    embedded: 2,
  })
})
