import { expect, test } from 'vitest'
import { reasonsOf } from '../../../../src-main/domain/trace/reasons'
import type { ScorePart } from '../../../../src-main/domain/query/query'
import type { ToolId } from '../../../../src-main/domain/tool/tool'
import {
  scoreShares,
  sharesText,
  sourceShares,
  sourcesOf,
  termWeights,
} from '../../../../src-renderer/components/trace/score-shares'

const fused: ScorePart[] = [
  {
    kind: 'score',
    source: 'bm25',
    origin: 'words',
    score: 17.41,
    rank: 1,
    terms: { refund: 9, payment: 8.41 },
  },
  { kind: 'score', source: 'rrf bm25', origin: 'words', score: 1 / 61 },
  { kind: 'score', source: 'cosine', origin: 'meaning', score: 0.36, rank: 2 },
  { kind: 'score', source: 'rrf cosine', origin: 'meaning', score: 1 / 62 },
]
const score = 1 / 61 + 1 / 62

test('of a fused score the shares add up, and the scores behind them are told apart', () => {
  const { addends, others } = scoreShares({ score, witnesses: fused })
  expect(addends.map(({ source }) => source)).toEqual(['rrf bm25', 'rrf cosine'])
  expect(others.map(({ source }) => source)).toEqual(['bm25', 'cosine'])
})

test('a score of a single part is that part', () => {
  const bm25 = fused.slice(0, 1)
  expect(scoreShares({ score: 17.41, witnesses: bm25 })).toEqual({ addends: bm25, others: [] })
})

test('parts that do not add up to the score are not shown as if they did', () => {
  expect(scoreShares({ score: 99, witnesses: fused }).addends).toEqual([])
})

test('sources come in the order of the legend, from whichever tool they come', () => {
  const onlyDense = { score: 1 / 62, witnesses: fused.slice(2) }
  expect(sourcesOf([onlyDense, { score, witnesses: fused }])).toEqual(['words', 'meaning'])
})

test('a part that does not say what it is made of is just a score', () => {
  const witnesses: ScorePart[] = [{ kind: 'score', source: 'taste', score: 2 }]
  expect(sourcesOf([{ score: 2, witnesses }])).toEqual(['other'])
})

const title = (source: string) => source
const text = (tool: Parameters<typeof sourceShares>[0]) =>
  sharesText(sourceShares(tool), title).replaceAll('\u00a0', ' ')

test('shares are told in percent, with the place by each source alone', () => {
  expect(sourceShares({ score, witnesses: fused })).toMatchObject([
    { source: 'words', rank: 1 },
    { source: 'meaning', rank: 2 },
  ])
  expect(text({ score, witnesses: fused })).toBe('words 50 %, meaning 50 %')
})

test('what speaks against a tool takes no share from what speaks for it', () => {
  const witnesses: ScorePart[] = [
    { kind: 'score', source: 'calibrated bm25', origin: 'words', score: 2 },
    { kind: 'score', source: 'calibrated cosine', origin: 'meaning', score: -0.5 },
  ]
  expect(text({ score: 1.5, witnesses })).toBe('words 100 %, meaning against it')
})

test('a share too small to be a percent is not told as nothing', () => {
  const witnesses: ScorePart[] = [
    { kind: 'score', source: 'calibrated bm25', origin: 'words', score: 0.001 },
    { kind: 'score', source: 'calibrated cosine', origin: 'meaning', score: 0.999 },
  ]
  expect(text({ score: 1, witnesses })).toBe('words under 1 %, meaning 100 %')
})

test('terms come by falling weight', () => {
  expect(termWeights(fused)).toEqual([
    { term: 'refund', weight: 9 },
    { term: 'payment', weight: 8.41 },
  ])
})

test('what brought a tool beside scores is said in words', () => {
  const edge = {
    kind: 'edge',
    from: 'send_mail' as ToolId,
    edge: 'tool-direct',
    distance: 1,
  } as const
  expect(
    reasonsOf([
      ...fused,
      edge,
      { ...edge, parameter: 'session', reason: 'it must be open' },
      { kind: 'bundle', bundle: 'b1' },
      { kind: 'bundle', bundle: 'b2', covers: 'mail the report' },
    ]),
  ).toEqual([
    'needed by send_mail',
    'needed by send_mail, for its parameter session: it must be open',
    'from past bundle b1',
    'from past bundle b2, for “mail the report”',
  ])
})

test('a tool that no score placed has no addends', () => {
  expect(scoreShares({ witnesses: fused.slice(0, 1) }).addends).toEqual([])
})
