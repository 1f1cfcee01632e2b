import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import type { TraceStep } from '../../src-main/domain/trace'
import { RECIPES, recipeOf } from '../../src-main/pipeline/recipes/registry'
import { addresses, ask, kitchen, KITCHEN } from './kitchen-catalog'

const QUERY = 'heat the oven, list the food in the cold fridge and start a timer'
const k = 10

describe('the recipes', () => {
  it('are found by id', () => {
    expect(RECIPES.map(({ id }) => recipeOf(id).id)).toEqual(['bm25', 'dense', 'hybrid'])
  })

  it('name each other where there is none of an id', () => {
    expect(() => recipeOf('magic')).toThrow(
      expect.objectContaining({ code: 'not-found', fix: 'Choose one of: bm25, dense, hybrid.' }),
    )
  })
})

describe.each(RECIPES)('the recipe $id', (recipe) => {
  it('has a default, a title and a description for every option, as forms need them', () => {
    const { properties = {} } = z.toJSONSchema(recipe.options, { io: 'input' })
    expect(() => recipe.options.parse({})).not.toThrow()
    for (const option of Object.values(properties)) {
      expect(option).toMatchObject({ title: expect.any(String), description: expect.any(String) })
    }
  })

  it.each([
    { topK: 5 },
    { k: 0 },
    { k: 2.5 },
    { k: '5' },
    { depth: 0 },
    { components: [] },
    { components: ['colour'] },
    { visibilities: ['secret'] },
    { threshold: 'high' },
  ])('refuses %j', (options) => {
    expect(recipe.options.safeParse(options).success).toBe(false)
  })

  it('gives at most k tools, the first of a longer set', async () => {
    const all = await ask(recipe, QUERY, { options: { k } })
    const two = await ask(recipe, QUERY, { options: { k: 2 } })
    expect(all.tools.length).toBeGreaterThan(2)
    expect(two.tools).toEqual(all.tools.slice(0, 2))
  })

  it('keeps five tools unless told otherwise', async () => {
    expect((await ask(recipe, QUERY)).tools.length).toBeLessThanOrEqual(5)
    expect(recipe.options.parse({})).toMatchObject({ k: 5, depth: 100 })
  })

  it('never gives a hidden tool, however well it matches, unless asked for hidden ones', async () => {
    const query = 'burn oven, bread, food and fridge to ashes'
    const hidden = 'oven/self_destruct'
    const visibilities = ['public', 'internal', 'hidden']
    expect(addresses(await ask(recipe, query, { options: { k } }))).not.toContain(hidden)
    expect(addresses(await ask(recipe, query, { options: { k, visibilities } }))).toContain(hidden)
  })

  it('gives internal tools only where they are allowed', async () => {
    const query = 'silence the alarm'
    const options = { visibilities: ['public'] }
    expect(addresses(await ask(recipe, query))).toContain('timer/stop_timer')
    expect(addresses(await ask(recipe, query, { options }))).not.toContain('timer/stop_timer')
  })

  it('searches among tools with a tag or of a server', async () => {
    const tagged = addresses(await ask(recipe, QUERY, { options: { k, tags: ['food'] } }))
    expect(tagged.toSorted()).toEqual(
      ['fridge/list_food', 'oven/bake_bread'].filter((tool) => tagged.includes(tool)),
    )
    expect(tagged).toContain('fridge/list_food')
    const served = addresses(await ask(recipe, QUERY, { options: { k, servers: ['fridge'] } }))
    expect(served.toSorted()).toEqual(['fridge/list_food', 'fridge/set_temperature'])
  })

  it('ranks a subset as though the others did not exist', async () => {
    const options = { k, servers: ['oven', 'fridge'] }
    const subset = KITCHEN.filter(
      ({ tool }) => tool.server !== 'timer' && tool.visibility !== 'hidden',
    )
    const alone = await ask(recipe, QUERY, { options, knowledgeBase: kitchen(subset) })
    expect(await ask(recipe, QUERY, { options })).toEqual(alone)
  })

  it('drops tools below the threshold', async () => {
    const { tools } = await ask(recipe, QUERY, { options: { k } })
    const threshold = tools[1]?.score ?? 0
    const kept = tools.filter(({ score }) => score >= threshold)
    expect((await ask(recipe, QUERY, { options: { k, threshold } })).tools).toEqual(kept)
    expect(kept.length).toBeLessThan(tools.length)
  })

  it('fetches candidates to the depth given, whatever k is', async () => {
    const trace: TraceStep[] = []
    await ask(recipe, QUERY, { options: { k: 1, depth: 3 }, trace })
    const searches = [...trace, ...trace.flatMap(({ branches }) => branches.flat())].filter(
      ({ stage }) => stage === 'bm25' || stage === 'dense',
    )
    const fetched = searches.map(({ output }) =>
      output.shape === 'ranking' ? output.tools.length : 0,
    )
    expect(new Set(fetched)).toEqual(new Set([3]))
  })

  it('gives the same bit for bit each time, on any order of the catalog', async () => {
    const first = await ask(recipe, QUERY, { options: { k } })
    const knowledgeBase = kitchen(KITCHEN.toReversed())
    expect(JSON.stringify(await ask(recipe, QUERY, { options: { k } }))).toBe(JSON.stringify(first))
    const reversed = await ask(recipe, QUERY, { options: { k }, knowledgeBase })
    expect(JSON.stringify(reversed)).toBe(JSON.stringify(first))
  })

  it('gives the same tools with and without a trace', async () => {
    const traced = await ask(recipe, QUERY, { options: { k }, trace: [] })
    const plain = await ask(recipe, QUERY, { options: { k } })
    const scores = (set: typeof plain) => set.tools.map(({ tool, score }) => [tool, score])
    expect(scores(traced)).toEqual(scores(plain))
  })

  it('shows in its diagram the steps that the trace then holds', async () => {
    const trace: TraceStep[] = []
    const options = recipe.options.parse({})
    const { diagram } = recipe.build({ knowledgeBase: kitchen() }, options)
    await ask(recipe, QUERY, { trace })
    const drawn = trace.flatMap(({ stage, branches }) =>
      branches.length > 0
        ? [branches.map((steps) => steps.map((step) => step.stage)), stage]
        : [stage],
    )
    expect(diagram).toEqual(drawn)
  })

  it.each(['', '   ', '🙂', '<script>alert(1)</script>', 'x'.repeat(20_000)])(
    'takes any query: %s',
    async (query) => {
      const set = await ask(recipe, query)
      expect(set.query.text).toBe(query)
      expect(set.tools).toEqual([])
    },
  )

  it('gives nothing from an empty catalog', async () => {
    expect(addresses(await ask(recipe, QUERY, { knowledgeBase: kitchen([]) }))).toEqual([])
  })
})
