import { describe, expect, it } from 'vitest'
import { MOST_RECIPES } from '../../src-main/domain/experiment/plan'
import { measureSweep } from '../../src-main/hosts/cli/sweep-runs'
import type { CommandSession } from '../../src-main/hosts/cli/session'
import type { Run } from '../../src-main/domain/run/run'
import type { AppUnderTest } from './open-app'
import { evaluateSmall, runOfSmall } from './small-evaluation'
import { programsOnOneFolder } from './two-programs'

const variants = (count: number) =>
  Array.from({ length: count }, (_, at) => ({ recipe: 'bm25', options: { b: at / 100 } }))

/** 40 measurements of each of eight recipes: seven in a first request, and one in a second. */
const SIZES = [1, 2, 3, 4]
const SEEDS = Array.from({ length: 10 }, (_, seed) => seed)
const WHOLE: (number | 'all')[] = ['all']

interface Swept {
  dir: string
  variants: ReturnType<typeof variants>
  sizes: (number | 'all')[]
  seeds: number[]
  /** Happens as soon as the first request is answered. */
  between: () => unknown
}

function sweepIn({ request }: AppUnderTest, { between, ...swept }: Swept) {
  let requests = 0
  const session: Pick<CommandSession, 'request'> = {
    async request(action, input) {
      const answer = await request(action, input)
      if (++requests === 1) await between()
      return answer
    },
  }
  return measureSweep(session as CommandSession, swept, {
    golden: 'asked',
    k: [1],
    seed: 1,
    keep: true,
    ...swept,
  })
}

const storedIn = ({ request }: AppUnderTest, dir: string): Promise<Run[]> =>
  request('evaluation.runs', { dir })

const idsOf = (runs: readonly { id: string }[]): string[] =>
  [...new Set(runs.map(({ id }) => id))].sort()

describe('a sweep of more measurements than one request takes, beside another program', () => {
  it(
    'loses nothing of either, and what both measure is there once',
    { timeout: 120_000 },
    async () => {
      const { first, second, meanwhile } = await programsOnOneFolder()
      const dir = await first.smallWorkspace()
      const others: Run[] = []
      const measureThere = async () => {
        const same = { k: [1], catalogSizes: { tools: [2], seeds: [0, 9] }, resume: true }
        const { runs } = await evaluateSmall(second, { dir, recipes: variants(8), ...same })
        others.push(await runOfSmall(second, dir), ...runs)
      }
      meanwhile(measureThere)
      const { runs, failed } = await sweepIn(first, {
        dir,
        variants: variants(8),
        sizes: SIZES,
        seeds: SEEDS,
        between: () => meanwhile(measureThere),
      })
      expect(failed).toEqual([])
      expect(runs).toHaveLength(8 * SIZES.length * SEEDS.length)
      const stored = await storedIn(second, dir)
      expect(idsOf(stored)).toEqual(idsOf([...runs, ...others]))
      // Only what the other measured anew each time is there twice.
      const cells = new Set(stored.map(({ provenance }) => provenance?.cell))
      expect(cells.size).toBe(stored.length - 1)
    },
  )

  it('says that the golden set was changed in between, and keeps all that was measured', async () => {
    const { first, second } = await programsOnOneFolder()
    const dir = await first.smallWorkspace()
    const before: string[] = []
    const all = variants(MOST_RECIPES + 1)
    const sweep = sweepIn(first, {
      dir,
      variants: all,
      sizes: WHOLE,
      seeds: [1],
      async between() {
        before.push(...idsOf(await storedIn(second, dir)))
        const { queries } = await second.request('golden.queries', { dir, set: 'asked' })
        await second.request('golden.remove', { dir, set: 'asked', ids: [queries[0]?.id ?? ''] })
      },
    })
    await expect(sweep).rejects.toMatchObject({
      code: 'conflict',
      message: expect.stringContaining('golden set changed meanwhile') as string,
    })
    expect(before).toHaveLength(MOST_RECIPES)
    const stored = idsOf(await storedIn(second, dir))
    expect(stored).toEqual(expect.arrayContaining(before))
    expect((await second.request('golden.queries', { dir, set: 'asked' })).total).toBe(3)
    const again = await evaluateSmall(first, { dir, recipes: all.slice(-2), k: [1], resume: true })
    expect(again.reused).toEqual(stored.filter((id) => !before.includes(id)))
    expect(again.runs).toHaveLength(2)
  })
})
