import { descriptionOf } from '../../domain/tool/catalog-tool'
import type { CollectedFrom } from '../../domain/proposal/text'
import type { Bundle } from '../../domain/query/bundle'
import { parametersOf } from '../../domain/tool/schema-parameters'
import type { CatalogTool, ToolId } from '../../domain/tool/tool'
import { splitIdentifier } from '../../pipeline/text/analyse'

/** Questions of one tool by where they come from, the best first; they may repeat each other. */
type CollectedQuestions = Readonly<Record<CollectedFrom, readonly string[]>>

/**
 * What a tool answers, as far as its examples, logged queries and parameters tell: nothing is made
 * up.
 */
export const collectedQuestions = (
  entry: CatalogTool,
  logged: readonly string[],
): CollectedQuestions => ({
  examples: entry.tool.examples.flatMap(({ intent }) => (intent?.trim() ? [intent.trim()] : [])),
  'logged-queries': logged,
  parameters: questionsOfParameters(entry),
})

/**
 * Logged queries that one tool solved alone, by that tool, the newest first: what took several asks
 * for more than either does.
 */
export function queriesOfTools(bundles: readonly Bundle[]): ReadonlyMap<ToolId, string[]> {
  const alone = bundles.filter(({ tools }) => tools.length === 1)
  const newest = alone.toSorted((a, b) => ((a.loggedAt ?? '') > (b.loggedAt ?? '') ? -1 : 1))
  const found = new Map<ToolId, string[]>()
  for (const { tools, query } of newest) {
    for (const tool of tools) found.set(tool, [...(found.get(tool) ?? []), query])
  }
  return found
}

/** Values of one parameter that stand in a question each. */
const MOST_VALUES = 3
/** Of a description: what it says first is what the tool is for. */
const LONGEST_PURPOSE = 200
const LONGEST_VALUE = 60

/**
 * The first sentence of the description, once with each value that a parameter may have: `Tells the
 * weather, unit celsius`.
 */
function questionsOfParameters({ tool, layer }: CatalogTool): string[] {
  const purpose = firstSentence(descriptionOf({ tool, layer }))
  if (purpose === '') return []
  return parametersOf(tool.parameters)
    .parameters.filter(({ level }) => level === 1)
    .flatMap(({ name, values, default: standard }) =>
      [...new Set([...values, standard])]
        .filter((value) => typeof value === 'string')
        .filter((value) => value.trim() !== '' && value.length <= LONGEST_VALUE)
        .slice(0, MOST_VALUES)
        .map((value) => `${purpose}, ${splitIdentifier(name).toLowerCase()} ${value}`),
    )
}

function firstSentence(text: string): string {
  const [line = ''] = text.trim().split(/\n/)
  const [sentence = ''] = line.split(/(?<=[.!?。])\s/)
  const plain = sentence.replace(/[.!?。\s]+$/u, '')
  return plain.length <= LONGEST_PURPOSE ? plain : ''
}
