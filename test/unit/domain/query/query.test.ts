import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  byScore,
  PlacedTool,
  Query,
  queryOf,
  QueryPlan,
  Ranking,
  toolsIn,
  ToolSet,
} from '../../../../src-main/domain/query/query'
import { scorePartsOf } from '../../../../src-main/domain/trace/score'
import { id } from '../../../fakes/catalog-tool'

const scored = (tool: string, score?: number) => ({ tool: id(tool), score })

describe('the order of rankings', () => {
  it('is by falling score, equals by tool id', () => {
    const sorted = [scored('b', 1), scored('c', 2), scored('a', 1), scored('B', 1)].sort(byScore)
    expect(sorted.map(({ tool }) => tool)).toEqual(['c', 'B', 'a', 'b'])
  })

  it('puts tools without a score last, below any score', () => {
    const sorted = [scored('b'), scored('c', -1e9), scored('a'), scored('d', 0)].sort(byScore)
    expect(sorted.map(({ tool }) => tool)).toEqual(['d', 'c', 'a', 'b'])
  })

  it('does not depend on the order before, nor on the language of the machine', () => {
    const tools = fc.uniqueArray(fc.string({ minLength: 1, maxLength: 3 }), { maxLength: 12 })
    fc.assert(
      fc.property(tools, fc.nat(3), (names, scores) => {
        const ranked = names.map((name, at) => {
          const score = at % (scores + 2)
          return scored(name, score > scores ? undefined : score)
        })
        const sorted = ranked.toSorted(byScore)
        expect(ranked.toReversed().sort(byScore)).toEqual(sorted)
      }),
    )
  })
})

const query = queryOf('mail')
const placed: PlacedTool = {
  tool: id('send_mail'),
  score: 2,
  witnesses: [
    { kind: 'score', source: 'bm25', score: 2, rank: 1, terms: { mail: 2 } },
    { kind: 'edge', from: id('reply'), edge: 'tool-direct', distance: 1 },
    { kind: 'bundle', bundle: 'minutes', covers: 'mail the minutes' },
  ],
}
const plan = {
  shape: 'plan',
  query,
  steps: [{ text: 'mail', variations: ['mail'] }],
  kept: [placed],
} as const
const rewritten = {
  toolNeeds: [
    { userIntent: 'mail', toolDescription: 'Sends mail.', expectedResponse: 'A receipt' },
  ],
  extractedArguments: {},
}

describe('shapes', () => {
  it.each([
    ['a query', Query, { ...query, turns: ['Hello'], held: [id('ping')] }],
    ['a plan', QueryPlan, { ...plan, rewritten }],
    ['a plan that kept tools cover', QueryPlan, { ...plan, steps: [] }],
    ['a ranking', Ranking, { shape: 'ranking', plan, order: 'given', tools: [placed] }],
    ['a tool set', ToolSet, { shape: 'tool-set', query, size: 'adaptive', tools: [placed] }],
  ])('come through JSON as they were: %s', (_, schema, shape) => {
    expect(schema.parse(JSON.parse(JSON.stringify(shape)))).toEqual(shape)
  })

  it('are told apart by their name', () => {
    const set = { shape: 'tool-set', query, size: 'k', tools: [] }
    expect(ToolSet.parse(set)).toEqual(set)
    for (const schema of [Query, QueryPlan, Ranking]) {
      expect(schema.safeParse(set).success).toBe(false)
    }
  })

  it.each([
    ['a set of a size nobody decided', ToolSet, { shape: 'tool-set', query, tools: [] }],
    ['a ranking in no order', Ranking, { shape: 'ranking', plan, tools: [] }],
    ['a plan that does not say what it keeps', QueryPlan, { ...plan, kept: undefined }],
    ['a step without a text to search', QueryPlan, { ...plan, steps: [{ text: 'mail' }] }],
    ['a witness of no kind', PlacedTool, { ...placed, witnesses: [{ source: 'bm25', score: 1 }] }],
  ])('are refused where something is missing: %s', (_, schema, shape) => {
    expect(schema.safeParse(shape).success).toBe(false)
  })
})

describe('the tools of a shape', () => {
  it('are those of a ranking or a tool set, in order; queries and plans have none', () => {
    const tools = [placed, { ...placed, tool: id('ping') }]
    expect(toolsIn({ shape: 'tool-set', query, size: 'k', tools })).toEqual(tools)
    expect(toolsIn(query)).toEqual([])
    expect(toolsIn(QueryPlan.parse(plan))).toEqual([])
  })

  it('have the scores among their witnesses told apart from edges and bundles', () => {
    expect(scorePartsOf(placed.witnesses)).toEqual([placed.witnesses[0]])
  })

  it('may have no score', () => {
    expect(PlacedTool.parse({ tool: 'ping', witnesses: [] })).toEqual({
      tool: 'ping',
      witnesses: [],
    })
  })
})
