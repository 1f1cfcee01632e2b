import { describe, expect, it } from 'vitest'
import type { FieldWeights } from '../../../../src-main/domain/recipe/field-weights'
import type { FieldMatch } from '../../../../src-main/pipeline/fields/compare-fields'
import {
  fieldValues,
  missingParameters,
  sumOf,
  unitOf,
  weighed,
} from '../../../../src-main/pipeline/fields/weigh-fields'
import { id } from '../../../fakes/catalog-tool'

const match = (name: string, match: Partial<FieldMatch> = {}): FieldMatch => ({
  tool: id(name),
  description: 0,
  response: 0,
  examples: 0,
  parameters: [],
  ...match,
})
const parameter = (name: string, similarity: number, required = true) => ({
  name,
  similarity,
  required,
  mayLack: true,
})
const WEIGHTS: FieldWeights = {
  description: 2,
  parameters: 1,
  response: 3,
  examples: 4,
  required: 0.5,
  optional: 0.25,
  threshold: 0.4,
  scale: 'raw',
}
const lack = (similarity: number) => 1 / (1 + Math.exp(-15 * (0.4 - similarity)))

describe('the score of fields', () => {
  it('is the weighted sum, less what each parameter without an argument costs', () => {
    const matches = [
      match('book', {
        description: 0.6,
        response: 0.1,
        examples: 0.2,
        parameters: [parameter('day', 0.9), parameter('room', 0), parameter('note', 0, false)],
      }),
    ]
    const [values] = fieldValues(matches, WEIGHTS)
    const expected =
      2 * 0.6 + 0.3 + 3 * 0.1 + 4 * 0.2 - 0.5 * (lack(0.9) + lack(0)) - 0.25 * lack(0)
    expect(values && sumOf(weighed(values, WEIGHTS))).toBeCloseTo(expected, 12)
  })

  it('takes nothing off where nobody knows what arguments there are', () => {
    const unknown = { ...parameter('day', 0.1), mayLack: false }
    const found = match('book', { parameters: [unknown] })
    const [values] = fieldValues([found], WEIGHTS)
    expect(values).toMatchObject({ parameters: 0.1, required: 0, optional: 0 })
    expect(missingParameters(found, { unit: 1, weights: WEIGHTS })).toEqual([])
  })

  it('has no parameters to speak of where a tool takes none', () => {
    expect(fieldValues([match('ping')], WEIGHTS)).toEqual([
      { description: 0, parameters: 0, response: 0, examples: 0, required: 0, optional: 0 },
    ])
  })

  it('is of deviations on the standard scale, 0 where a field tells no tool from another', () => {
    const matches = [
      match('one', { description: 1, response: 7 }),
      match('two', { description: 3, response: 7 }),
    ]
    const values = fieldValues(matches, { ...WEIGHTS, scale: 'standard' })
    expect(values.map(({ description, response }) => [description, response])).toEqual([
      [-1, 0],
      [1, 0],
    ])
  })

  it('takes parameters for shares of the query’s best on the standard scale', () => {
    const matches = [
      match('one', { parameters: [parameter('day', 8)] }),
      match('two', { parameters: [parameter('room', 4)] }),
    ]
    expect(unitOf(matches, 'standard')).toBe(8)
    expect(unitOf(matches, 'raw')).toBe(1)
    const values = fieldValues(matches, { ...WEIGHTS, scale: 'standard' })
    expect(values.map(({ required }) => required)).toEqual([lack(1), lack(0.5)])
  })

  it('names parameters without an argument, required ones first, where they cost anything', () => {
    const own = match('book', {
      parameters: [parameter('note', 0, false), parameter('day', 0.9), parameter('room', 0.3)],
    })
    expect(missingParameters(own, { unit: 1, weights: WEIGHTS })).toEqual(['room', 'note'])
    const free = { ...WEIGHTS, optional: 0 }
    expect(missingParameters(own, { unit: 1, weights: free })).toEqual(['room'])
  })
})
