import { describe, expect, it } from 'vitest'
import { agentOnSmall } from './measuring-agent'
import { openApp } from './open-app'
import { runOfSmall } from './small-evaluation'

async function measured() {
  const app = await openApp()
  const dir = await app.smallWorkspace()
  const bm25 = await runOfSmall(app, dir, { k: [1, 3] })
  const dense = await runOfSmall(app, dir, { recipe: 'dense', k: [1, 3] })
  return { ...app, dir, bm25, dense, runs: [bm25.id, dense.id] }
}

describe('advising on runs', () => {
  it('says at each point what the run says at it', async () => {
    const { request, dir, bm25, dense, runs } = await measured()
    const { chosen, runnerUp, points } = await request('evaluation.advise', { dir, runs })
    const of = [bm25, dense].find(({ id }) => id === chosen.run)
    const other = [bm25, dense].find(({ id }) => id === runnerUp?.run)
    const at = (chosen.k ?? 0) - 1
    expect(chosen.recall.mean).toBeCloseTo(of?.curve?.recall[at] ?? -1, 12)
    expect(chosen.tokens).toBe(of?.curve?.promptTokens[at])
    expect(points).toBe(6)
    const theirs = other?.curve?.recall[(runnerUp?.k ?? 0) - 1] ?? -1
    expect(runnerUp?.difference.mean).toBeCloseTo(chosen.recall.mean - theirs, 12)
  })

  it('says what the next tool buys, by the queries themselves', async () => {
    const { request, dir, bm25 } = await measured()
    const target = { tokens: (bm25.curve?.promptTokens[0] ?? 0) + 1 }
    const advice = await request('evaluation.advise', { dir, runs: [bm25.id], target })
    expect(advice.chosen.k).toBe(1)
    const [one = 0, two = 0] = bm25.curve?.recall ?? []
    expect(advice.more).toMatchObject({ k: 2 })
    expect(advice.more?.gain.mean).toBeCloseTo(two - one, 12)
    expect(advice).not.toHaveProperty('runnerUp')
  })

  it('asks for most of the best recall there is, until a target says otherwise', async () => {
    const { request, dir, bm25, dense, runs } = await measured()
    const best = Math.max(...[bm25, dense].flatMap(({ curve }) => curve?.recall ?? []))
    const firstRecall = Math.floor(0.9 * best * 20) / 20
    const asked = await request('evaluation.advise', { dir, runs })
    expect(asked).toMatchObject({ target: { recall: firstRecall }, firstRecall })
    const free = await request('evaluation.advise', { dir, runs, target: {} })
    expect(free).toMatchObject({ target: {}, firstRecall })
    expect(free.chosen.recall.mean).toBeCloseTo(best, 12)
  })

  it('asks as much as other recipes reach, whatever a provider’s own search does', async () => {
    const { request, dir, ...app } = await measured()
    const short = await runOfSmall({ ...app, request }, dir, { recipe: 'bm25', k: [1] })
    const provider = await runOfSmall({ ...app, request }, dir, {
      recipe: 'anthropic-bm25',
      k: [1, 3],
    })
    const { firstRecall } = await request('evaluation.advise', {
      dir,
      runs: [short.id, provider.id],
    })
    const alone = await request('evaluation.advise', { dir, runs: [short.id] })
    expect(firstRecall).toBe(alone.firstRecall)
  })

  it('tells of no larger k than a provider takes', async () => {
    const { request, dir, bm25 } = await measured()
    await request('settings.write', { maximumK: 1 })
    const advice = await request('evaluation.advise', { dir, runs: [bm25.id] })
    expect(advice.chosen.k).toBe(1)
    expect(advice).not.toHaveProperty('more')
  })

  it('names a smaller k only where it surely keeps most of the recall', async () => {
    const { request, dir, bm25 } = await measured()
    const ask = (k: number) => request('evaluation.advise', { dir, runs: [bm25.id], k })
    expect(await ask(1)).not.toHaveProperty('fewer')
    const [one = 0, , three = 0] = bm25.curve?.recall ?? []
    const { fewer } = await ask(3)
    if (one === three) expect(fewer).toMatchObject({ k: 1, of: 3 })
    else expect(fewer?.k ?? 2).toBe(2)
  })

  it('refuses runs of other queries, and runs that are gone', async () => {
    const { reply, dir, bm25, ...app } = await measured()
    const { id } = await runOfSmall(app, dir, { sample: { size: 2, seed: 1 } })
    expect(await reply('evaluation.advise', { dir, runs: [bm25.id, id] })).toMatchObject({
      error: { code: 'bad-input', message: expect.stringContaining('other queries') as string },
    })
    expect(await reply('evaluation.advise', { dir, runs: ['gone'] })).toMatchObject({
      error: { code: 'not-found' },
    })
  })
})

