import { expect, test } from 'vitest'
import type { RecipeInfo } from '../../../../src-main/contract/query-routes'
import { asksModelWith } from '../../../../src-main/domain/recipe-option'
import type { JsonObject } from '../../../../src-main/domain/tool'
import { toolshed } from '../../../../src-main/pipeline/recipes/toolshed'
import { runningCost } from '../../../../src-renderer/views/playground/running-cost'

const recipe = {
  id: 'toolshed',
  asksModel: false,
  asksModelWhere: toolshed.asksModelWhere,
  defaults: toolshed.options.parse({}),
} as unknown as RecipeInfo

const costOf = (options: JsonObject) =>
  runningCost({
    recipe,
    wanted: { recipe: 'toolshed', options } as Parameters<typeof runningCost>[0]['wanted'],
    asksModel: asksModelWith(recipe, options),
    tools: 100,
  })

test('a recipe that asks a model with some of its options costs only with those', () => {
  expect(costOf({})).toBeUndefined()
  expect(costOf({ planner: 'model' })).toBe('asks a language model')
  expect(costOf({ preset: 'paper' })).toBe('asks a language model')
  expect(costOf({ searchAgain: 2 })).toBe('asks a language model')
})
