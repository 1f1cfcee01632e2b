import { expect, it } from 'vitest'
import type { PlacedTool, Witness } from '../../../src-main/domain/query'
import { bothEnds, earnedEdges } from '../../../src-main/evaluation/earned-edges'
import { id } from '../../fakes/catalog-tool'

const edge = (from: string): Witness => ({
  ...{ kind: 'edge', from: id(from), edge: 'tool-direct', distance: 1 },
})
const found: Witness = { kind: 'score', source: 'bm25', score: 1 }
const placed = (tool: string, ...witnesses: Witness[]): PlacedTool => ({
  tool: id(tool),
  witnesses,
})

it('counts a tool for every edge that brought it, the most useful edge first', () => {
  const login = placed('login', edge('book'), edge('pay'), edge('book'))
  const answers = [
    { golden: [id('book'), id('login')], tools: [placed('book', found), login] },
    { golden: [id('book')], tools: [placed('wifi', edge('book')), placed('login', edge('pay'))] },
  ]
  const counts = earnedEdges(answers).map(
    ({ from, on, right, wrong }) => `${from} → ${on}: ${right} right, ${wrong} wrong`,
  )
  expect(counts).toEqual([
    'book → login: 1 right, 0 wrong',
    'pay → login: 1 right, 1 wrong',
    'book → wifi: 0 right, 1 wrong',
  ])
})

it('leaves out what was found as well', () => {
  const tools = [placed('login', found, edge('book'))]
  expect(earnedEdges([{ golden: [id('login')], tools }])).toEqual([])
})

it('lists the best and the worst of many', () => {
  const edges = earnedEdges(
    Array.from({ length: 30 }, (_, at) => ({
      golden: at < 15 ? [id('login')] : [],
      tools: [placed('login', edge(`tool_${at}`))],
    })),
  )
  const listed = bothEnds(edges)
  expect(listed).toHaveLength(20)
  expect(listed.filter(({ right }) => right > 0)).toHaveLength(10)
})
