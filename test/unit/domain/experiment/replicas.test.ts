import { describe, expect, it } from 'vitest'
import { parseOptions } from '../../../../src-main/app/recipes/recipe-options'
import { ExperimentPlan } from '../../../../src-main/domain/experiment/plan'
import { figuresBeside } from '../../../../src-main/domain/experiment/replicas/figures'
import {
  unfitReasons,
  repeatedPlan,
  tableFor,
} from '../../../../src-main/domain/experiment/replicas/fitting'
import {
  REPLICAS,
  repeatedTable,
  replicaOf,
} from '../../../../src-main/domain/experiment/replicas/registry'
import type { Replica, ReplicaTable } from '../../../../src-main/domain/experiment/replicas/replica'
import { MEASURES } from '../../../../src-main/evaluation/measures'
import { partsOfName } from '../../../../src-main/domain/measure/name'
import { recipeOf } from '../../../../src-main/pipeline/recipes/recipe'
import { recipes } from '../../../../src-main/pipeline/recipes/registry'
import {
  agentBeside,
  askedOfAgent,
} from '../../../../src-main/domain/experiment/replicas/simple-agent'
import { runWithTools } from '../../../fakes/agent-run-answers'
import { run } from '../../../fixtures/workspace/content'

const tableOf = (replica: string, id: string): ReplicaTable => {
  const table = replicaOf(replica).tables.find((one) => one.id === id)
  if (!table) throw new Error(`There is no table ${id}.`)
  return table
}

const MULTI = { name: 'multi', queries: 497 }

describe.each(REPLICAS.map((replica) => [replica.id, replica] as const))('%s', (_, replica) => {
  it('says how it was measured and what differs, and each of its tables can be measured here', () => {
    expect(replica.protocol.length).toBeGreaterThan(0)
    expect(replica.differs.length).toBeGreaterThan(0)
    for (const { plan, published, said } of replica.tables) {
      const whole = ExperimentPlan.parse({ ...plan, goldenSet: 'any' })
      for (const { recipe, options } of whole.recipes)
        parseOptions(recipeOf(recipes, recipe), options)
      expect(published.length > 0 || said !== undefined).toBe(true)
      for (const { measure, recipe, above = 0 } of published) {
        expect(MEASURES.map(({ name }) => name)).toContain(partsOfName(measure).measure)
        expect(whole.recipes[recipe] && whole.recipes[above]).toBeDefined()
        const { k } = partsOfName(measure)
        if (typeof k === 'number') expect(whole.k).toContain(k)
      }
    }
  })

  it('has names of its own for its tables', () => {
    const ids = replica.tables.map(({ id }) => id)
    expect(new Set(ids).size).toBe(ids.length)
  })
})

describe('the table that is repeated', () => {
  const toolsee = replicaOf('toolsee')

  it('is the one made for a golden set of this name and size, then of this size, then of this name', () => {
    expect(tableFor(toolsee, MULTI)?.id).toBe('multi')
    expect(tableFor(toolsee, { name: 'renamed', queries: 497 })?.id).toBe('multi')
    expect(tableFor(toolsee, { name: 'single', queries: 12 })?.id).toBe('single')
    expect(tableFor(toolsee, { name: 'asked', queries: 12 })).toBeUndefined()
    expect(tableFor(replicaOf('mftr'), { name: 'asked', queries: 12 })?.id).toBe('api-bank')
  })

  it('is known by what an experiment says that it repeats', () => {
    const known = repeatedTable({ replica: 'toolsee', table: 'multi' })
    expect(known?.table).toBe(tableOf('toolsee', 'multi'))
    expect(repeatedTable({ replica: 'toolsee', table: 'gone' })).toBeUndefined()
    expect(repeatedTable(undefined)).toBeUndefined()
    expect(() => replicaOf('magic')).toThrow('There is no published experiment “magic”.')
  })
})

