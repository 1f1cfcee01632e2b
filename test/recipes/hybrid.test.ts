import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import type { ToolSet } from '../../src-main/domain/query/query'
import { hasEffect, type OptionMeta } from '../../src-main/domain/recipe/option'
import { scorePartsOf } from '../../src-main/domain/trace/score'
import { bm25 } from '../../src-main/pipeline/recipes/bm25'
import { dense } from '../../src-main/pipeline/recipes/dense'
import { hybrid } from '../../src-main/pipeline/recipes/hybrid'
import { id } from '../fakes/catalog-tool'
import { addresses, ask, askRecorded, kitchen, KITCHEN, scoresOf } from './kitchen-catalog'

const QUERY = 'set the temperature of the stove'

/** Scores as the recipe should give them: by tool, from the places of both sides. */
function expectedRrf(sides: ToolSet[], constant: number): [string, number][] {
  const scores = new Map<string, number>()
  for (const side of sides) {
    for (const [at, tool] of addresses(side).entries()) {
      scores.set(tool, (scores.get(tool) ?? 0) + 1 / (constant + at + 1))
    }
  }
  return [...scores].sort(([a, one], [b, other]) => other - one || (a < b ? -1 : 1))
}

describe('the recipe hybrid', () => {
  it.each([60, 1])('fuses both rankings by reciprocal rank with constant %i', async (constant) => {
    const sides = await Promise.all([bm25, dense].map((recipe) => ask(recipe, QUERY)))
    const set = await ask(hybrid, QUERY, {
      options: { fusion: 'rrf', rankConstant: constant },
    })
    expect(sides.map((side) => addresses(side)[0])).toEqual([
      'fridge/set_temperature',
      'oven/preheatOven',
    ])
    expect(scoresOf(set)).toEqual(expectedRrf(sides, constant))
  })

  it.each([
    [{ fusion: 'rrf' }, { denseWeight: 2 }],
    [{ fusion: 'calibrated' }, { rankConstant: 1 }],
    [{ search: 'dense' }, { fusion: 'rrf' }],
    [{ search: 'dense' }, { components: ['name'] }],
    [{ search: 'dense' }, { k1: 0.1 }],
    [{ search: 'bm25' }, { denseWeight: 2 }],
    [{ search: 'bm25' }, { embeddedComponents: ['name'] }],
  ])('with %j gives the same whatever the options that forms hide then: %j', async (used, idle) => {
    const { shape } = hybrid.options
    const [name = ''] = Object.keys(idle)
    const meta = z.globalRegistry.get(shape[name] as z.ZodType) as unknown as OptionMeta
    expect(hasEffect(meta, used)).toBe(false)
    const plain = await ask(hybrid, QUERY, { options: used })
    expect(await ask(hybrid, QUERY, { options: { ...used, ...idle } })).toEqual(plain)
  })

  it('gives the same at any depth, and its parts add up', async () => {
    const at = (depth: number) => ask(hybrid, QUERY, { options: { depth } })
    const set = await at(100)
    expect(addresses(await at(5)).slice(0, 3)).toEqual(addresses(set).slice(0, 3))
    for (const { score, witnesses } of set.tools) {
      const own = scorePartsOf(witnesses).filter(({ source }) => source.startsWith('calibrated '))
      expect(own.length).toBeGreaterThan(0)
      expect(own.reduce((sum, part) => sum + part.score, 0)).toBeCloseTo(score ?? NaN, 12)
    }
  })

  it('has what either side finds, best what both find', async () => {
    const set = addresses(await ask(hybrid, 'loaf of toast, minutes'))
    expect(set[0]).toBe('oven/bake_bread')
    expect(set).toContain('timer/start_timer')
  })

  it.each([
    ['bm25', bm25],
    ['dense', dense],
  ])('is the search by one side where only that is searched: %s', async (search, side) => {
    const alone = await ask(side, QUERY)
    const set = await ask(hybrid, QUERY, { options: { search } })
    expect(scoresOf(set)).toEqual(scoresOf(alone))
  })

  it('counts meaning by the weight that is chosen', async () => {
    const scoreOf = async (denseWeight: number) => {
      const { tools } = await ask(hybrid, 'loaf of toast, minutes', { options: { denseWeight } })
      const parts = tools.flatMap(({ witnesses }) => scorePartsOf(witnesses))
      return parts.find(({ source }) => source === 'calibrated cosine')?.score ?? NaN
    }
    expect(await scoreOf(3)).toBeGreaterThan(await scoreOf(1))
  })

  it('embeds other components than it matches', async () => {
    const options = { components: ['name'], embeddedComponents: ['questions'] }
    const { tools } = await ask(hybrid, 'silence', { options })
    const sources = tools.map(({ tool, witnesses }) => [
      tool,
      scorePartsOf(witnesses).map(({ source }) => source),
    ])
    expect(sources).toEqual([['timer/stop_timer', ['cosine', 'calibrated cosine']]])
  })

  it('traces both branches with their own rankings', async () => {
    const { steps } = await askRecorded(hybrid, QUERY)
    expect(steps.map(({ path }) => path)).toEqual([
      'plan',
      'calibrated scores',
      'cover parts',
      'named first',
      'select',
    ])
    const branches = steps[1]?.branches.map(({ label, steps: [first] }) => [label, first?.path])
    expect(branches).toEqual([
      ['words', 'calibrated scores/words/bm25'],
      ['meaning', 'calibrated scores/meaning/dense'],
    ])
  })

  it('judges every tool by both sides, however deep they searched', async () => {
    const deep = await ask(hybrid, QUERY)
    const shallow = await ask(hybrid, QUERY, { options: { depth: 1 } })
    const scoreOf = new Map(deep.tools.map(({ tool, score }) => [tool, score]))
    expect(shallow.tools).toHaveLength(2)
    for (const { tool, score } of shallow.tools) expect(score).toBe(scoreOf.get(tool))
    const [first] = shallow.tools
    expect(scorePartsOf(first?.witnesses ?? []).map(({ source }) => source)).toEqual([
      'bm25',
      'calibrated bm25',
      'cosine',
      'calibrated cosine',
    ])
  })

  it('fuses what was fetched to depth, not what is kept', async () => {
    const fusion = 'rrf'
    const wide = await ask(hybrid, QUERY, { options: { fusion }, k: 1 })
    const all = await ask(hybrid, QUERY, { options: { fusion } })
    const narrow = await ask(hybrid, QUERY, { options: { depth: 1, fusion } })
    expect(scoresOf(wide)).toEqual(scoresOf(all).slice(0, 1))
    // one tool from either side, each at rank 1
    expect(scoresOf(narrow)).toEqual([
      ['fridge/set_temperature', 1 / 61],
      ['oven/preheatOven', 1 / 61],
    ])
  })

  describe('taking along what several tools need', () => {
    const NEEDED = 'timer/stop_timer'
    const HEATING = ['oven/preheatOven', 'oven/bake_bread', 'fridge/set_temperature']
    const edges = { dependencies: [{ on: id(NEEDED), kind: 'tool-direct' as const }] }
    const linked = (visibility: 'internal' | 'hidden' = 'internal') =>
      kitchen(
        KITCHEN.map(({ tool, layer }) => ({
          tool: HEATING.includes(tool.id) ? { ...tool, ...edges } : tool,
          layer: tool.id === NEEDED ? { ...layer, visibility } : layer,
        })),
      )
    const sure = { dependencies: 'sure' }

    it('gives what the first tools need the last place, with the edges that brought it', async () => {
      const plain = await ask(hybrid, QUERY, { kit: linked(), k: 5 })
      const taken = await ask(hybrid, QUERY, { kit: linked(), k: 5, options: sure })
      expect(addresses(plain)).not.toContain(NEEDED)
      expect(taken.tools).toHaveLength(plain.tools.length)
      expect(addresses(taken).slice(0, 4)).toEqual(addresses(plain).slice(0, 4))
      expect(taken.tools[4]?.tool).toBe(NEEDED)
      expect(taken.tools[4]?.witnesses.map(({ kind }) => kind)).toEqual(['edge', 'edge', 'edge'])
      expect(taken.seeds).toHaveLength(3)
    })

    it('is plain hybrid by default, where no tool needs another, and for an adaptive set', async () => {
      const plain = await ask(hybrid, QUERY)
      expect(await ask(hybrid, QUERY, { kit: linked() })).toEqual(plain)
      expect(await ask(hybrid, QUERY, { options: sure })).toEqual(plain)
      const own = await ask(hybrid, QUERY, { kit: linked(), options: { size: 'adaptive' } })
      const options = { size: 'adaptive', ...sure }
      expect(await ask(hybrid, QUERY, { kit: linked(), options })).toEqual(own)
    })

    it('never brings back a hidden tool', async () => {
      const set = await ask(hybrid, QUERY, { kit: linked('hidden'), k: 5, options: sure })
      expect(addresses(set)).not.toContain(NEEDED)
    })
  })
})
