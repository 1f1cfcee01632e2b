import { describe, expect, it } from 'vitest'
import { SameSize, type Run } from '../../src-main/domain/run/run'
import { openApp } from './open-app'

const OWN = { recipe: 'hybrid', options: { size: 'adaptive' } }

async function demo() {
  const app = await openApp()
  const { dir } = await app.request('workspace.createDemo', {})
  return { ...app, dir }
}

describe('a request that no tool fits', () => {
  it('is given none, with why, and the nearest below', async () => {
    const { request, dir } = await demo()
    const answer = await request('query.run', {
      dir,
      text: 'water the plants',
      ...OWN,
      k: 5,
      below: 3,
    })
    expect(answer).toMatchObject({ size: 'adaptive', tools: [], remarks: [] })
    expect(answer).not.toHaveProperty('k')
    expect(answer.grounds).toMatchObject({ noneFits: true })
    expect(answer.grounds?.why).toMatch(/^No tool fits\..*of the 120 golden queries/)
    expect(answer.below).toHaveLength(3)
    expect(answer.below[0]).toMatchObject({ cut: false, why: 'no tool fits the query' })
  })

  it('is given the first k all the same where these are asked for', async () => {
    const { request, dir } = await demo()
    const text = 'water the plants'
    const answer = await request('query.run', { dir, text, recipe: 'hybrid', k: 5 })
    expect(answer).toMatchObject({ size: 'k', k: 5 })
    expect(answer.tools).toHaveLength(5)
  })

  it('is told by golden queries as they are now', async () => {
    const { request, dir } = await demo()
    const ask = () =>
      request('query.run', { dir, text: 'send mail to Ann', ...OWN, withTrace: true })
    const learnedFrom = (answer: Awaited<ReturnType<typeof ask>>) =>
      answer.trace?.at(-1)?.notes['learned from']
    expect(learnedFrom(await ask())).toBe('120 golden queries')
    await request('golden.delete', { dir, set: 'demo' })
    expect(learnedFrom(await ask())).toBe('what ships')
  })
})

describe('a golden set of queries that no tool fits', () => {
  it('is listed behind those that can be measured on', async () => {
    const { request, dir } = await demo()
    const sets = await request('golden.list', { dir })
    expect(sets.map(({ name }) => name)).toEqual(['demo', 'nothing fits'])
  })
})

describe('a run whose recipe decides by an option how many tools there are', () => {
  it('says what that gains over the same size for all, and how it does where no tool fits', async () => {
    const { request, dir } = await demo()
    const { runs } = await request('evaluation.run', {
      dir,
      goldenSet: 'demo',
      recipes: [OWN, { recipe: 'hybrid' }],
      k: [2],
    })
    const [own, fixed] = runs
    expect(own).toMatchObject({ size: 'adaptive', k: [], queries: 120 })
    expect(own?.nothingFits).toMatchObject({
      fitting: { queries: 120 },
      negative: { queries: 30 },
      leftOut: { queries: 120 },
    })
    // Of those that some tool fits a twentieth may be refused, and a few more as each is held out.
    expect(own?.nothingFits?.fitting.wrong).toBeLessThanOrEqual(9)
    // Each is told by what the others taught; by words and meaning on one tool alone, most are
    // given some.
    expect(own?.nothingFits?.negative.wrong).toBeLessThanOrEqual(12)
    const { tools, measures, differences } = SameSize.parse(own?.sameSize)
    const meanOf = (name: string) => own?.measures[name]?.mean ?? NaN
    expect(tools).toBeCloseTo(meanOf('Tools'))
    for (const name of ['Recall', 'Precision', 'TRACC', 'PromptTokens']) {
      const at = measures[name]
      const by = differences[name]
      expect(Number(at?.mean) + Number(by?.mean)).toBeCloseTo(meanOf(name))
    }
    expect(fixed?.k).toEqual([2])
    expect(fixed).not.toHaveProperty('nothingFits')
    expect(fixed).not.toHaveProperty('sameSize')
  })

  it('is measured anew once golden queries teach otherwise', async () => {
    const { request, dir } = await demo()
    const sample = { size: 10, seed: 1 }
    const measure = async () =>
      request('evaluation.run', { dir, goldenSet: 'demo', recipes: [OWN], sample, resume: true })
    const first = await measure()
    expect((await measure()).reused).toEqual([first.runs[0]?.id])
    await request('golden.delete', { dir, set: 'nothing fits' })
    const again = await measure()
    expect(again.reused).toEqual([])
    expect(again.runs[0]?.nothingFits?.negative).toEqual({ queries: 0, wrong: 0 })
  })
})

describe('a recipe that picks its own k beside one that does not', () => {
  it('is held against as many tools as it gives on average, and opens the queries that differ', async () => {
    const { request, dir } = await demo()
    const on = { dir, goldenSet: 'demo', sample: { size: 40, seed: 1 } }
    const { runs } = await request('evaluation.run', {
      ...on,
      recipes: [{ recipe: 'bm25' }, OWN],
      k: [1, 10],
    })
    const [bm25, own] = runs
    if (!bm25 || !own) throw new Error('They were not measured.')
    const meanOf = (run: Run | undefined, name: string) => run?.measures[name]?.mean ?? NaN
    const size = Math.max(1, Math.round(meanOf(own, 'Tools')))
    const [fixed] = await request('evaluation.at', { dir, runs: [bm25.id], k: size })
    const apart = meanOf(own, 'Recall') - meanOf(fixed, `Recall@${size}`)
    for (const [baseline, run, sign] of [
      [bm25, own, 1],
      [own, bm25, -1],
    ] as const) {
      const [compared] = await request('evaluation.compare', {
        dir,
        baseline: baseline.id,
        runs: [run.id],
      })
      expect(compared?.meanSize).toBe(size)
      expect(compared?.measures['Recall']?.mean).toBeCloseTo(sign * apart, 12)
      const { total } = await request('evaluation.outcomes', {
        dir,
        run: run.id,
        baseline: baseline.id,
        k: size,
        show: 'fixed',
      })
      expect(total).toBe(compared?.measures['Recall']?.fixed)
    }
  })

  it('is held against no more tools than one search of the other gives, its own first ones', async () => {
    const { request, dir } = await demo()
    const on = { dir, goldenSet: 'demo', sample: { size: 40, seed: 1 } }
    const limited = { recipe: 'anthropic-bm25', options: { limit: 2 } }
    const { runs } = await request('evaluation.run', {
      ...on,
      recipes: [{ recipe: 'openai-tool-search' }, limited],
      k: [1, 2, 10],
    })
    const [servers, few] = runs
    if (!servers || !few) throw new Error('They were not measured.')
    expect(servers.k).toEqual([])
    expect(servers.measures['Tools']?.mean).toBeGreaterThan(4)
    const { rows } = await request('evaluation.outcomes', { dir, run: servers.id, limit: 40 })
    const found = rows.map(({ tools, golden }) => {
      const first = tools.slice(0, 2)
      return golden.filter((tool) => first.includes(tool)).length / golden.length
    })
    const recall = found.reduce((sum, one) => sum + one, 0) / found.length
    const [compared] = await request('evaluation.compare', {
      dir,
      baseline: servers.id,
      runs: [few.id],
    })
    expect(compared).toMatchObject({ most: 2, meanSize: 2 })
    const { from = NaN, mean = NaN } = compared?.measures['Recall'] ?? {}
    expect(from).toBeCloseTo(recall, 12)
    expect(from + mean).toBeCloseTo(few.measures['Recall@2']?.mean ?? NaN, 12)
  })
})
