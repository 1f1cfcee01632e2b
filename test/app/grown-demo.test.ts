import { join } from 'node:path'
import { expect, it } from 'vitest'
import { workspaceLibrary } from '../../src-main/adapters/lancedb/workspace-library'
import { distractors } from '../fixtures/distractors'
import { openApp } from './open-app'

it('hybrid finds the same tools for whole queries among 2,000 more tools at any depth, and no less than the better of its arms', async () => {
  const { request, file, folder } = await openApp()
  const { dir } = await request('workspace.createDemo', {})
  const store = await workspaceLibrary(join(folder, 'workspaces')).open(dir)
  const made = distractors('words', await store.tools(), { count: 2_000, seed: 26 })
  await store.close()
  const entries = made.map((tool) => ({ type: 'function', function: tool }))
  await request('import.commit', { dir, path: await file('distractors.json', entries) })
  const { runs } = await request('evaluation.run', {
    dir,
    goldenSet: 'demo',
    recipes: [
      { recipe: 'bm25' },
      { recipe: 'dense' },
      { recipe: 'hybrid', options: { clauses: false } },
      { recipe: 'hybrid', options: { clauses: false, depth: 1_000 } },
      { recipe: 'hybrid' },
      { recipe: 'hybrid', options: { depth: 1_000 } },
    ],
    k: [5],
  })
  const recalls = runs.map(({ measures }) => measures['Recall@5']?.mean ?? NaN)
  const [words = NaN, meaning = NaN, both = NaN, deeper, covering = NaN, andDeeper = NaN] = recalls
  expect(both).toBe(deeper)
  expect(both).toBeGreaterThan(Math.max(words, meaning) - 0.01)
  // Two of 120 queries.
  expect(covering).toBeGreaterThan(both - 0.017)
  // What a list does not hold counts as its last, which is the lower the deeper it is.
  expect(Math.abs(covering - andDeeper)).toBeLessThan(0.01)
}, 60_000)
