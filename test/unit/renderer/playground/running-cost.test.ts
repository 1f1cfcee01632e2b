import { expect, test } from 'vitest'
import type { RecipeInfo } from '../../../../src-main/contract/query-routes'
import { toolshed } from '../../../../src-main/pipeline/recipes/toolshed'
import { runningCost } from '../../../../src-renderer/views/playground/running-cost'

const recipe = {
  id: 'toolshed',
  asksModel: false,
  asksModelWhere: toolshed.asksModelWhere,
  defaults: toolshed.options.parse({}),
} as unknown as RecipeInfo

const costOf = (options: object) =>
  runningCost({
    recipe,
    wanted: { recipe: 'toolshed', options } as Parameters<typeof runningCost>[0]['wanted'],
    tools: 100,
  })

test('a recipe that asks a model with some of its options costs only with those', () => {
  expect(costOf({})).toBeUndefined()
  expect(costOf({ planner: 'model' })).toBe('asks a language model')
  expect(costOf({ preset: 'paper' })).toBe('asks a language model')
  expect(costOf({ searchAgain: 2 })).toBe('asks a language model')
})