describe('a repetition', () => {
  it('warns where catalog or golden set are not as large as published', () => {
    expect(unfitReasons(tableOf('toolsee', 'multi'), { goldenSet: MULTI, tools: 199 })).toEqual([])
    const other = { goldenSet: { name: 'asked', queries: 12 }, tools: 5 }
    expect(unfitReasons(tableOf('toolsee', 'single'), other)).toEqual([
      'Made for a catalog of 199 tools; this one has 5.',
      'Made for a golden set of 20,614 queries, called “single”; “asked” has 12.',
      'A sample of 500 cannot be drawn: all queries are asked.',
    ])
  })

  it('draws a sample as large as the published one, or asks all where there are too few', () => {
    const table = tableOf('toolsee', 'single')
    const sample = { size: 500, seed: 42 }
    const whole = { goldenSet: { name: 'single', queries: 20_614 }, tools: 199 }
    expect(repeatedPlan(table, whole)).toMatchObject({ goldenSet: 'single', sample })
    const few = { goldenSet: { name: 'single', queries: 12 }, tools: 199 }
    expect(repeatedPlan(table, few)).not.toHaveProperty('sample')
  })

  it('leaves out catalogs larger than there are tools for', () => {
    const grid = tableOf('toolshed-grid', 'grid')
    const sizes = (tools: number) =>
      repeatedPlan(grid, { goldenSet: MULTI, tools }).catalogSizes?.tools
    expect(sizes(4_076)).toEqual(grid.plan.catalogSizes?.tools)
    expect(sizes(150)).toEqual([10, 50, 100])
    expect(sizes(5)).toEqual(['all'])
    expect(unfitReasons(grid, { goldenSet: MULTI, tools: 150 })).toContain(
      'Catalog sizes beyond this catalog are left out.',
    )
  })
})

describe('published figures', () => {
  const measured = (id: string, mean: number) => ({
    ...run(id),
    measures: { 'Recall@5': { mean, ci95: [mean - 0.1, mean + 0.1] as [number, number] } },
  })
  const replica: Replica['tables'][number] = {
    id: 't',
    title: 'T',
    goldenSet: 'g',
    queries: 1,
    tools: 1,
    plan: { k: [5], recipes: ['bm25', 'hybrid'].map((recipe) => ({ recipe, options: {} })) },
    published: [
      { measure: 'Recall@5', value: 0.4, by: 'BM25', recipe: 0 },
      { measure: 'Recall@5', value: 0.3, by: 'gain', recipe: 1, above: 0 },
      { measure: 'MAP@10', value: 0.3, by: 'other', recipe: 1 },
    ],
  }
  const cells = [
    { recipe: 'bm25', catalogSize: { tools: 2, seed: 1 }, run: 'small' },
    { recipe: 'bm25', run: 'a' },
    { recipe: 'hybrid', run: 'b' },
  ]

  it('stand beside those of the whole catalog, and a gain beside the difference of the means', () => {
    const a = measured('a', 0.5)
    const b = measured('b', 0.75)
    const [plain, gain, unmeasured] = figuresBeside(replica, cells, [a, b])
    expect(plain).toMatchObject({ run: { id: 'a' }, mean: 0.5, ci95: [0.4, 0.6] })
    expect(gain).toMatchObject({ run: { id: 'b' }, mean: 0.25 })
    expect(gain).not.toHaveProperty('ci95')
    expect(unmeasured).not.toHaveProperty('mean')
  })

  it('stand alone where nothing is measured, or something else was planned', () => {
    expect(figuresBeside(replica, cells, [])).toEqual(
      replica.published.map((figure) => ({ figure })),
    )
    const others = cells.map((cell) => ({ ...cell, recipe: 'dense' }))
    expect(figuresBeside(replica, others, [measured('a', 0.5)])[0]).not.toHaveProperty('run')
  })
})

describe('the Simple Agent', () => {
  const { agent } = tableOf('toolshed-simple-agent', 'in-domain')
  if (!agent) throw new Error('It asks no agent.')

  it('is asked with as many tools as there are and providers take', () => {
    const sizes = (tools: number, limit: number) =>
      askedOfAgent(agent, { goldenSet: MULTI, tools, limit }).offers.map(
        (offer) => offer.by === 'catalog' && offer.tools,
      )
    expect(sizes(4_076, 128)).toEqual([1, 2, 4, 8, 16, 32, 64, 128])
    expect(sizes(20, 128)).toEqual([1, 2, 4, 8, 16])
    expect(sizes(4_076, 4)).toEqual([1, 2, 4])
    const few = { goldenSet: { name: 'few', queries: 12 }, tools: 20, limit: 128 }
    expect(askedOfAgent(agent, few)).not.toHaveProperty('sample')
  })

  it('stands beside the newest run with as many tools on the same golden set', () => {
    const newest = runWithTools(4, 0.9, { id: 'new' })
    const older = runWithTools(4, 0.5)
    const beside = agentBeside(agent, newest.goldenSet, [newest, older])
    expect(beside.find(({ tools }) => tools === 4)?.run?.id).toBe('new')
    expect(beside.find(({ tools }) => tools === 8)).toEqual({ tools: 8 })
    expect(agentBeside(agent, 'other', [newest]).every((each) => !each.run)).toBe(true)
  })
})
