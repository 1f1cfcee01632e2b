import { describe, expect, it } from 'vitest'
import { Problem } from '../../../domain/problem'
import { scoringRemarks } from '../../../domain/agent/words'
import { ToolId } from '../../../domain/tool/tool'
import { fakeAgent } from '../../../../test/fakes/agent'
import {
  AGENT_GOLDEN_SET,
  AGENT_WAYS,
  agentOnSmall,
  measuringAgent,
} from '../../../../test/app/measuring-agent'

describe('an agent with tools of the catalog', () => {
  it('is scored by names, keys and values, and its failures are told apart', async () => {
    const { ofCatalog, verdicts, request, dir } = await agentOnSmall()
    const { runs, failed } = await ofCatalog(5)
    expect(failed).toEqual([])
    const [run] = runs
    expect(await verdicts(run?.id ?? '')).toEqual({
      mail: 'right',
      weather: 'too-many',
      both: 'wrong-arguments',
      money: 'other-tool',
      none: 'rightly-none',
    })
    // mail 1, weather 0, both (1 + .75) / 2, money 0: 1.875 / 4.
    expect(run?.scores.weighted.mean).toBeCloseTo(0.46875, 9)
    expect(run).toMatchObject({
      queries: 5,
      model: 'ollama:agent',
      namesOnly: 1,
      extraCalls: 1,
      gone: 0,
      verdicts: {
        right: 1,
        'too-many': 1,
        'wrong-arguments': 1,
        'other-tool': 1,
        'rightly-none': 1,
      },
      scores: { name: { mean: 0.5 }, right: { mean: 0.25 }, keys: { mean: 2 / 3 } },
      kinds: { single: { queries: 3 }, sequential: { queries: 1 } },
      tokens: { prompt: 170 },
      tools: { mean: 5, most: 5 },
    })
    expect(run?.scores.values?.mean).toBeCloseTo((1 + 0 + 0.5) / 3, 9)
    const { rows } = await request('agentRuns.outcomes', { dir, run: run?.id ?? '' })
    expect(rows.map(({ id }) => id)).toEqual(['weather', 'money', 'both', 'mail', 'none'])
    expect(rows[0]).toMatchObject({ alone: { score: { weighted: 1 } }, promptTokens: 170 })
    expect(rows[2]?.expected[0]).toMatchObject({
      tool: 'search_email',
      call: 1,
      differences: [{ key: 'query', why: 'other value' }],
    })
  })

  it('is asked again with the right tools alone just where it failed with all of them and others', async () => {
    const { ofCatalog, model } = await agentOnSmall()
    await ofCatalog(2)
    // Two tools hold the only right one and another; “both” has its two right ones, so there is
    // nothing to leave out.
    expect(model.asked()).toEqual([
      'tell Dana with 2',
      'weather in Bern with 2',
      'find the date and note it with 2',
      'how many euros with 2',
      'how many euros with 1',
      'sing a song with 2',
    ])
  })

  it('is given nested sets, all right tools always among them', async () => {
    const { ofCatalog, model } = await agentOnSmall()
    const { runs } = await ofCatalog(1, 3, 4)
    expect(runs.map(({ exceeded }) => exceeded)).toEqual([1, undefined, undefined])
    const given = (request: string, size: number) =>
      model.requests
        .find(({ text, tools }) => text.endsWith(request) && tools.length === size)
        ?.tools.map(({ name }) => name)
    expect(given('tell Dana', 1)).toEqual(['send_email'])
    expect(given('tell Dana', 4)).toEqual(expect.arrayContaining(given('tell Dana', 3) ?? []))
    // Two right tools are more than one.
    expect(given('find the date and note it', 2)?.sort()).toEqual(['create_event', 'search_email'])
  })

  it('never sees a hidden tool, and a query that needs one is told apart', async () => {
    const { ofCatalog, verdicts, request, dir, model } = await agentOnSmall()
    const layer = { visibility: 'hidden' as const }
    await request('catalog.saveLayer', { dir, id: ToolId.parse('get_weather'), layer })
    const { runs } = await ofCatalog(4)
    expect(runs[0]).toMatchObject({ gone: 1 })
    expect(await verdicts(runs[0]?.id ?? '')).toMatchObject({ weather: 'wrong-ones' })
    const shown = model.requests.flatMap(({ tools }) => tools.map(({ name }) => name))
    expect(shown).not.toContain('get_weather')
  })

  it('counts a query whose tools are more than it reads as wrong, with why', async () => {
    const agent = fakeAgent(AGENT_WAYS)
    const callTools: typeof agent.callTools = (request) =>
      request.tools.length > 3
        ? Promise.reject(new Problem('bad-input', 'The prompt has 9,000 tokens.'))
        : agent.callTools(request)
    const { ofCatalog, verdicts, request, dir } = await measuringAgent({ ...agent, callTools })
    const { runs } = await ofCatalog(3, 4)
    expect(runs.map(({ verdicts: counts }) => counts['too-long'])).toEqual([undefined, 5])
    expect(runs[1]?.scores.weighted.mean).toBe(0)
    const run = runs[1]?.id ?? ''
    expect(await verdicts(run)).toMatchObject({ mail: 'too-long', none: 'too-long' })
    const { rows } = await request('agentRuns.outcomes', { dir, run, search: 'Dana' })
    expect(rows).toMatchObject([{ fault: 'The prompt has 9,000 tokens.', calls: [] }])
  })

  it('is not measured by an answer that was cut, which is kept and counted', async () => {
    const ways = {
      ...AGENT_WAYS,
      'tell Dana': { calls: [], cutBeyond: 1 },
      'sing a song': { calls: [], cutBeyond: 1 },
    }
    const { ofCatalog, verdicts, request, dir, model } = await measuringAgent(fakeAgent(ways))
    const { runs } = await ofCatalog(5)
    const run = runs[0]?.id ?? ''
    expect(await verdicts(run)).toMatchObject({ mail: 'cut', none: 'cut', weather: 'too-many' })
    // weather 0, both (1 + .75) / 2, money 0: .875 / 3.
    expect(runs[0]?.scores.weighted.mean).toBeCloseTo(0.875 / 3, 9)
    expect(runs[0]).toMatchObject({ queries: 5, verdicts: { cut: 2 }, namesOnly: 1 })
    const remarks = runs[0] ? scoringRemarks(runs[0]) : []
    expect(remarks.join('\n')).toMatch(/2 queries are not measured, as the answer was cut/)
    expect(remarks.join('\n')).not.toContain('answered by no tool')
    const { rows } = await request('agentRuns.outcomes', { dir, run, search: 'Dana' })
    expect(rows).toMatchObject([{ fault: 'it was cut', expected: [{ tool: 'send_email' }] }])
    expect(rows[0]).not.toHaveProperty('score')
    expect(model.asked().filter((asked) => asked.startsWith('tell Dana'))).toHaveLength(1)
  })

  it('says where it was cut with the right tools alone, of which nothing is known then', async () => {
    const ways = { ...AGENT_WAYS, 'how many euros': { calls: [], cutBeyond: 0 } }
    const agent = fakeAgent(ways)
    const callTools: typeof agent.callTools = async (request) => {
      const { fault, ...answer } = await agent.callTools(request)
      return { ...answer, ...(fault && request.tools.length === 1 && { fault }) }
    }
    const { ofCatalog, request, dir } = await measuringAgent({ ...agent, callTools })
    const { runs } = await ofCatalog(5)
    const { rows } = await request('agentRuns.outcomes', {
      dir,
      run: runs[0]?.id ?? '',
      search: 'euros',
    })
    const fault = 'With the right tools alone: it was cut'
    expect(rows).toMatchObject([{ verdict: 'other-tool', score: { weighted: 0 }, fault }])
    expect(rows[0]).not.toHaveProperty('alone')
  })

  it('is no run where every answer was cut: that would be a score of nothing', async () => {
    const cut = { calls: [], cutBeyond: 0 }
    const ways = Object.fromEntries(AGENT_GOLDEN_SET.map(({ query }) => [query, cut]))
    const { ofCatalog } = await measuringAgent(fakeAgent(ways))
    const { runs, failed } = await ofCatalog(5)
    expect(runs).toEqual([])
    expect(failed).toMatchObject([
      { problem: { message: expect.stringContaining('no answer is whole') as string } },
    ])
  })

  it('keeps no more of an answer than is read, and no arguments without end', async () => {
    const deep = JSON.parse(`${'{"a":'.repeat(60)}1${'}'.repeat(60)}`) as never
    const long = { city: 'x'.repeat(30_000) } as never
    const many = Array.from({ length: 70 }, () => ({ name: 'get_weather', arguments: {} }))
    const odd = [deep, long].map((given) => ({ name: 'get_weather', arguments: given }))
    const ways = { 'weather in Bern': { calls: [...odd, ...many] } }
    const agent = fakeAgent(ways)
    const callTools: typeof agent.callTools = async (request) => ({
      ...(await agent.callTools(request)),
      text: '<b>'.repeat(5_000),
    })
    const { ofCatalog, request, dir } = await measuringAgent({ ...agent, callTools })
    const { runs } = await ofCatalog(5)
    const { rows } = await request('agentRuns.outcomes', {
      dir,
      run: runs[0]?.id ?? '',
      search: 'Bern',
    })
    expect(rows[0]).toMatchObject({ more: 20, dropped: 2 })
    expect(rows[0]?.calls).toHaveLength(50)
    expect(rows[0]?.said).toHaveLength(2_000)
  })

  it('keeps no more of many long calls together than of one', async () => {
    const long = { name: 'get_weather', arguments: { city: 'x'.repeat(9_000) } as never }
    const { ofCatalog, request, dir } = await measuringAgent(
      fakeAgent({ 'weather in Bern': { calls: [long, long, long, long] } }),
    )
    const { runs } = await ofCatalog(5)
    const { rows } = await request('agentRuns.outcomes', {
      dir,
      run: runs[0]?.id ?? '',
      search: 'Bern',
    })
    expect(rows[0]).toMatchObject({ more: 2, dropped: 0, calls: [{}, {}] })
  })
})

