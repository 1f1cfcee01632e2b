import { expect, test } from 'vitest'
import { z } from 'zod'
import type { JsonObject } from '../../../../src-main/domain/tool/tool'
import {
  changedOptions,
  optionFields,
  optionsText,
  withOption,
} from '../../../../src-renderer/components/recipe/option-fields'

const schema = z.strictObject({
  fusion: z.enum(['rrf', 'weighted']).default('rrf').meta({ title: 'Fusion' }),
  stem: z.boolean().default(true),
  b: z.number().min(0).max(1).default(0.75).meta({ title: 'BM25 b', description: 'Length.' }),
  depth: z.number().int().min(1).default(100),
  steps: z.array(z.enum(['stop-words', 'stemming'])).default(['stop-words', 'stemming']),
  tags: z.array(z.string()).default([]),
  threshold: z.number().optional(),
  odd: z.record(z.string(), z.number()).default({}),
  k: z.number().int().default(5),
})
const fields = optionFields({
  options: z.toJSONSchema(schema, { io: 'input' }) as JsonObject,
  defaults: schema.parse({}),
})
const field = (name: string) => {
  const found = fields.find((candidate) => candidate.name === name)
  if (!found) throw new Error(`There is no field ${name}.`)
  return found
}

test('every kind of option gets its control, and k none', () => {
  expect(fields.map(({ name, kind }) => [name, kind])).toEqual([
    ['fusion', 'choice'],
    ['stem', 'boolean'],
    ['b', 'number'],
    ['depth', 'number'],
    ['steps', 'choices'],
    ['tags', 'words'],
    ['threshold', 'number'],
    ['odd', 'json'],
  ])
})

test('titles, bounds and defaults come from the schema', () => {
  expect(field('b')).toMatchObject({
    title: 'BM25 b',
    description: 'Length.',
    minimum: 0,
    maximum: 1,
    standard: 0.75,
  })
  expect(field('depth')).toMatchObject({ title: 'Depth', minimum: 1, maximum: undefined, step: 1 })
  expect(field('fusion').choices.map(({ label }) => label)).toEqual(['RRF', 'Weighted'])
  expect(field('threshold').standard).toBeUndefined()
})

test('only what differs from the defaults is kept', () => {
  const changed = withOption({}, field('b'), 0.4)
  expect(changed).toEqual({ b: 0.4 })
  expect(withOption(changed, field('b'), 0.75)).toEqual({})
  expect(withOption(changed, field('b'), undefined)).toEqual({})
})

test('the order of a list of choices makes no difference', () => {
  expect(withOption({}, field('steps'), ['stemming', 'stop-words'])).toEqual({})
  expect(withOption({}, field('steps'), ['stemming'])).toEqual({ steps: ['stemming'] })
})

test('the options of a stored run are read as changes from the defaults', () => {
  const stored = { ...(schema.parse({}) as JsonObject), b: 0.4, stem: false, k: 10 }
  const changed = changedOptions(stored, fields)
  expect(changed).toEqual({ b: 0.4, stem: false })
  expect(optionsText(changed, fields)).toBe('Stem: off · BM25 b: 0.4')
})
