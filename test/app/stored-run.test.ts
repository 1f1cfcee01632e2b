import { expect, it } from 'vitest'
import { ToolId } from '../../src-main/domain/tool/tool'
import type { Embedder } from '../../src-main/ports/embedder'
import { conceptEmbedder } from '../fakes/embedder'
import { emptyFolder, openApp, openAppWith } from './open-app'

const concepts = [['send'], ['email', 'mail'], ['weather'], ['calendar'], ['money']]

/** An app in which `change` happens once, while the first query of a run is embedded. */
async function openWithChange(change: () => Promise<unknown>) {
  const embedder = conceptEmbedder(concepts)
  let changed = false
  const changing: Embedder = {
    ...embedder,
    async embedQueries(texts, signal) {
      if (!changed) await change()
      changed = true
      return embedder.embedQueries(texts, signal)
    },
  }
  return openAppWith(changing, await emptyFolder())
}

const runOf = (dir: string) => ({ dir, goldenSet: 'asked', k: [1] })

it('a stored run names the embedder of the settings, or the one chosen for it', async () => {
  const { request, smallWorkspace } = await openAppWith(
    conceptEmbedder(concepts),
    await emptyFolder(),
  )
  const dir = await smallWorkspace()
  await request('settings.write', { embedder: 'ollama:first' })
  const recipes = [{ recipe: 'dense' }, { recipe: 'hybrid' }, { recipe: 'bm25' }]
  await request('evaluation.run', { ...runOf(dir), recipes })
  await request('evaluation.run', {
    ...runOf(dir),
    recipes: [{ recipe: 'dense' }],
    embedder: 'ollama:chosen',
  })
  const runs = await request('evaluation.runs', { dir })
  expect(runs.map(({ recipe, embedder }) => `${recipe} ${embedder}`).sort()).toEqual([
    'bm25 undefined',
    'dense ollama:chosen',
    'dense ollama:first',
    'hybrid ollama:first',
  ])
})

it('a stored run names the embedder it was measured with when the settings change meanwhile', async () => {
  const { request, smallWorkspace } = await openWithChange(() =>
    request('settings.write', { embedder: 'ollama:second' }),
  )
  const dir = await smallWorkspace()
  await request('settings.write', { embedder: 'ollama:first' })
  await request('evaluation.run', { ...runOf(dir), recipes: [{ recipe: 'dense' }] })
  expect((await request('settings.read', {})).embedder).toBe('ollama:second')
  expect(await request('evaluation.runs', { dir })).toMatchObject([{ embedder: 'ollama:first' }])
})

it('a stored run names the revision it measured', async () => {
  const { request, smallWorkspace } = await openApp()
  const dir = await smallWorkspace()
  const recipes = [{ recipe: 'bm25' }]
  const { revision } = await request('workspace.read', { dir })
  expect(revision).toBeGreaterThan(0)
  await request('evaluation.run', { ...runOf(dir), recipes })
  expect(await request('evaluation.runs', { dir })).toMatchObject([
    { catalog: { tools: 5, revision } },
  ])
})

it('a stored run names the revision it measured when the catalog changes meanwhile', async () => {
  const { request, smallWorkspace } = await openWithChange(() =>
    request('catalog.remove', { dir, ids: [ToolId.parse('convert_currency')] }),
  )
  const dir = await smallWorkspace()
  const { revision } = await request('workspace.read', { dir })
  await request('evaluation.run', { ...runOf(dir), recipes: [{ recipe: 'dense' }] })
  expect((await request('workspace.read', { dir })).tools).toBe(4)
  expect(await request('evaluation.runs', { dir })).toMatchObject([
    { catalog: { tools: 5, revision } },
  ])
})