describe('advising among runs of which some are not of what is in use now', () => {
  /** `bm25` of the catalog as it is, and `dense` by Instant though Sentences is in use. */
  async function withOutdated() {
    const app = await measured()
    const { request, dir } = app
    await request('models.choose', { dir, role: 'embedder', model: 'sentences' })
    return app
  }

  it('leaves those out, and says what they were measured on', async () => {
    const { request, dir, bm25, dense, runs } = await withOutdated()
    // Of equal ones, the first would be chosen.
    const ids = runs.toReversed()
    const advice = await request('evaluation.advise', { dir, runs: ids })
    expect(advice.chosen.run).toBe(bm25.id)
    expect(advice.points).toBe(3)
    expect(advice).not.toHaveProperty('outdated')
    const embedder = [{ of: 'embedder', was: 'builtin', is: 'sentences' }]
    expect(advice.leftOut).toEqual({ [dense.id]: embedder })
    const all = await request('evaluation.advise', { dir, runs: ids, withOutdated: true })
    expect(all).toMatchObject({ points: 6, outdated: { [dense.id]: embedder } })
    expect(all).not.toHaveProperty('leftOut')
  })

  it('keeps the one that somebody chose, and all where none is current', async () => {
    const { request, dir, dense, runs } = await withOutdated()
    const chosen = { run: dense.id, k: 1 }
    const advice = await request('evaluation.advise', { dir, runs, chosen })
    expect(advice).toMatchObject({ chosen, points: 6 })
    const layer = { description: 'how many euros is that' }
    await request('catalog.saveLayer', { dir, id: 'convert_currency', layer })
    expect(await request('evaluation.advise', { dir, runs })).toMatchObject({ points: 6 })
  })

  it('keeps one that is held against the embedder in use', async () => {
    const { request, dir, runs, ...app } = await withOutdated()
    const other = await runOfSmall({ request, ...app }, dir, { recipe: 'dense', k: [1, 3] })
    const advice = await request('evaluation.advise', { dir, runs: [...runs, other.id] })
    expect(advice.points).toBe(9)
    expect(advice).not.toHaveProperty('leftOut')
  })
})

describe('advising on an agent’s expected accuracy', () => {
  /**
   * The small golden set with runs of two recipes, and an agent that was given 1, 3 and 5 tools.
   */
  async function withAgentMeasured() {
    const app = await agentOnSmall()
    await app.ofCatalog(1, 3, 5)
    const recipes = [{ recipe: 'bm25' }, { recipe: 'dense' }]
    const measured = { dir: app.dir, goldenSet: 'calls', recipes, k: [1, 4] }
    const { runs } = await app.request('evaluation.run', measured)
    const ids = runs.map(({ id }) => id)
    const ask = (target: object, more: object = {}) =>
      app.reply('evaluation.advise', { dir: app.dir, runs: ids, target, ...more })
    const advice = async (target: object, more: object = {}) => {
      const score = 'accuracy' as const
      return app.request('evaluation.advise', { dir: app.dir, runs: ids, target, score, ...more })
    }
    return { ...app, ids, ask, advice }
  }

  it('says at each point what agent and run say at it, at no other k than both were measured with', async () => {
    const { request, dir, ids, advice } = await withAgentMeasured()
    const { chosen, points, agent, queries, more } = await advice({})
    // The runs hold sets of up to 4 tools: k = 5 is beyond them.
    expect(points).toBe(4)
    expect(agent).toEqual({
      model: 'ollama:agent',
      k: [1, 3, 5],
      queries: 4,
      outdated: 0,
      others: [],
    })
    expect(queries).toBe(4)
    const { found } = await request('agentRuns.expected', { dir, goldenSet: 'calls' })
    const best = found
      .flatMap(({ run, points: own }) => own.map((point) => ({ run, ...point })))
      .reduce((a, b) => (b.expected.mean > a.expected.mean ? b : a))
    expect(ids).toContain(chosen.run)
    expect(chosen).toMatchObject({ k: best.k, agent: { mean: best.agent.mean } })
    // The same figures with the same plain intervals as beside the agent.
    const { expected, recall, agent: asked } = best
    expect(chosen).toMatchObject({ recall, agent: asked })
    expect(chosen.accuracy?.mean).toBeCloseTo(expected.mean, 12)
    expect(chosen.accuracy?.ci95[0]).toBeCloseTo(expected.ci95[0], 12)
    expect(chosen.accuracy?.ci95[1]).toBeCloseTo(expected.ci95[1], 12)
    // Wider, as it holds for all points at once.
    expect(chosen.simultaneous[0]).toBeLessThan(expected.mean)
    expect(chosen.simultaneous[0]).toBeLessThanOrEqual(expected.ci95[0])
    if (chosen.k === 1) expect(more).toMatchObject({ k: 3 })
  })

  it('reaches no target that four queries cannot show, and says what it takes', async () => {
    const { ask } = await withAgentMeasured()
    const reply = await ask({ accuracy: 0.4 })
    expect(reply).toMatchObject({ ok: true, data: { verdict: 'unsure' } })
    expect(await ask({ accuracy: 0.4, recall: 0.4 })).toMatchObject({
      error: { code: 'bad-input', fix: expect.stringContaining('one of them') as string },
    })
  })

  it('takes no agent run of the golden set before it was edited, nor runs of it', async () => {
    const { request, dir, ask } = await withAgentMeasured()
    await request('golden.remove', { dir, set: 'calls', ids: ['mail'] })
    expect(await ask({ accuracy: 0.4 })).toMatchObject({
      error: {
        code: 'conflict',
        message: expect.stringContaining('before it was edited') as string,
      },
    })
    const recipes = [{ recipe: 'bm25' }]
    const again = await request('evaluation.run', { dir, goldenSet: 'calls', recipes, k: [1, 4] })
    expect(await ask({ accuracy: 0.4 }, { runs: again.runs.map(({ id }) => id) })).toMatchObject({
      error: {
        code: 'not-found',
        message: expect.stringContaining('3 agent runs are left out') as string,
        fix: expect.stringContaining('pegboard agent-eval --golden "calls"') as string,
      },
    })
  })

  it('says what to measure where no agent was, or not at any k of the runs', async () => {
    const { request, dir, ask, ofCatalog } = await withAgentMeasured()
    expect(await ask({}, { agent: 'ollama:other' })).toMatchObject({
      error: {
        code: 'not-found',
        message: expect.stringContaining('Measured are: ollama:agent') as string,
      },
    })
    const agents = await request('agentRuns.list', { dir })
    await request('agentRuns.remove', { dir, runs: agents.map(({ id }) => id) })
    expect(await ask({ accuracy: 0.5 })).toMatchObject({
      error: { message: expect.stringContaining('No agent was measured') as string },
    })
    await ofCatalog(5)
    expect(await ask({ accuracy: 0.5 })).toMatchObject({
      error: { code: 'bad-input', fix: expect.stringContaining('at most 4 tools') as string },
    })
  })
})