describe('an agent with the tools of a run', () => {
  it('that lack the right one fails for that reason', async () => {
    const { request, dir, measure, verdicts, model } = await agentOnSmall()
    const evaluated = await request('evaluation.run', {
      dir,
      goldenSet: 'calls',
      recipes: [{ recipe: 'bm25' }],
      k: [1, 3],
    })
    const run = evaluated.runs[0]?.id ?? ''
    const { runs } = await measure([{ by: 'run', run, k: 1 }])
    expect(runs[0]).toMatchObject({
      recipe: { id: 'bm25' },
      offer: { by: 'run', run, k: 1 },
    })
    expect(await verdicts(runs[0]?.id ?? '')).toMatchObject({ both: 'wrong-ones' })
    expect(model.requests.every(({ tools }) => tools.length <= 2)).toBe(true)
  })

  it('is refused where the run was measured on other queries, or holds no such k', async () => {
    const { request, dir, tryToMeasure } = await agentOnSmall()
    const evaluated = await request('evaluation.run', {
      dir,
      goldenSet: 'calls',
      recipes: [{ recipe: 'bm25' }],
      k: [1, 3],
    })
    const run = evaluated.runs[0]?.id ?? ''
    expect(await tryToMeasure([{ by: 'run', run, k: 9 }])).toMatchObject({
      error: { code: 'bad-input', message: 'The run holds no tool sets for k = 9.' },
    })
    await request('golden.remove', { dir, set: 'calls', ids: ['mail'] })
    expect(await tryToMeasure([{ by: 'run', run, k: 1 }])).toMatchObject({
      error: { code: 'conflict', fix: 'Evaluate the recipe again, and take that run.' },
    })
  })
})

