import { expect, it } from 'vitest'
import { textCredits } from '../../../../src-main/authoring/gate/text-credits'
import type { AnswerPair } from '../../../../src-main/authoring/gate/effect'
import type { ToolId } from '../../../../src-main/domain/tool/tool'

const ids = (tools: string): ToolId[] => tools.split(' ').filter(Boolean) as ToolId[]
const pair = (right: string, before: string, after: string): AnswerPair => ({
  query: { id: right, text: right, tools: ids(right), origin: 'human' },
  before: { set: ids(before), listed: ids(before) },
  after: { set: ids(after), listed: ids(after) },
})
const credits = (written: string, ...answers: AnswerPair[]) =>
  Object.fromEntries(
    [...textCredits(answers, new Set(ids(written)))].map(([tool, worth]) => [
      tool,
      Math.round(100 * worth) / 100,
    ]),
  )

it('a tool is credited with what its own places gain', () => {
  expect(credits('a', pair('a', 'b a', 'a b'))).toEqual({ a: 0.37 })
  expect(credits('a', pair('a', 'b c', 'a b'))).toEqual({ a: 1 })
})

it('those that passed a right tool are charged with what it loses, in equal parts', () => {
  expect(credits('a b', pair('x', 'x y', 'a b x'))).toEqual({ a: -0.25, b: -0.25 })
  expect(credits('a b', pair('x', 'a x', 'a b x'))).toEqual({ a: 0, b: -0.13 })
})

it('nobody is charged for what no written tool took, nor a right one for standing above another', () => {
  expect(credits('a', pair('x', 'x y', 'y x'))).toEqual({ a: 0 })
  expect(credits('a', pair('x a', 'x a', 'a x'))).toEqual({ a: 0.37 })
})
