import { describe, expect, it } from 'vitest'
import type { ToolSet } from '../../src-main/domain/query'
import type { TraceStep } from '../../src-main/domain/trace'
import { bm25 } from '../../src-main/pipeline/recipes/bm25'
import { dense } from '../../src-main/pipeline/recipes/dense'
import { hybrid } from '../../src-main/pipeline/recipes/hybrid'
import { addresses, ask } from './kitchen-catalog'

const QUERY = 'set the temperature of the stove'
const k = 10

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

const scoresOf = (set: ToolSet) => set.tools.map(({ tool, score }) => [tool, score])

describe('the recipe hybrid', () => {
  it.each([60, 1])('fuses both rankings by reciprocal rank with constant %i', async (constant) => {
    const sides = await Promise.all(
      [bm25, dense].map((recipe) => ask(recipe, QUERY, { options: { k } })),
    )
    const set = await ask(hybrid, QUERY, {
      options: { k, fusion: 'rrf', rankConstant: constant },
    })
    expect(sides.map((side) => addresses(side)[0])).toEqual([
      'fridge/set_temperature',
      'oven/preheatOven',
    ])
    expect(scoresOf(set)).toEqual(expectedRrf(sides, constant))
  })

  it('has what either side finds, best what both find', async () => {
    const set = addresses(await ask(hybrid, 'loaf of toast, minutes', { options: { k } }))
    expect(set[0]).toBe('oven/bake_bread')
    expect(set).toContain('timer/start_timer')
  })

  it.each([
    [1, bm25],
    [0, dense],
  ])('leads with one side where BM25 has weight %i', async (lexicalWeight, side) => {
    const options = { k, fusion: 'weighted', lexicalWeight }
    const alone = addresses(await ask(side, QUERY, { options: { k } }))
    const [first] = addresses(await ask(hybrid, QUERY, { options }))
    expect(first).toBe(alone[0])
  })

  it('weighs scores scaled to 0…1', async () => {
    const options = { k, fusion: 'weighted', lexicalWeight: 0.3 }
    const { tools } = await ask(hybrid, QUERY, { options })
    for (const { score, parts } of tools) {
      const shares = parts.filter(({ source }) => source.startsWith('weighted '))
      expect(shares.reduce((sum, share) => sum + share.score, 0)).toBeCloseTo(score, 12)
    }
    const best = (source: string) =>
      Math.max(
        ...tools
          .flatMap(({ parts }) => parts)
          .filter((part) => part.source === source)
          .map(({ score }) => score),
      )
    expect(best('weighted bm25')).toBeCloseTo(0.3, 12)
    expect(best('weighted cosine')).toBeCloseTo(0.7, 12)
  })

  it('hears BM25 the less the fewer words of the query it finds', async () => {
    const weightsOf = async (query: string, options = {}) => {
      const trace: TraceStep[] = []
      await ask(hybrid, query, { options, trace })
      return trace[1]?.settings
    }
    // “fridge”, “list” and “food” against nothing but “stove”, which is in no tool
    expect(await weightsOf('list the food in the fridge', { wordsForHalf: 3 })).toEqual({
      weights: '0.50 : 0.50',
      'words found': 3,
    })
    expect(await weightsOf('stove')).toEqual({ weights: '0.00 : 1.00', 'words found': 0 })
    expect(await weightsOf('stove', { lexicalWeight: 0.25 })).toEqual({ weights: '0.25 : 0.75' })
  })

  it('finds the words of the query also where nothing is traced', async () => {
    const query = 'list the food in the fridge'
    const untraced = await ask(hybrid, query, { options: { k } })
    const traced = await ask(hybrid, query, { options: { k }, trace: [] })
    expect(scoresOf(untraced)).toEqual(scoresOf(traced))
  })

  it('embeds other components than it matches', async () => {
    const options = { k, components: ['name'], embeddedComponents: ['questions'] }
    const matched = await ask(hybrid, 'silence', { options })
    expect(
      matched.tools.map(({ tool, parts }) => [tool, parts.map(({ source }) => source)]),
    ).toEqual([['timer/stop_timer', ['cosine', 'standard cosine']]])
  })

  it('traces both branches with their own rankings', async () => {
    const trace: TraceStep[] = []
    await ask(hybrid, QUERY, { trace })
    expect(trace.map(({ stage }) => stage)).toEqual(['plan', 'standard scores', 'select'])
    const branches = trace[1]?.branches.map(([step]) => step?.stage)
    expect(branches).toEqual(['bm25', 'dense'])
  })

  it('fuses what was fetched to depth, not what is kept', async () => {
    const fusion = 'rrf'
    const wide = await ask(hybrid, QUERY, { options: { k: 1, fusion } })
    const all = await ask(hybrid, QUERY, { options: { k, fusion } })
    const narrow = await ask(hybrid, QUERY, { options: { k, depth: 1, fusion } })
    expect(scoresOf(wide)).toEqual(scoresOf(all).slice(0, 1))
    // one tool from either side, each at rank 1
    expect(scoresOf(narrow)).toEqual([
      ['fridge/set_temperature', 1 / 61],
      ['oven/preheatOven', 1 / 61],
    ])
  })
})
