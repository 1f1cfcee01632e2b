import { expect, it } from 'vitest'
import { ToolId, type JsonObject } from '../../src-main/domain/tool/tool'
import type { WorkspaceChange } from '../../src-main/ports/workspace-store'
import { libraryIn } from '../fakes/app-on'
import { emptyFolder, openAppOn } from './open-app'
import { runOfSmall } from './small-evaluation'

/** As a program kept it that had saved experiments, with what none of them had. */
const EXPERIMENT: JsonObject & { id: string } = {
  id: 'e',
  name: 'How many',
  note: 'For the team.',
  savedAt: '2026-08-01T10:00:00Z',
  plan: {
    goldenSet: 'asked',
    k: [1, 5],
    recipes: [{ recipe: 'gone', options: { b: 0.4 }, embedder: 'builtin' }],
    sample: { size: 2, seed: 3 },
    catalogSizes: { tools: [1, 'all'], seeds: [1] },
  },
  repeats: { replica: 'toolsee', table: 'multi' },
  cells: [
    { cell: 'c', run: 'r', shared: 3 },
    { cell: 'd', failed: { message: 'The model is not there.', fix: 'Pull it.' } },
  ],
  starred: true,
}

/** A workspace that holds what a program wrote before. */
async function holding(change: WorkspaceChange) {
  const folder = await emptyFolder()
  const app = await openAppOn(folder)
  const dir = await app.smallWorkspace()
  const library = libraryIn(folder)
  const store = await library.open(dir)
  await store.commit(change)
  await store.close()
  const experimentsIn = async (at: string) => {
    const opened = await library.open(at)
    const { experiments } = await opened.read('experiments')
    await opened.close()
    return experiments
  }
  return { app, dir, experimentsIn }
}

it('an experiment that an earlier program kept stays as it was, whatever is done beside it', async () => {
  const { app, dir, experimentsIn } = await holding({ experiments: { put: [EXPERIMENT] } })
  const id = ToolId.parse('send_email')
  await app.request('catalog.saveLayer', { dir, id, layer: { topics: ['post'] } })
  const { id: run } = await runOfSmall(app, dir)
  await app.request('evaluation.deleteRuns', { dir, runs: [run] })
  await app.request('changes.undo', { dir })
  expect(await experimentsIn(dir)).toEqual([EXPERIMENT])
  const copy = await app.request('workspace.duplicate', { dir, name: 'Copy' })
  expect(await experimentsIn(copy.dir)).toEqual([EXPERIMENT])
})