describe('what cannot be measured', () => {
  it('is refused before any question: more tools than there are, or than providers take', async () => {
    const { tryToMeasure, request, model } = await agentOnSmall()
    expect(await tryToMeasure([{ by: 'catalog', tools: 6 }])).toMatchObject({
      error: { message: '6 tools cannot be given: the catalog has 5 that are not hidden.' },
    })
    await request('settings.write', { maximumK: 3 })
    expect(await tryToMeasure([{ by: 'catalog', tools: 4 }])).toMatchObject({
      error: {
        code: 'bad-input',
        message: expect.stringContaining('more than providers') as string,
      },
    })
    expect(model.requests).toEqual([])
  })

  it('is a model that is not chosen, or calls no tools: with what to do', async () => {
    const { callTools: _, ...silent } = fakeAgent({})
    const { tryToMeasure, request, dir } = await measuringAgent(silent)
    expect(await tryToMeasure([{ by: 'catalog', tools: 2 }])).toMatchObject({
      error: { code: 'unavailable', message: 'ollama:agent does not call tools.' },
    })
    await request('settings.write', { chatModel: '' })
    const offers = [{ by: 'catalog' as const, tools: 2 }]
    const preview = await request('agentRuns.preview', { dir, goldenSet: 'calls', offers })
    expect(preview).toMatchObject({
      problem: { fix: 'Choose one that calls tools under Settings, Models.' },
      queries: 5,
      negative: 1,
      withArguments: 3,
      several: 1,
      sequential: 1,
      questions: 10,
    })
    expect(preview).not.toHaveProperty('model')
  })
})

