// @vitest-environment happy-dom
import { enableAutoUnmount, mount } from '@vue/test-utils'
import { afterEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import type { RecipeInfo } from '../../../../src-main/contract/query'
import type { OptionMeta } from '../../../../src-main/domain/recipe/option'
import type { JsonObject } from '../../../../src-main/domain/tool/tool'
import { optionFields } from '../../../../src-renderer/components/recipe/option-fields'
import { optionSections } from '../../../../src-renderer/components/recipe/option-sections'
import OptionsForm from '../../../../src-renderer/components/recipe/OptionsForm.vue'

enableAutoUnmount(afterEach)

const meta = (section: string, title: string, more: Partial<OptionMeta> = {}) => ({
  section,
  title,
  description: 'Something.',
  ...more,
})
const only = (...fusions: string[]) => [{ option: 'fusion', isOneOf: fusions }]

/** Twenty options in five sections, some of which have an effect only beside others. */
const schema = z.strictObject({
  steps: z
    .array(z.enum(['stop-words', 'stemming']))
    .default(['stop-words', 'stemming'])
    .meta(
      meta('matching', 'Analyser', {
        choices: { 'stop-words': { label: 'Drop stop words', without: 'stop words kept' } },
      }),
    ),
  parts: z
    .array(z.enum(['name', 'topics']))
    .default(['name'])
    .meta(meta('matching', 'Parts')),
  k1: z.number().default(1.5).meta(meta('matching', 'BM25 k1')),
  b: z.number().default(0.75).meta(meta('matching', 'BM25 b')),
  repeats: z.boolean().default(false).meta(meta('matching', 'Count repeats')),
  pooling: z.enum(['best', 'mean']).default('best').meta(meta('meaning', 'Pooling')),
  window: z
    .number()
    .default(8)
    .meta(meta('meaning', 'Window', { appliesWhen: [{ option: 'pooling', isOneOf: ['mean'] }] })),
  fusion: z.enum(['scores', 'ranks']).default('scores').meta(meta('fusion', 'Fusion')),
  weight: z
    .number()
    .optional()
    .meta(meta('fusion', 'Weight', { appliesWhen: only('scores') })),
  half: z
    .number()
    .default(14)
    .meta(
      meta('fusion', 'Half', {
        appliesWhen: [...only('scores'), { option: 'weight', isOff: true }],
      }),
    ),
  constant: z
    .number()
    .default(60)
    .meta(meta('fusion', 'RRF constant', { appliesWhen: only('ranks') })),
  ...Object.fromEntries(
    Array.from({ length: 7 }, (_, at) => [
      `filter${at}`,
      z
        .boolean()
        .default(false)
        .meta(meta('filters', `Filter ${at}`)),
    ]),
  ),
  depth: z.number().int().default(100).meta(meta('selection', 'Depth')),
  odd: z.number().default(1),
})
const recipe: RecipeInfo = {
  id: 'twenty',
  title: 'Twenty',
  summary: 'Has twenty options.',
  source: 'made up',
  size: 'k',
  options: z.toJSONSchema(schema, { io: 'input' }) as JsonObject,
  defaults: schema.parse({}),
  asksModel: false,
  readsTurns: false,
  own: [],
  embeds: false,
  diagram: [],
}
const sections = (changed: JsonObject = {}) => optionSections(optionFields(recipe), changed)
const section = (name: string, changed: JsonObject = {}) => {
  const found = sections(changed).find((one) => one.name === name)
  if (!found) throw new Error(`There is no section ${name}.`)
  return found
}

describe('the sections of twenty options', () => {
  test('stand in the order in which the recipe names them, what names none last', () => {
    expect(optionFields(recipe)).toHaveLength(20)
    expect(sections().map(({ title, fields }) => [title, fields.length])).toEqual([
      ['Matching', 5],
      ['Meaning', 1],
      ['Fusion', 3],
      ['Filters', 7],
      ['Selection', 1],
      ['Other', 1],
    ])
  })

  test('hold only what has an effect beside the other options', () => {
    const names = (changed: JsonObject) => section('fusion', changed).fields.map(({ name }) => name)
    expect(names({})).toEqual(['fusion', 'weight', 'half'])
    expect(names({ weight: 0.5 })).toEqual(['fusion', 'weight'])
    expect(names({ fusion: 'ranks', weight: 0.5 })).toEqual(['fusion', 'constant'])
  })

  test('say in one line what differs from the defaults, and only where it has an effect', () => {
    expect(section('matching').differences).toBe('')
    const changed = { steps: ['stemming'], parts: ['name', 'topics'], b: 0.4, repeats: true }
    expect(section('matching', changed).differences).toBe(
      'stop words kept, with topics, BM25 b 0.4, count repeats on',
    )
    expect(section('selection', { depth: 50 }).differences).toBe('depth 50')
    expect(section('fusion', { half: 3, weight: 0.2 }).differences).toBe('weight 0.2')
  })

  test('say so also where the effect depends on an option of another section', () => {
    const other = z.strictObject({
      fusion: z.enum(['scores', 'ranks']).default('scores').meta(meta('fusion', 'Fusion')),
      size: z
        .enum(['k', 'adaptive'])
        .default('k')
        .meta(meta('selection', 'Size', { appliesWhen: only('scores') })),
    })
    const options = z.toJSONSchema(other, { io: 'input' }) as JsonObject
    const fields = optionFields({ ...recipe, options, defaults: other.parse({}) })
    const differences = (changed: JsonObject) =>
      optionSections(fields, changed).map((one) => one.differences)
    expect(differences({ size: 'adaptive' })).toEqual(['', 'size Adaptive'])
    expect(differences({ size: 'adaptive', fusion: 'ranks' })).toEqual(['fusion Ranks'])
  })
})

describe('the form of twenty options', () => {
  const form = (modelValue: JsonObject) => {
    const wrapper = mount(OptionsForm, {
      attachTo: document.body,
      props: {
        recipe,
        modelValue,
        'onUpdate:modelValue': (next: JsonObject) => void wrapper.setProps({ modelValue: next }),
      },
    })
    const fold = (title: string) => {
      const found = wrapper.findAll('.fold').find((one) => one.text().startsWith(title))
      if (!found) throw new Error(`There is no section ${title}.`)
      return found
    }
    return { wrapper, fold }
  }
  const shown = (wrapper: ReturnType<typeof form>['wrapper']) =>
    wrapper.findAll('.fields').filter((one) => one.isVisible()).length

  test('is folded, and opens a section at a time', async () => {
    const { wrapper, fold } = form({})
    expect(shown(wrapper)).toBe(0)
    expect(fold('Fusion').attributes('aria-expanded')).toBe('false')
    await fold('Fusion').trigger('click')
    expect(shown(wrapper)).toBe(1)
    expect(fold('Fusion').attributes('aria-expanded')).toBe('true')
  })

  test('resets one section and leaves the others', async () => {
    const { wrapper } = form({ b: 0.4, depth: 50 })
    await wrapper.get('[aria-label="Reset Matching"]').trigger('click')
    expect(wrapper.props('modelValue')).toEqual({ depth: 50 })
    expect(wrapper.find('[aria-label="Reset Matching"]').exists()).toBe(false)
    expect(wrapper.text()).toContain('depth 50')
  })
})
