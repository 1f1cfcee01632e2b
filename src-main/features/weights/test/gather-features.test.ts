import { expect, it } from 'vitest'
import { FEATURES, featuresOf, rankedBy } from '../gather-features'
import type { QueryPlan } from '../../../domain/query/query'
import type { FieldMatch } from '../../../pipeline/fields/compare-fields'
import { id } from '../../../../test/fakes/catalog-tool'

const match = (name: string, description: number): FieldMatch => ({
  tool: id(name),
  description,
  response: 0,
  examples: 0,
  parameters: [],
})
const PLAN = { steps: [] } as unknown as QueryPlan

it('has the tools first that are hardest to tell from the right ones: those that equal weights put first', () => {
  const matches = [match('far', 0.1), match('near', 0.9), match('alike', 0.9), match('mid', 0.5)]
  const { tools, features } = featuresOf(PLAN, matches)
  expect(tools).toEqual(['near', 'alike', 'mid', 'far'])
  // Around their mean 0.6, by the standard deviation √((0.3² + 0.3² + 0.1² + 0.5²) / 4) = √0.11.
  const deviations = [0.3, 0.3, -0.1, -0.5].map((value) => value / Math.sqrt(0.11))
  for (const [row, deviation] of deviations.entries()) {
    expect(features[row * FEATURES]).toBeCloseTo(deviation, 12)
  }
})

it('ranks tools that weigh as much by their ids, whatever order they come in', () => {
  const weights = new Float64Array(FEATURES)
  weights[0] = 1
  for (const names of [
    ['b', 'a', 'c'],
    ['c', 'b', 'a'],
  ]) {
    const found = featuresOf(PLAN, [...names.map((name) => match(name, 0.5)), match('best', 0.9)])
    expect(rankedBy(found, weights)).toEqual(['best', 'a', 'b', 'c'])
  }
})
