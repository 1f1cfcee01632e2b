import { buildMemoryToolIndex } from '../../src-main/adapters/memory/memory-tool-index'
import { queryOf, type ToolSet } from '../../src-main/domain/query'
import type { CatalogTool, JsonObject } from '../../src-main/domain/tool'
import type { TraceStep } from '../../src-main/domain/trace'
import {
  openKnowledgeBase,
  type KnowledgeBase,
} from '../../src-main/pipeline/knowledge-base/knowledge-base'
import type { Recipe } from '../../src-main/pipeline/recipes/recipe'
import { catalogTool } from '../fakes/catalog-tool'
import { conceptEmbedder } from '../fakes/embedder'
import { stageContext } from '../fakes/stage-context'

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
const CONCEPTS = [
  ['oven', 'stove', 'preheat'],
  ['heats', 'heat', 'warm', 'hot', 'temperature', 'celsius'],
  ['bread', 'loaf', 'bakes', 'bake', 'toast'],
  ['fridge', 'cold', 'cool', 'freezer'],
  ['food', 'meal', 'eat', 'groceries'],
  ['timer', 'alarm', 'countdown', 'rings', 'remind'],
  ['stops', 'stop', 'silence'],
]

export const kitchen = (tools = KITCHEN): KnowledgeBase => {
  const embedder = conceptEmbedder(CONCEPTS)
  return openKnowledgeBase({
    tools,
    buildIndex: buildMemoryToolIndex,
    embedder: async () => embedder,
    embed: (given, texts) => given.embedDocuments(texts, new AbortController().signal),
  })
}

interface Asked {
  options?: JsonObject
  trace?: TraceStep[]
  knowledgeBase?: KnowledgeBase
}

export function ask(
  recipe: Recipe,
  text: string,
  { options = {}, trace, knowledgeBase = kitchen() }: Asked = {},
): Promise<ToolSet> {
  const pipeline = recipe.build({ knowledgeBase }, recipe.options.parse(options))
  return pipeline.run(queryOf(text), stageContext({ trace }))
}

/** The tools' addresses in order. */
export const addresses = (set: ToolSet): string[] => set.tools.map(({ tool }) => tool)
