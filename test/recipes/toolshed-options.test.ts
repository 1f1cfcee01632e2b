import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { asksModelWith, hasEffect, type OptionMeta } from '../../src-main/domain/recipe/option'
import type { JsonObject, JsonValue } from '../../src-main/domain/tool/tool'
import { toolshed } from '../../src-main/pipeline/recipes/toolshed'
import { promptsOf } from '../../src-main/pipeline/stage'
import { kitchen } from './kitchen-catalog'
import { answer, promptsAsked } from './toolshed-kitchen'

describe('the options of toolshed', () => {
  it.each([
    [
      { preset: 'paper' },
      { planner: 'rules', shares: 'coverage', rerank: 'none', search: 'hybrid' },
    ],
    [{ preset: 'fused' }, { planner: 'rules', prompting: 'two-call', variations: 0, k1: 9 }],
    [{ preset: 'paper' }, { askBack: true }],
    [
      { planner: 'rules' },
      { prompting: 'single', rewrite: false, variations: 0, stepBack: true, knowsCatalog: true },
    ],
    [
      { planner: 'rules', search: 'bm25' },
      { askBack: true, prompting: 'two-call' },
    ],
    [{ planner: 'model', prompting: 'fused' }, { stepBack: true }],
    [{ planner: 'rules', shares: 'equal', rerank: 'model' }, { prompting: 'single' }],
    [{ search: 'dense' }, { k1: 9, b: 0, countRepeats: true, components: ['name'] }],
  ])('with %j give the same whatever the options that forms hide then: %j', async (used, idle) => {
    const { shape } = toolshed.options
    const standard = toolshed.options.parse(used) as JsonObject
    for (const name of Object.keys(idle)) {
      const meta = z.globalRegistry.get(shape[name] as z.ZodType) as unknown as OptionMeta
      expect(hasEffect(meta, standard)).toBe(false)
    }
    const plain = await answer(used)
    const other = await answer({ ...used, ...idle })
    expect(other.set).toEqual(plain.set)
    expect(promptsAsked(other.asked)).toEqual(promptsAsked(plain.asked))
  })
})

describe('whether toolshed asks a model', () => {
  const asks = (options: JsonObject) => {
    const defaults = toolshed.options.parse({}) as JsonObject
    return asksModelWith(
      { asksModel: false, defaults, asksModelWhere: toolshed.asksModelWhere },
      options,
    )
  }
  const choices = (name: string, ...values: JsonValue[]) =>
    values.map((value) => ({ [name]: value }))
  const every = [
    choices('preset', 'own', 'paper', 'fused'),
    choices('planner', 'rules', 'model'),
    choices('rerank', 'none', 'meaning', 'model'),
    choices('grade', false, true),
    choices('searchAgain', 0, 2),
  ].reduce<JsonObject[]>(
    (all, some) => all.flatMap((one) => some.map((other) => ({ ...one, ...other }))),
    [{}],
  )

  it('is told of its options as it is, so that nothing is asked unasked', () => {
    const kit = kitchen()
    for (const options of every) {
      const pipeline = toolshed.build(kit, toolshed.options.parse(options))
      expect([options, asks(options)]).toEqual([options, promptsOf(pipeline).length > 0])
    }
    expect(asks({})).toBe(false)
  })
})
