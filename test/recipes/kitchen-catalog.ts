import { queryOf, type ToolSet } from '../../src-main/domain/query/query'
import type { CatalogTool, JsonObject } from '../../src-main/domain/tool/tool'
import { openKit, type OpenKit } from '../../src-main/pipeline/knowledge-base/open-kit'
import type { Recipe } from '../../src-main/pipeline/recipes/recipe'
import { withPaths, type PathStep } from '../../src-main/pipeline/record'
import { run, type Recording, type RunCall } from '../../src-main/pipeline/runner'
import type { ToolSelection } from '../../src-main/pipeline/stage'
import { catalogTool } from '../fakes/catalog-tool'
import { conceptEmbedder } from '../fakes/embedder'
import { buildMemoryLexicalIndex, openMemoryVectorIndex } from '../fakes/indexes'
import { runCall } from '../fakes/run-call'

/** A smart kitchen: small enough to rank by hand. */
export const KITCHEN: CatalogTool[] = [
  catalogTool('oven/preheatOven', {
    description: 'Heats the oven to a temperature.',
    tags: ['heat'],
    parameters: { properties: { temperature: { description: 'Degrees Celsius' } } },
  }),
  catalogTool('oven/bake_bread', { description: 'Bakes a loaf of bread.', tags: ['heat', 'food'] }),
  catalogTool('fridge/list_food', { description: 'Lists the food in the fridge.', tags: ['food'] }),
  catalogTool('fridge/set_temperature', {
    description: 'Sets how cold the fridge is.',
    tags: ['cold'],
  }),
  catalogTool('timer/start_timer', { description: 'Counts down minutes and rings.' }),
  catalogTool(
    'timer/stop_timer',
    { description: 'Stops a running countdown.' },
    { questions: ['Give me silence'], visibility: 'internal' },
  ),
  catalogTool('oven/self_destruct', {
    description: 'Burns oven, bread, food and fridge to ashes. Heats all, any temperature.',
    visibility: 'hidden',
  }),
]

/** Knows that warming is heating, that an alarm is a timer, and so on. */
export const CONCEPTS = [
  ['oven', 'stove', 'preheat'],
  ['heats', 'heat', 'warm', 'hot', 'temperature', 'celsius'],
  ['bread', 'loaf', 'bakes', 'bake', 'toast'],
  ['fridge', 'cold', 'cool', 'freezer'],
  ['food', 'meal', 'eat', 'groceries'],
  ['timer', 'alarm', 'countdown', 'rings', 'remind'],
  ['stops', 'stop', 'silence'],
]

/** @param opened notes every index that is opened. */
export const kitchen = (tools = KITCHEN, opened: string[] = []): OpenKit => {
  const embedder = conceptEmbedder(CONCEPTS)
  return openKit({
    tools,
    bundles: () => Promise.resolve([]),
    embedder: () => Promise.resolve(embedder),
    promptTokens: () => 1,
    buildLexicalIndex(...given) {
      opened.push('words')
      return buildMemoryLexicalIndex(...given)
    },
    openVectorIndex(...given) {
      opened.push('meaning')
      return openMemoryVectorIndex(...given)
    },
  })
}

export const pipelineOf = (
  recipe: Recipe,
  { options = {}, kit = kitchen() }: { options?: JsonObject; kit?: OpenKit } = {},
): ToolSelection => recipe.build(kit, recipe.options.parse(options))

export interface Ask extends Partial<RunCall> {
  options?: JsonObject
  kit?: OpenKit
}

/** Answers one query with a recipe; ten tools are wanted where nothing else is said. */
export const ask = (
  recipe: Recipe,
  text: string,
  { options = {}, kit = kitchen(), ...call }: Ask = {},
): Promise<ToolSet> =>
  run(pipelineOf(recipe, { options, kit }), queryOf(text), runCall({ k: 10, ...call }))

/** The same with every step written down. */
export async function askRecorded(
  recipe: Recipe,
  text: string,
  { explaining = false, ...more }: Ask & { explaining?: boolean } = {},
): Promise<{ set: ToolSet; steps: PathStep[] }> {
  const recording: Recording = { steps: [], explaining }
  const set = await ask(recipe, text, { ...more, recording })
  return { set, steps: withPaths(recording.steps) }
}

/** The tools' addresses in order. */
export const addresses = (set: ToolSet): string[] => set.tools.map(({ tool }) => tool)

export const scoresOf = (set: ToolSet) => set.tools.map(({ tool, score }) => [tool, score])
