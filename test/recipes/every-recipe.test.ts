import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { queryOf } from '../../src-main/domain/query/query'
import type { OptionMeta } from '../../src-main/domain/recipe/option'
import type { JsonObject } from '../../src-main/domain/tool/tool'
import type { DiagramNode } from '../../src-main/domain/trace/trace'
import { diagramOf, sourcesOf } from '../../src-main/pipeline/stage'
import type { Recipe } from '../../src-main/pipeline/recipes/recipe'
import { recipeOf } from '../../src-main/pipeline/recipes/recipe'
import { recipes } from '../../src-main/features/recipes'
import { flatSteps, type PathStep } from '../../src-main/pipeline/record'
import { prepare, sweep } from '../../src-main/pipeline/runner'
import { id } from '../fakes/catalog-tool'
import { runCall } from '../fakes/run-call'
import {
  addresses,
  ask,
  askRecorded,
  kitchen,
  KITCHEN,
  pipelineOf,
  scoresOf,
} from './kitchen-catalog'

/** Names tools and says what they do, so that a recipe may go by either. */
const QUERY =
  'preheatOven to heat the oven, list_food in the cold fridge, set_temperature there and start_timer'
/** The same without names: what is named is given whatever it scores. */
const NAMELESS =
  'preheat oven to heat the oven, list food in the cold fridge, set temperature there and start timer'

/** Those whose caller says how many tools are wanted: their cuts are alike. */
const RANKED = recipes.all.filter(({ size }) => size === 'k')

const takes = ({ options }: Recipe, option: string): boolean => option in options.shape

/** With no bound of its own on what it gives, where it has one. */
const unbounded = (recipe: Recipe): JsonObject => (takes(recipe, 'limit') ? { limit: 100 } : {})

describe('the recipes', () => {
  it('are found by id', () => {
    expect(recipes.all.map(({ id: each }) => recipeOf(recipes, each))).toEqual(recipes.all)
  })

  it('name each other where there is none of an id', () => {
    const fix = `Choose one of: ${recipes.all.map(({ id: each }) => each).join(', ')}.`
    expect(() => recipeOf(recipes, 'magic')).toThrow(
      expect.objectContaining({ code: 'not-found', fix }),
    )
  })
})

describe.each(recipes.all)('the options of $id', (recipe) => {
  it('have a default, a title and a description each, as forms need them', () => {
    const { properties = {} } = z.toJSONSchema(recipe.options, { io: 'input' })
    expect(Object.keys(properties)).not.toEqual([])
    if (takes(recipe, 'depth')) expect(recipe.options.parse({})).toMatchObject({ depth: 100 })
    for (const option of Object.values(properties)) {
      expect(option).toMatchObject({ title: expect.any(String), description: expect.any(String) })
    }
  })

  it('stand each in a section, and depend on no option that there is not', () => {
    const { properties = {} } = z.toJSONSchema(recipe.options, { io: 'input' })
    for (const option of Object.values(properties)) {
      expect(option).toMatchObject({ section: expect.stringMatching(/^[a-z]+$/) as string })
      const { appliesWhen = [] } = option as unknown as OptionMeta
      for (const condition of appliesWhen) expect(properties).toHaveProperty(condition.option)
    }
  })

  it.each([
    { topK: 5 },
    { k: 5 },
    { depth: 0 },
    { depth: 2.5 },
    { depth: '5' },
    { components: [] },
    { components: ['colour'] },
    { visibilities: ['secret'] },
    { threshold: 'high' },
  ])('refuse %j', (options) => {
    expect(recipe.options.safeParse(options).success).toBe(false)
  })
})

describe.each(recipes.all.filter(({ simulates }) => !simulates))('a request by name', (recipe) => {
  it(`gets that tool first of ${recipe.id}, whatever is found beside it`, async () => {
    const { tools } = await ask(recipe, 'keep food cold with start_timer', { k: 2 })
    expect(tools[0]).toMatchObject({
      tool: 'timer/start_timer',
      witnesses: expect.arrayContaining([{ kind: 'name', text: 'start_timer' }]) as unknown,
    })
  })
})

