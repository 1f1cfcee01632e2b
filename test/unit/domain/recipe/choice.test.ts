import { expect, it } from 'vitest'
import { RecipeOptions, WorksWith } from '../../../../src-main/domain/recipe/choice'
import { SetSize } from '../../../../src-main/domain/query/query'

it('reads options and sizes of Pegboard 0.1 by the names they have now', () => {
  const old = { size: 'own', mayMiss: 0.2, k1: 1.5 }
  const now = { size: 'adaptive', falseRefusalRate: 0.2, k1: 1.5 }
  expect(RecipeOptions.parse(old)).toEqual(now)
  expect(RecipeOptions.parse(now)).toEqual(now)
  expect(WorksWith.parse({ recipe: 'hybrid', options: old, k: 5 }).options).toEqual(now)
  expect(['k', 'own', 'adaptive'].map((size) => SetSize.parse(size))).toEqual([
    'k',
    'adaptive',
    'adaptive',
  ])
})

it('refuses options that are no object, and takes no other option for a renamed one', () => {
  expect(RecipeOptions.safeParse('size').success).toBe(false)
  expect(RecipeOptions.parse({ preset: 'own', size: 'k' })).toEqual({ preset: 'own', size: 'k' })
})

it('reads options that left, where they say what is said without them, as if they were not there', () => {
  const old = { fusion: 'standard', lexicalHalfWeight: 12, serverShare: 0, k1: 2 }
  expect(RecipeOptions.parse(old)).toEqual({ k1: 2 })
  const missed = { fusion: 'weighted', lexicalHalfWeight: 20, lexicalWeight: 0.3 }
  expect(RecipeOptions.parse(missed)).toEqual(missed)
})
