import { describe, expect, it } from 'vitest'
import { ablationsOf, STAGES } from '../shared/parts'
import { optionsSchema, parseOptions } from '../../../app/recipes/recipe-options'
import { sameOptions } from '../../../domain/recipe/option'
import type { JsonObject } from '../../../domain/tool/tool'
import { recipeOf } from '../../../pipeline/recipes/recipe'
import { recipes } from '../../recipes'
import type { AnyPipeline } from '../../../pipeline/stage'
import { pipelineOf } from '../../../../test/recipes/kitchen-catalog'

const ablate = (id: string, options: JsonObject = {}) => {
  const recipe = recipeOf(recipes, id)
  return ablationsOf(
    { options: optionsSchema(recipe), defaults: parseOptions(recipe, {}) },
    options,
  )
}
const labelsOf = (id: string, options: JsonObject = {}) =>
  ablate(id, options).map(({ label }) => label)

/** The stages as data, what stands inside of one before it: in the order in which they are done. */
const workOf = (pipeline: AnyPipeline): string[] =>
  pipeline.stages.flatMap((stage) => [
    ...(stage.inside ?? []).flatMap((inner) => workOf(inner.pipeline)),
    JSON.stringify([stage.name, stage.settings, stage.sources?.map(({ key }) => key)]),
  ])

describe('the parts that a recipe can be measured without', () => {
  it.each(recipes.all.map(({ id }) => id))(
    'of %s are options that it takes and that differ',
    (id) => {
      const recipe = recipeOf(recipes, id)
      const defaults = parseOptions(recipe, {})
      for (const { label, options } of ablate(id)) {
        const parsed = parseOptions(recipe, options)
        expect(sameOptions(parsed, {}, defaults), label).toBe(false)
        expect(Object.keys(parsed).sort(), label).toEqual(
          Object.keys({ ...defaults, ...parsed }).sort(),
        )
      }
      expect(new Set(labelsOf(id)).size).toBe(ablate(id).length)
    },
  )

  it.each<[string, JsonObject]>([
    ...recipes.all.map(({ id }): [string, JsonObject] => [id, {}]),
    ['hybrid', { threshold: 0.3 }],
    ['toolshed', { rerank: 'meaning' }],
    ['graph-rag-tool-fusion', { threshold: 0.3, farthest: 1 }],
  ])('of %s with %j stand in the order in which its stages work', (id, options) => {
    const recipe = recipeOf(recipes, id)
    const whole = workOf(pipelineOf(recipe, { options }))
    const planned = Object.entries(optionsSchema(recipe)['properties'] ?? {})
      .filter(([, option]) => (option as { section: string }).section === 'plan')
      .map(([name]) => name)
    const places = ablate(id, options).map((part) => {
      // What belongs to the plan is together, and first, also where it says how the lists of its
      // steps are joined.
      if (part.changed.some((name) => planned.includes(name))) return -1
      // What leaves out a whole search stands next.
      if (part.changed.includes('search')) return 0
      const left = workOf(pipelineOf(recipe, { options: part.options }))
      return whole.findIndex((stage, at) => stage !== left[at])
    })
    expect(places).toEqual(places.toSorted((a, b) => a - b))
  })

  it('have a known place whatever section their option stands in', () => {
    const sections = recipes.all
      .flatMap((recipe) => Object.values(optionsSchema(recipe)['properties'] ?? {}) as unknown[])
      .map((option) => (option as { section: string }).section)
    expect([...new Set(sections)].sort()).toEqual([...STAGES].sort())
  })

  it('are searches, stages, components and settings of a hybrid', () => {
    expect(labelsOf('hybrid').sort()).toEqual(
      [
        'without search by words',
        'without search by meaning',
        'lists fused by ranks alone',
        'without name',
        'without description',
        'without when to use it',
        'without parameters',
        'without questions',
        'without topics',
        'Search each clause: off',
        'names kept in one piece',
        'stop words kept',
        'words matched as they are',
        'without tags',
        'without server',
        'documents joined to one text',
        'BM25 k1: 0',
        'BM25 b: 0',
      ].sort(),
    )
  })

  it('leave a component out of all documents that hold it', () => {
    const found = ablate('hybrid')
    const questions = found.find(({ label }) => label === 'without questions')
    expect(questions?.changed).toEqual(['components', 'embeddedComponents'])
    expect(questions?.embedsAnew).toBe(true)
    const parameters = found.find(({ label }) => label === 'without parameters')
    expect(parameters).toMatchObject({ changed: ['components'], embedsAnew: false })
    expect(parameters?.options['components']).not.toContain('parameters')
  })

  it('are only those that have an effect with the options chosen', () => {
    expect(labelsOf('hybrid', { fusion: 'rrf' })).not.toContain('lists fused by ranks alone')
    expect(labelsOf('toolshed')).not.toContain('without reranking')
    expect(labelsOf('toolshed', { rerank: 'meaning' })).toContain('without reranking')
    expect(labelsOf('toolshed', { preset: 'paper' })).not.toContain('Split into steps: off')
    expect(labelsOf('hybrid', { clauses: false })).not.toContain('Search each clause: off')
    expect(labelsOf('hybrid', { search: 'dense' })).not.toContain('lists fused by ranks alone')
  })

  it('never leave nothing to search', () => {
    const labels = labelsOf('bm25', { components: ['name'] })
    expect(labels).not.toContain('without name')
    expect(labels).toContain('BM25 b: 0')
  })

  it('unset what was set beyond the defaults', () => {
    const [threshold] = ablate('bm25', { threshold: 2 }).filter(({ changed }) =>
      changed.includes('threshold'),
    )
    expect(threshold?.label).toBe('without score threshold')
    expect(threshold?.options).not.toHaveProperty('threshold')
  })
})
