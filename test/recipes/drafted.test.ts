import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import type { Bundle } from '../../src-main/domain/query/bundle'
import { queryOf } from '../../src-main/domain/query/query'
import type { CatalogTool, JsonObject } from '../../src-main/domain/tool/tool'
import {
  changeable,
  changedCatalog,
} from '../../src-main/features/robustness/changes/changed-catalog'
import type { Kit, LabelledQuery } from '../../src-main/pipeline/kit'
import { openKit } from '../../src-main/pipeline/knowledge-base/open-kit'
import { recipes } from '../../src-main/features/recipes'
import type { Recipe } from '../../src-main/pipeline/recipes/recipe'
import { prepare, run } from '../../src-main/pipeline/runner'
import { catalogTool, id } from '../fakes/catalog-tool'
import { conceptEmbedder } from '../fakes/embedder'
import { buildMemoryLexicalIndex, openMemoryVectorIndex } from '../fakes/indexes'
import { runCall } from '../fakes/run-call'
import { CONCEPTS, KITCHEN } from './kitchen-catalog'

const [OVEN, BREAD, FRIDGE] = KITCHEN as [CatalogTool, CatalogTool, CatalogTool]
const TOOLS = [
  ...KITCHEN,
  catalogTool('fridge/defrost', {
    description: 'Melts the ice of the freezer.',
    tags: ['cold'],
    dependencies: [{ on: id('fridge/set_temperature'), kind: 'tool-direct' }],
  }),
]
const REQUESTS: [string, string[]][] = [
  ['warm the stove', ['oven/preheatOven']],
  ['bake toast and start the alarm', ['oven/bake_bread', 'timer/start_timer']],
  ['what is there to eat', ['fridge/list_food']],
  ['make the fridge cold', ['fridge/set_temperature']],
  ['silence the alarm', ['timer/stop_timer']],
]
const WAYS = ['please', 'now', 'today', 'for Ann', 'at noon', 'again', 'quickly']
const BUNDLES = REQUESTS.flatMap(([query, tools], kind) =>
  WAYS.map((way, at): Bundle => ({
    id: `b${kind}-${at}`,
    query: `${query} ${way}`,
    tools: tools.map(id),
  })),
)
const GOLDEN: LabelledQuery[] = BUNDLES.map(({ query, tools }) => ({ text: `${query}!`, tools }))
const ASKED = ['heat the stove, list food and start a timer', 'ice', 'melt the loaf', 'countdown']

const kitWith = (tools: CatalogTool[]) =>
  openKit({
    tools,
    buildLexicalIndex: buildMemoryLexicalIndex,
    bundles: () => Promise.resolve(BUNDLES),
    labelled: () => Promise.resolve(GOLDEN),
    embedder: () => Promise.resolve(conceptEmbedder(CONCEPTS)),
    promptTokens: (tool) => tool.length,
    openVectorIndex: openMemoryVectorIndex,
  })

/** Every value that a choice or switch of the recipe may have, one at a time. */
function variants({ options }: Recipe): JsonObject[] {
  const { properties = {} } = z.toJSONSchema(options, { io: 'input' })
  const valuesOf = (schema: { enum?: unknown[]; type?: unknown }) =>
    schema.enum ?? (schema.type === 'boolean' ? [true, false] : [])
  return [
    {},
    ...Object.entries(properties).flatMap(([name, schema]) =>
      valuesOf(schema as object).map((value) => ({ [name]: value }) as JsonObject),
    ),
  ]
}

/** What an author changes of a tool: each part that any recipe reads. */
const EDITS: [string, CatalogTool, CatalogTool['layer']][] = [
  ['its texts', BREAD, { description: 'Melts loaf ice.', questions: ['Which countdown rings?'] }],
  ['its tags', FRIDGE, { tags: ['ice', 'countdown'] }],
  ['its parameters', OVEN, { parameters: { temperature: 'How hot the countdown of ice is' } }],
  ['what it needs', BREAD, { dependencies: [{ on: FRIDGE.tool.id, kind: 'tool-direct' }] }],
  ['that it is hidden', FRIDGE, { visibility: 'hidden' }],
  [
    'its standard fields',
    OVEN,
    { standardised: { of: '', description: 'Melts ice', response: '' } },
  ],
]

async function answers(recipe: Recipe, kit: Kit, options: JsonObject) {
  const pipeline = recipe.build(kit, recipe.options.parse(options))
  await prepare(pipeline)
  const sets = []
  for (const text of ASKED) {
    const set = await run(pipeline, queryOf(text), runCall({ k: 4 }))
    // Scores may differ a little: how those of all tools spread by meaning is told of the tools as
    // they are.
    sets.push(set.tools.map(({ tool }) => tool))
  }
  return sets
}

describe.each(recipes.all)('$id with a tool as it would be', (recipe) => {
  it.each(EDITS)('gives what it gives once %s is saved', async (_, entry, layer) => {
    const changed = { ...entry, layer: { ...entry.layer, ...layer } }
    const base = kitWith(TOOLS)
    const anew = kitWith(TOOLS.map((each) => (each === entry ? changed : each)))
    for (const options of variants(recipe)) {
      const before = await answers(recipe, base, options)
      const drafted = base.drafted([changed])
      expect({ options, sets: await answers(recipe, drafted, options) }).toEqual({
        options,
        sets: await answers(recipe, anew, options),
      })
      expect(await answers(recipe, base, options)).toEqual(before)
    }
  })
})

/**
 * Kinds of change that these tools have something for: new tools, tools that go, other definitions.
 */
const CHANGED = ['rename', 'deprecate', 'copy', 'add-parameters', 'reword-parameters'] as const

describe.each(recipes.all)('$id with many tools as they would be', (recipe) => {
  it.each(CHANGED)('gives what it gives once they are so: %s', async (kind) => {
    const noPause = () => Promise.resolve()
    const round = { kind, seed: 1, share: 0.6 }
    const { drafts } = await changedCatalog(await changeable(TOOLS, noPause), round, noPause)
    const then = new Map([...TOOLS, ...drafts].map((entry) => [entry.tool.id, entry]))
    expect(drafts).not.toEqual([])
    expect(await answers(recipe, kitWith(TOOLS).drafted(drafts), {})).toEqual(
      await answers(recipe, kitWith([...then.values()]), {}),
    )
  })
})
