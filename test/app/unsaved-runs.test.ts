import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { workspaceLibrary } from '../../src-main/adapters/lancedb/workspace-library'
import { Problem } from '../../src-main/domain/problem'
import { emptyFolder, openAppWith } from './open-app'
import { evaluateSmall, watchedEmbedder } from './small-evaluation'

describe('an experiment on a full disk', () => {
  it('says that a recipe was measured where its run could not be kept, and measures the next', async () => {
    const { app, dir, disk } = await onADiskThatFills()
    disk.isFull = true
    const recipes = [{ recipe: 'bm25' }, { recipe: 'dense' }]
    const { runs, failed } = await evaluateSmall(app, { dir, recipes })
    expect(runs.map(({ recipe }) => recipe)).toEqual(['dense'])
    expect(failed).toMatchObject([
      {
        recipe: 'bm25',
        problem: {
          code: 'storage',
          message: '“bm25” is measured, but its run could not be kept. The disk is full.',
          fix: expect.stringMatching(/^Make room\. While Pegboard stays open/) as string,
        },
        run: { recipe: 'bm25', queries: 4 },
      },
    ])
    // Its figures can be looked at, and there is room by now: it is stored as it was measured, not
    // measured again.
    const lost = failed[0]?.run?.id ?? ''
    expect(await app.request('evaluation.outcomes', { dir, run: lost })).toMatchObject({ total: 4 })
    const again = await evaluateSmall(app, { dir, recipes, resume: true })
    expect(again.runs[0]).toEqual({ ...failed[0]?.run, number: 2 })
    expect(again.reused).toContain(lost)
    const stored = await app.request('evaluation.runs', { dir })
    expect(stored.map(({ id }) => id).sort()).toEqual([lost, runs[0]?.id].sort())
  })

  it('measures anew what could not be kept where no resume is asked for', async () => {
    const { app, dir, disk } = await onADiskThatFills()
    disk.isFull = true
    const { failed } = await evaluateSmall(app, { dir, recipes: [{ recipe: 'bm25' }] })
    disk.isFull = false
    const again = await evaluateSmall(app, { dir, recipes: [{ recipe: 'bm25' }] })
    expect(again.runs[0]?.id).not.toBe(failed[0]?.run?.id)
    expect(again.reused).toEqual([])
  })
})

/** An app whose disk has room again as soon as a query is embedded. */
async function onADiskThatFills() {
  const folder = await emptyFolder()
  const library = workspaceLibrary(join(folder, 'workspaces'))
  const disk = { isFull: false }
  const embedder = watchedEmbedder(() => (disk.isFull = false))
  const app = await openAppWith(embedder, folder, {
    library: {
      ...library,
      async open(dir) {
        const store = await library.open(dir)
        const commit: typeof store.commit = async (change, expected) => {
          if (disk.isFull) throw new Problem('storage', 'The disk is full.', 'Make room.')
          return store.commit(change, expected)
        }
        return { ...store, commit }
      },
    },
  })
  const dir = await app.smallWorkspace()
  return { app, dir, disk }
}