describe.each(RANKED)('how many tools $id gives', (recipe) => {
  it('is at most k, the first of a longer set', async () => {
    const options = unbounded(recipe)
    const all = await ask(recipe, QUERY, { options })
    const two = await ask(recipe, QUERY, { options, k: 2 })
    expect(all.tools.length).toBeGreaterThan(2)
    expect(two.tools).toEqual(all.tools.slice(0, 2))
    expect(all.size).toBe(recipe.size)
  })

  it('is all it finds where more are wanted than there are', async () => {
    const many = await ask(recipe, QUERY, { k: 10_000 })
    expect(many.tools).toEqual((await ask(recipe, QUERY)).tools)
  })

  it('is the same in a sweep as in a run for each k alone', async () => {
    const ks = [1, 2, 3, 10]
    const pipeline = pipelineOf(recipe)
    const sets = await sweep(pipeline, queryOf(QUERY), { ...runCall(), ks })
    expect(sets).toEqual(await Promise.all(ks.map((k) => ask(recipe, QUERY, { k }))))
  })

  it.runIf(takes(recipe, 'depth'))(
    'does not shape what is fetched, which the depth does',
    async () => {
      const { steps } = await askRecorded(recipe, QUERY, { options: { depth: 3 }, k: 1 })
      const searches = flatSteps(steps).filter(
        ({ step }) => step.stage.sources && step.input.shape === 'plan',
      )
      const fetched = searches.map(({ step }) =>
        step.output.shape === 'ranking' ? step.output.tools.length : 0,
      )
      expect(Math.max(...fetched)).toBe(3)
    },
  )

  it.runIf(takes(recipe, 'threshold'))('is what is not below the threshold', async () => {
    const { tools } = await ask(recipe, NAMELESS)
    const above = async (threshold: number) =>
      (await ask(recipe, NAMELESS, { options: { threshold } })).tools
    const second = tools[1]?.score ?? 0
    expect(await above(second)).toEqual(tools.filter(({ score = 0 }) => score >= second))
    const best = Math.max(...tools.map(({ score = 0 }) => score))
    expect(await above(best + 1)).toEqual([])
  })
})

describe.each(RANKED)('what leaves the catalog by $id', (recipe) => {
  it('is never a hidden tool, however well it matches, unless asked for hidden ones', async () => {
    const query = 'self_destruct: burn oven, bread, food and fridge to ashes'
    const hidden = 'oven/self_destruct'
    const visibilities = ['public', 'internal', 'hidden']
    expect(addresses(await ask(recipe, query))).not.toContain(hidden)
    expect(addresses(await ask(recipe, query, { options: { visibilities } }))).toContain(hidden)
  })

  it('is an internal tool only where it is allowed', async () => {
    const query = 'stop_timer to silence the alarm'
    const options = { visibilities: ['public'] }
    expect(addresses(await ask(recipe, query))).toContain('timer/stop_timer')
    expect(addresses(await ask(recipe, query, { options }))).not.toContain('timer/stop_timer')
  })

  it('has a tag or is of a server where these are named', async () => {
    const tagged = addresses(await ask(recipe, QUERY, { options: { tags: ['food'] } }))
    expect(tagged.toSorted()).toEqual(
      ['fridge/list_food', 'oven/bake_bread'].filter((tool) => tagged.includes(tool)),
    )
    expect(tagged).toContain('fridge/list_food')
    const served = addresses(await ask(recipe, QUERY, { options: { servers: ['fridge'] } }))
    expect(served.toSorted()).toEqual(['fridge/list_food', 'fridge/set_temperature'])
  })

  it('is ranked as though the tools outside the filter did not exist', async () => {
    const options = { servers: ['oven', 'fridge'] }
    const subset = KITCHEN.filter(
      ({ tool }) => tool.server !== 'timer' && tool.visibility !== 'hidden',
    )
    const alone = await ask(recipe, QUERY, { options, kit: kitchen(subset) })
    expect(await ask(recipe, QUERY, { options })).toEqual(alone)
  })

  it('is held against the tools that may leave, whatever its own filter lets through', async () => {
    const admitted = new Set([id('fridge/list_food')])
    const options = unbounded(recipe)
    const free = await ask(recipe, QUERY, { options })
    expect(free.tools.length).toBeGreaterThan(1)
    expect(addresses(await ask(recipe, QUERY, { options, admitted }))).toEqual(['fridge/list_food'])
  })
})

