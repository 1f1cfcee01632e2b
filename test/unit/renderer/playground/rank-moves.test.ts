import { expect, test } from 'vitest'
import type { PlacedTool } from '../../../../src-main/domain/query/query'
import type { ToolId } from '../../../../src-main/domain/tool/tool'
import type { StepOutput, TraceStep } from '../../../../src-main/domain/trace/trace'
import {
  changeOf,
  givenTo,
  moveText,
  rankChange,
} from '../../../../src-renderer/components/trace/rank-moves'

const ranking = (...ids: string[]): PlacedTool[] =>
  ids.map((id, at) => ({ tool: id as ToolId, score: 10 - at, witnesses: [] }))
const movesOf = (before: PlacedTool[], after: PlacedTool[]) =>
  rankChange(before, after).rows.map(({ move }) => move && moveText(move))

test('a tool that rises or falls shows by how many places', () => {
  expect(movesOf(ranking('a', 'b', 'c', 'd'), ranking('d', 'b', 'a'))).toEqual(['▲3', '=', '▼2'])
})

test('a tool that was not there before is new', () => {
  expect(movesOf(ranking('a'), ranking('b', 'a'))).toEqual(['new', '▼1'])
})

test('tools that are gone keep the place they had', () => {
  expect(rankChange(ranking('a', 'b', 'c'), ranking('b')).dropped).toEqual([
    { tool: 'a', rank: 1 },
    { tool: 'c', rank: 3 },
  ])
})

test('the first ranking of a trace has no moves', () => {
  const { rows, dropped } = rankChange(undefined, ranking('a', 'b'))
  expect(rows.map(({ move }) => move)).toEqual([undefined, undefined])
  expect(dropped).toEqual([])
})

const told = (count: number, ...ids: string[]): StepOutput => ({
  shape: 'ranking',
  order: 'score',
  count,
  tools: ranking(...ids),
})
const changed = (before: StepOutput, after: StepOutput) =>
  changeOf({ output: after } as TraceStep, before)

test('a tool beyond the first that a longer list tells is not called gone', () => {
  expect(changed(told(3, 'a', 'b', 'c'), told(3, 'a', 'b'))?.dropped).toEqual([])
  expect(changed(told(3, 'a', 'b', 'c'), told(2, 'a', 'b'))?.dropped).toEqual([
    { tool: 'c', rank: 3 },
  ])
})

test('nor called new where the list before is told in part', () => {
  const moves = (before: StepOutput) =>
    changed(before, told(3, 'a', 'c', 'b'))?.rows.map(({ move }) => move && moveText(move))
  expect(moves(told(3, 'a', 'b'))).toEqual(['=', undefined, '▼1'])
  expect(moves(told(2, 'a', 'b'))).toEqual(['=', 'new', '▼1'])
})

test('what made a score is told behind steps that pass a ranking on', () => {
  const score = { kind: 'score', source: 'bm25', score: 1 } as const
  const list = (witnesses: PlacedTool['witnesses']): TraceStep =>
    ({
      output: { ...told(1, 'a'), tools: [{ tool: 'a' as ToolId, score: 1, witnesses }] },
    }) as TraceStep
  const steps = [list([score]), list([]), list([{ kind: 'name', text: 'a' }])]
  const last = steps.at(-1) as TraceStep
  const rows = changeOf(last, givenTo(steps, undefined).at(-1))?.rows
  expect(rows?.[0]?.witnesses).toEqual([{ kind: 'name', text: 'a' }, score])
})
