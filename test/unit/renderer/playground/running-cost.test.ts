import { expect, test } from 'vitest'
import type { RecipeInfo } from '../../../../src-main/contract/query'
import { asksModelWith } from '../../../../src-main/domain/recipe/option'
import type { JsonObject } from '../../../../src-main/domain/tool/tool'
import { toolshed } from '../../../../src-main/pipeline/recipes/toolshed'
import { runningCost } from '../../../../src-renderer/views/playground/useAnswering'

type Running = Parameters<typeof runningCost>[0]

const recipe = {
  id: 'toolshed',
  asksModel: false,
  asksModelWhere: toolshed.asksModelWhere,
  defaults: toolshed.options.parse({}),
} as unknown as RecipeInfo

const costOf = (options: JsonObject) =>
  runningCost({
    recipe,
    wanted: { recipe: 'toolshed', options } as Running['wanted'],
    asksModel: asksModelWith(recipe, options),
    tools: 100,
    isEmbedded: false,
  })

test('a recipe that asks a model with some of its options costs only with those', () => {
  expect(costOf({})).toBeUndefined()
  expect(costOf({ planner: 'model' })).toBe('asks a language model')
  expect(costOf({ preset: 'paper' })).toBe('asks a language model')
  expect(costOf({ searchAgain: 2 })).toBe('asks a language model')
})

const dense = {
  ...recipe,
  id: 'dense',
  asksModelWhere: [],
  embeds: true,
  options: {},
} as RecipeInfo

test.each([
  ['builtin', false, undefined],
  ['sentences', true, undefined],
  ['sentences', false, 'compares embeddings of Sentences, which up to 100 tools must first'],
])('by %s a query costs only where tools are to be embedded (%s)', (embedder, isEmbedded, cost) => {
  const wanted = { recipe: 'dense', options: {}, embedder } as Running['wanted']
  const text = runningCost({ recipe: dense, wanted, asksModel: false, tools: 100, isEmbedded })
  if (cost === undefined) expect(text).toBeUndefined()
  else expect(text).toContain(cost)
})