describe('expected agent accuracy', () => {
  /** The small golden set with an agent that was given 1, 3 and 5 tools. */
  async function withSimpleAgent() {
    const app = await agentOnSmall()
    const { request, dir, ofCatalog } = app
    await ofCatalog(1, 3, 5)
    const evaluate = async (k: number[], more: object = {}) => {
      const recipes = [{ recipe: 'bm25' }]
      const { runs } = await request('evaluation.run', {
        dir,
        goldenSet: 'calls',
        recipes,
        k,
        ...more,
      })
      return runs[0] as (typeof runs)[number]
    }
    const answer = () => request('agentRuns.expected', { dir, goldenSet: 'calls' })
    const expected = async () => (await answer()).found
    return { ...app, evaluate, expected, answer }
  }

  it('is the Simple Agent’s with k tools times the recall at k, on each size of catalog', async () => {
    const { evaluate, expected } = await withSimpleAgent()
    expect(await expected()).toEqual([])
    const run = await evaluate([1, 4])
    const [found] = await expected()
    expect(found).toMatchObject({ run: run.id, tools: 5, model: 'ollama:agent' })
    // k = 5 is beyond the run’s largest; recall at 3 was not measured, but can be told from its
    // outcomes.
    expect(found?.points.map(({ k, recall }) => [k, recall.mean])).toEqual([
      [1, run.curve?.recall[0]],
      [3, run.curve?.recall[2]],
    ])
    for (const { agent, recall, expected: product } of found?.points ?? []) {
      expect(product.mean).toBe(agent.mean * recall.mean)
    }
    await evaluate([1], { catalogSizes: { tools: [3] } })
    const sizes = (await expected()).map(({ tools, points }) => [tools, points.map(({ k }) => k)])
    expect(sizes).toEqual([
      [5, [1, 3]],
      [3, [1]],
    ])
  })

  it('is of all queries rather than of a sample, and of the golden set as it is', async () => {
    const { evaluate, expected, answer, request, file, dir } = await withSimpleAgent()
    const { id } = await evaluate([1])
    await evaluate([1], { sample: { size: 2 } })
    expect((await expected()).map(({ run }) => run)).toEqual([id])
    const queries = AGENT_GOLDEN_SET.map((query) => ({ ...query, query: `please ${query.query}` }))
    const path = await file('calls.json', { name: 'calls', queries })
    await request('golden.import', { dir, path, replace: true })
    expect(await answer()).toEqual({
      found: [],
      leftOut: { outdated: 2, outdatedAgents: 3, beyond: 0 },
    })
  })

  it('stands beside what was measured with the tools of the very run', async () => {
    const { evaluate, expected, measure } = await withSimpleAgent()
    const { id: run } = await evaluate([1, 4])
    const { runs } = await measure([{ by: 'run', run, k: 3 }])
    const [found] = await expected()
    expect(found?.points.map(({ measured }) => measured)).toEqual([
      undefined,
      runs[0]?.scores.weighted,
    ])
  })
})