describe.each(RANKED)('an explained run of $id', (recipe) => {
  it.each([1, 2, 100])('gives the same set when it explains itself, at depth %i', async (depth) => {
    const options: JsonObject = takes(recipe, 'depth') ? { depth } : {}
    const plain = await askRecorded(recipe, QUERY, { options })
    const explained = await askRecorded(recipe, QUERY, { options, explaining: true })
    expect(explained.set).toEqual(plain.set)
  })
})

/**
 * A recorded run as a diagram would draw it: what ran several times, as `part 1` and `part 2` or
 * `steps[0]`, stands there once.
 */
const drawnFrom = (steps: readonly PathStep[]): DiagramNode[] =>
  steps.map(({ step, branches }) => {
    const inside = branches.map(({ label, steps: inner }) => ({
      label: label.replace(/ \d+$/, '').replace(/^steps\[\d+\]$/, 'each step'),
      nodes: drawnFrom(inner),
    }))
    const labels = new Map(inside.map((branch) => [branch.label, branch]))
    return { stage: step.stage.name, inside: [...labels.values()] }
  })

/**
 * A diagram with those branches of a choice alone that were run, as another query runs the others.
 */
const asRun = (diagram: readonly DiagramNode[], drawn: readonly DiagramNode[]): DiagramNode[] =>
  diagram.map(({ stage, inside }, at) => {
    const ran = new Map(drawn[at]?.inside.map(({ label, nodes }) => [label, nodes]))
    const isChoice = inside.some(({ label }) => label === 'yes')
    const left = isChoice ? inside.filter(({ label }) => ran.has(label)) : inside
    return {
      stage,
      inside: left.map(({ label, nodes }) => ({
        label,
        nodes: asRun(nodes, ran.get(label) ?? []),
      })),
    }
  })

describe.each(recipes.all)('a run of $id', (recipe) => {
  it('gives the same bit for bit each time, on any order of the catalog', async () => {
    const first = JSON.stringify(await ask(recipe, QUERY))
    expect(JSON.stringify(await ask(recipe, QUERY))).toBe(first)
    const reversed = await ask(recipe, QUERY, { kit: kitchen(KITCHEN.toReversed()) })
    expect(JSON.stringify(reversed)).toBe(first)
  })

  it('gives the same tools and scores whether or not it is recorded', async () => {
    const plain = await ask(recipe, QUERY)
    const { set } = await askRecorded(recipe, QUERY)
    expect(scoresOf(set)).toEqual(scoresOf(plain))
  })

  it('has the steps that its diagram shows', async () => {
    const { steps } = await askRecorded(recipe, QUERY)
    const drawn = drawnFrom(steps)
    expect(asRun(diagramOf(pipelineOf(recipe)), drawn)).toEqual(drawn)
  })

  it('opens nothing but what is prepared before it', async () => {
    const opened: string[] = []
    const kit = kitchen(KITCHEN, opened)
    const pipeline = pipelineOf(recipe, { kit })
    expect(opened).toEqual([])
    await prepare(pipeline)
    const prepared = [...opened]
    const searches = sourcesOf(pipeline).some((source) => 'search' in source)
    expect(prepared.length > 0).toBe(searches)
    expect((await ask(recipe, QUERY, { kit })).tools).not.toEqual([])
    expect(opened).toEqual(prepared)
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
    expect(addresses(await ask(recipe, QUERY, { kit: kitchen([]) }))).toEqual([])
  })
})
