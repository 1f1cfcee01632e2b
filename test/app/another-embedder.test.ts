import { describe, expect, it } from 'vitest'
import type { JsonObject } from '../../src-main/domain/tool/tool'
import type { Broadcast } from '../../src-main/contract/reply'
import { conceptEmbedder } from '../fakes/embedder'
import { emptyFolder, openAppWith } from './open-app'

const concepts = [['send'], ['email', 'mail'], ['weather'], ['calendar'], ['money']]
const NOTICE =
  'This workspace was embedded by another embedder, or by an earlier version of concepts. Its 5 tool documents are embedded again.'

async function open(fingerprint: string, folder: string) {
  const embedder = conceptEmbedder(concepts, fingerprint)
  const opened = await openAppWith(embedder, folder)
  const notices: Broadcast[] = []
  opened.app.onBroadcast((event) => {
    if (event.kind === 'notice') notices.push(event)
  })
  return { ...opened, embedder, notices }
}

async function indexedBefore() {
  const folder = await emptyFolder()
  const before = await open('version 1', folder)
  const dir = await before.smallWorkspace()
  await before.request('knowledge.index', { dir })
  await before.app.close()
  return { before, dir, folder }
}

describe('a workspace indexed with an earlier version of its embedder', () => {
  it.each(['dense', 'hybrid'])(
    'is embedded again by a %s query, which tells so',
    async (recipe) => {
      const { dir, folder } = await indexedBefore()
      const { request, embedder, notices } = await open('version 2', folder)
      const question = { dir, recipe, text: 'send mail', k: 1 }
      expect((await request('query.run', question)).tools).toMatchObject([{ name: 'send_email' }])
      expect(notices).toEqual([{ kind: 'notice', dir, text: NOTICE }])
      // Names and first sentences of five tools, each once.
      expect(embedder.embedded.flat()).toHaveLength(10)
      await request('query.run', question)
      await request('knowledge.index', { dir })
      expect(notices).toHaveLength(1)
      expect(embedder.embedded.flat()).toHaveLength(10)
    },
  )

  it('is embedded by sections where it was joined to one text, and either stays what it is', async () => {
    const folder = await emptyFolder()
    const { request, embedder, smallWorkspace } = await open('version 1', folder)
    const dir = await smallWorkspace()
    const ask = (options: JsonObject) =>
      request('query.run', { dir, recipe: 'dense', text: 'send mail', k: 5, options })
    const joined = await ask({ documentForm: 'joined' })
    expect(embedder.embedded.flat()).toHaveLength(5)
    await ask({})
    expect(embedder.embedded.flat()).toHaveLength(5 + 10)
    expect(await ask({ documentForm: 'joined' })).toMatchObject({ tools: joined.tools })
    expect(await request('knowledge.index', { dir })).toMatchObject({ embedded: 0, reused: 5 })
  })

  it('is embedded again by indexing, which tells so', async () => {
    const { dir, folder } = await indexedBefore()
    const { request, notices } = await open('version 2', folder)
    expect(await request('knowledge.index', { dir })).toMatchObject({ embedded: 5, reused: 0 })
    expect(notices).toEqual([{ kind: 'notice', dir, text: NOTICE }])
  })

  it('is embedded again by an evaluation, which tells so once for all its recipes', async () => {
    const { dir, folder } = await indexedBefore()
    const { request, notices } = await open('version 2', folder)
    const recipes = ['dense', 'hybrid'].map((recipe) => ({ recipe, options: {} }))
    await request('evaluation.run', { dir, goldenSet: 'asked', recipes, k: [1], keep: false })
    expect(notices).toEqual([{ kind: 'notice', dir, text: NOTICE }])
  })

  it('is left as it is, without a word, by a query that compares no vectors', async () => {
    const { dir, folder } = await indexedBefore()
    const { request, embedder, notices } = await open('version 2', folder)
    await request('query.run', { dir, text: 'send mail', recipe: 'bm25' })
    expect(notices).toEqual([])
    expect(embedder.embedded).toEqual([])
  })

  it('needs nothing done when the earlier version is back', async () => {
    const { dir, folder } = await indexedBefore()
    const after = await open('version 2', folder)
    await after.request('knowledge.index', { dir })
    await after.app.close()
    const { request, embedder, notices } = await open('version 1', folder)
    await request('query.run', { dir, text: 'send mail', recipe: 'dense' })
    expect(notices).toEqual([])
    expect(embedder.embedded).toEqual([])
  })
})

it('the first indexing of a workspace gives no notice', async () => {
  const { before } = await indexedBefore()
  expect(before.notices).toEqual([])
})
