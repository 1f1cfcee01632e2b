import { describe, expect, it } from 'vitest'
import { MOST_RECIPES } from '../../src-main/domain/experiment/plan'
import type { Run } from '../../src-main/domain/run/run'
import { libraryIn, withStores } from '../fakes/app-on'
import { emptyFolder, openAppOn, type AppUnderTest } from './open-app'
import { evaluateSmall, runOfSmall } from './small-evaluation'

const variants = (count: number) =>
  Array.from({ length: count }, (_, at) => ({ recipe: 'bm25', options: { b: at / 100 } }))

/** 40 measurements of each of eight recipes: seven in a first experiment, and one in a second. */
const CATALOGS = { tools: [1, 2, 3, 4], seeds: Array.from({ length: 10 }, (_, seed) => seed) }
const EACH = CATALOGS.tools.length * CATALOGS.seeds.length

/**
 * Two programs on one folder, and a workspace of them. What is set in `hooks` happens while the
 * first keeps the run of this number.
 */
async function programs() {
  const folder = await emptyFolder()
  const hooks = new Map<number, () => Promise<unknown>>()
  let commits = 0
  const library = withStores(libraryIn(folder), (store) => ({
    async commit(change, expected) {
      const happens = hooks.get(++commits)
      hooks.delete(commits)
      await happens?.()
      return store.commit(change, expected)
    },
  }))
  const first = await openAppOn(folder, { library })
  const second = await openAppOn(folder)
  const dir = await first.smallWorkspace()
  commits = 0
  return { dir, hooks, first, second }
}

const sweepOn = { goldenSet: 'asked', k: [1], resume: true }

const storedIn = ({ request }: AppUnderTest, dir: string): Promise<Run[]> =>
  request('evaluation.runs', { dir })

const idsOf = (runs: readonly { id: string }[]): string[] =>
  [...new Set(runs.map(({ id }) => id))].sort()

describe('a sweep of more measurements than one experiment takes, beside another program', () => {
  it(
    'loses nothing of either, and what both measure is there once',
    { timeout: 120_000 },
    async () => {
      const { dir, first, second, hooks } = await programs()
      const others: Run[] = []
      const measureThere = async () => {
        const same = { k: [1], catalogSizes: { tools: [2], seeds: [0, 9] }, resume: true }
        const { runs } = await evaluateSmall(second, { dir, recipes: variants(8), ...same })
        others.push(await runOfSmall(second, dir), ...runs)
      }
      hooks.set(1, measureThere)
      hooks.set(7 * EACH, measureThere)
      const input = { ...sweepOn, dir, recipes: variants(8), catalogSizes: CATALOGS }
      const { runs, failed } = await first.request('evaluation.sweep', input)
      expect(failed).toEqual([])
      expect(runs).toHaveLength(8 * EACH)
      const stored = await storedIn(second, dir)
      expect(idsOf(stored)).toEqual(idsOf([...runs, ...others]))
      // Only what the other measured anew each time is there twice.
      const cells = new Set(stored.map(({ provenance }) => provenance?.cell))
      expect(cells.size).toBe(stored.length - 1)
    },
  )

  it('says that the golden set was changed in between, and keeps all that was measured', async () => {
    const { dir, first, second, hooks } = await programs()
    const recipes = variants(MOST_RECIPES + 1)
    hooks.set(MOST_RECIPES, async () => {
      const { queries } = await second.request('golden.queries', { dir, set: 'asked' })
      await second.request('golden.remove', { dir, set: 'asked', ids: [queries[0]?.id ?? ''] })
    })
    expect(await first.reply('evaluation.sweep', { ...sweepOn, dir, recipes })).toMatchObject({
      error: {
        code: 'conflict',
        message: expect.stringContaining('golden set changed meanwhile') as string,
      },
    })
    expect(await storedIn(second, dir)).toHaveLength(MOST_RECIPES + 1)
    expect((await second.request('golden.queries', { dir, set: 'asked' })).total).toBe(3)
    const again = await evaluateSmall(first, {
      dir,
      recipes: recipes.slice(-2),
      k: [1],
      resume: true,
    })
    expect(again.reused).toHaveLength(1)
    expect(again.runs).toHaveLength(2)
  })

  it('looks at a test set once', async () => {
    const { dir, first } = await programs()
    await first.request('golden.use', { dir, set: 'asked', purpose: 'test' })
    const recipes = variants(MOST_RECIPES + 1)
    await first.request('evaluation.sweep', { ...sweepOn, dir, recipes, why: 'to see' })
    expect(await first.request('golden.looks', { dir, set: 'asked' })).toMatchObject({ looked: 1 })
  })

  it('that is stopped late says what is kept of all of it', async () => {
    const { dir, hooks, first } = await programs()
    const stopper = new AbortController()
    hooks.set(MOST_RECIPES + 1, async () => stopper.abort())
    const input = { ...sweepOn, dir, recipes: variants(MOST_RECIPES + 2) }
    expect(await first.reply('evaluation.sweep', input, stopper.signal)).toMatchObject({
      error: { code: 'cancelled', message: 'Stopped. At least 60 measurements are kept.' },
    })
    expect((await storedIn(first, dir)).length).toBeGreaterThanOrEqual(MOST_RECIPES)
  })
})