describe('bands of curves', () => {
  it('have the runs’ own intervals where these have any, and the most that there can be', async () => {
    const { request, dir, bm25, runs } = await measured()
    const [band] = await request('evaluation.bands', { dir, runs, measure: 'Recall' })
    expect(band).toMatchObject({ run: bm25.id, k: [1, 2, 3] })
    expect(band?.ci95[0]).toEqual(bm25.measures['Recall@1']?.ci95)
    expect(band?.ci95[2]).toEqual(bm25.measures['Recall@3']?.ci95)
    const { queries } = await request('golden.queries', { dir, set: 'asked' })
    const sizes = queries.map(({ tools }) => tools.length)
    const atOne = sizes.reduce((sum, size) => sum + 1 / size, 0) / sizes.length
    expect(band?.ceiling[0]).toBeCloseTo(atOne, 12)
    expect(band?.ceiling.at(-1)).toBe(1)
  })

  it('of all golden tools end where a query has more of them than k', async () => {
    const { request, dir, bm25 } = await measured()
    const input = { dir, runs: [bm25.id], measure: 'All' as const }
    const [band] = await request('evaluation.bands', input)
    expect(band?.ci95[0]).toEqual(bm25.measures['All@1']?.ci95)
    const { queries } = await request('golden.queries', { dir, set: 'asked' })
    const single = queries.filter(({ tools }) => tools.length === 1).length
    expect(band?.ceiling[0]).toBe(single / queries.length)
  })
})

describe('prices', () => {
  const price = (model: string) => ({
    model,
    perMillion: 0.25,
    currency: 'USD',
    asOf: '2026-10-01',
  })

  it('written by two at once are both kept', async () => {
    const { request } = await openApp()
    const models = ['a', 'b', 'c', 'd']
    await Promise.all(models.map((model) => request('prices.put', price(model))))
    const { prices } = await request('prices.list', {})
    expect(prices.map(({ model }) => model).sort()).toEqual(models)
    expect(await request('settings.read', {})).toMatchObject({ maximumK: 128 })
  })

  it('with text in them are refused, and told where they were written by hand, without losing any', async () => {
    const app = await openApp()
    await app.request('prices.put', price('good'))
    expect(
      await app.reply('prices.put', { ...price('bad'), perMillion: '$3' as unknown as number }),
    ).toMatchObject({ error: { code: 'bad-input', message: expect.stringContaining('number') } })
    const byHand = { ...price('by hand'), perMillion: '$3' }
    await app.file('data/settings.json', { maximumK: 6, prices: [price('good'), byHand] })
    const table = await app.request('prices.list', {})
    expect(table.prices).toEqual([price('good')])
    expect(table.faults).toEqual([
      'The price of “by hand” cannot be used: perMillion must be a number. Write it anew.',
    ])
    await app.request('settings.write', { maximumK: 7 })
    const after = await app.request('prices.put', price('by hand'))
    expect(after).toEqual({ prices: [price('good'), price('by hand')], faults: [] })
  })

  it('are at most a hundred', async () => {
    const { request, reply } = await openApp()
    for (let at = 0; at < 100; at++) await request('prices.put', price(`model ${at}`))
    expect(await reply('prices.put', price('one more'))).toMatchObject({
      error: { code: 'bad-input', fix: expect.stringContaining('Remove one') as string },
    })
    expect(await reply('prices.put', price('model 5'))).toMatchObject({ ok: true })
  })
})
