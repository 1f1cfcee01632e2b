import { describe, expect, it } from 'vitest'
import { queryOf } from '../../src-main/domain/query/query'
import { changedIds } from '../../src-main/domain/tool/changed-ids'
import type { CatalogTool } from '../../src-main/domain/tool/tool'
import { openKit, type OpenKit } from '../../src-main/pipeline/knowledge-base/open-kit'
import { recipes } from '../../src-main/features/recipes'
import type { Recipe } from '../../src-main/pipeline/recipes/recipe'
import { prepare, run } from '../../src-main/pipeline/runner'
import { catalogTool } from '../fakes/catalog-tool'
import { conceptEmbedder } from '../fakes/embedder'
import { buildMemoryLexicalIndex, openMemoryVectorIndex } from '../fakes/indexes'
import { runCall } from '../fakes/run-call'
import { CONCEPTS, KITCHEN } from './kitchen-catalog'

const [OVEN, BREAD, FRIDGE] = KITCHEN as [CatalogTool, CatalogTool, CatalogTool]
const DEFROST = catalogTool('fridge/defrost', { description: 'Melts the ice of the freezer.' })
const ASKED = ['heat the stove, list food and start a timer', 'ice', 'melt the loaf', 'countdown']

const byId = (tools: readonly CatalogTool[]) =>
  tools.toSorted((a, b) => (a.tool.id < b.tool.id ? -1 : 1))

function kitOf(tools: readonly CatalogTool[], before?: OpenKit) {
  const parts = {
    tools: byId(tools),
    buildLexicalIndex: buildMemoryLexicalIndex,
    bundles: () => Promise.resolve([]),
    embedder: () => Promise.resolve(conceptEmbedder(CONCEPTS)),
    promptTokens: (tool: string) => tool.length,
    openVectorIndex: openMemoryVectorIndex,
  }
  const changed = before && changedIds([...before.tools.values()], parts.tools)
  return openKit(parts, changed && before.handOn(changed))
}

/** What an author or an import makes of the catalog, one after the other. */
const STEPS: CatalogTool[][] = [
  byId([...KITCHEN, DEFROST]),
  byId([
    ...KITCHEN.map((each) =>
      each === BREAD ? { ...BREAD, layer: { description: 'Melts loaf ice.' } } : each,
    ),
    DEFROST,
  ]),
  byId(KITCHEN.map((each) => (each === OVEN ? { ...OVEN, layer: { tags: ['ice'] } } : each))),
  byId(KITCHEN.filter((each) => each !== FRIDGE)),
  byId([
    ...KITCHEN,
    ...['one', 'two', 'three'].map((name) =>
      catalogTool(`ice/${name}`, { description: `Melts ice number ${name}. Beeps when ready.` }),
    ),
  ]),
]

async function answers(recipe: Recipe, kit: OpenKit) {
  const pipeline = recipe.build(kit, recipe.options.parse({}))
  await prepare(pipeline)
  const sets = []
  for (const text of ASKED) {
    const { tools } = await run(pipeline, queryOf(text), runCall({ k: 4 }))
    sets.push(tools.map(({ tool, score }) => [tool, score]))
  }
  return sets
}

describe.each(recipes.all)('$id after changes of the catalog', (recipe) => {
  it('gives to the last bit what it gives of a catalog that was read anew', async () => {
    let kit = kitOf(KITCHEN)
    await answers(recipe, kit)
    for (const tools of STEPS) {
      kit = kitOf(tools, kit)
      expect(await answers(recipe, kit)).toEqual(await answers(recipe, kitOf(tools)))
    }
  })

  it('also where nobody asked in between', async () => {
    let kit = kitOf(KITCHEN)
    await answers(recipe, kit)
    for (const tools of STEPS) kit = kitOf(tools, kit)
    expect(await answers(recipe, kit)).toEqual(await answers(recipe, kitOf(STEPS.at(-1) ?? [])))
  })
})
