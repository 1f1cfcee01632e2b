import { parametersOf, type SchemaParameter } from '../../domain/tool/schema-parameters'
import type { CatalogTool, ToolId, JsonValue } from '../../domain/tool/tool'
import { named } from '../../domain/value/json'
import { analysers, type Analysers } from '../../pipeline/text/analyse'

/** A tool with what several rules look at, each part made when it is first looked at. */
export interface LintedTool {
  readonly entry: CatalogTool
  /**
   * The same as it stands in the catalog, where it may not be read: what is remembered of it is
   * remembered by this.
   */
  readonly inCatalog: CatalogTool
  readonly id: ToolId
  readonly name: string
  /** What an agent is told that the tool does. */
  readonly sent: PlacedText
  /** All that its parameters are, those within others included. */
  readonly parameters: readonly LintedParameter[]
  /** The tool's description and those that its author wrote, each once; empty ones are left out. */
  readonly descriptions: readonly PlacedText[]
  /** All that it says anywhere. */
  readonly texts: readonly PlacedText[]
}

export interface LintedParameter extends SchemaParameter {
  /** What is said of it, by its schema or its author. */
  said: string
}

/** @param inCatalog left out where nothing is remembered of it */
export function lintedTool(entry: CatalogTool, inCatalog = entry): LintedTool {
  const { tool, layer } = entry
  const imported = { where: 'description', text: tool.description }
  const sent =
    layer.modelDescription === undefined
      ? imported
      : { where: 'model-facing description', text: layer.modelDescription }
  let parameters: readonly LintedParameter[] | undefined
  let texts: readonly PlacedText[] | undefined
  return {
    entry,
    inCatalog,
    id: tool.id,
    name: tool.name,
    sent,
    descriptions: [sent, { where: 'retrieval description', text: layer.description ?? '' }].filter(
      ({ text }) => text.trim() !== '',
    ),
    get parameters() {
      return (parameters ??= parametersOf(tool.parameters).parameters.map((parameter) => ({
        ...parameter,
        said: saidOf(parameter, layer.parameters),
      })))
    },
    get texts() {
      return (texts ??= textsOf(entry))
    },
  }
}

/** One for all rules: what one works out of a word is of use to the others. */
export const analysersOf = analysers()

/** Whether a text has terms, and all of them are such: looked at up to the first that is not. */
export function saysOnly(
  text: string,
  { ofChunk }: Analysers,
  isSuch: (term: string) => boolean,
): boolean {
  let hasAny = false
  for (const chunk of text.split(/\s+/)) {
    for (const term of ofChunk(chunk)) {
      if (!isSuch(term)) return false
      hasAny = true
    }
  }
  return hasAny
}

/** What several rules ask of a tool, one after another: worked out once. */
export function onceForTool<Value>(
  workOut: (tool: LintedTool) => Value,
): (tool: LintedTool) => Value {
  let last: { tool: LintedTool; value: Value } | undefined
  return (tool) => {
    if (last?.tool !== tool) last = { tool, value: workOut(tool) }
    return last.value
  }
}

/** Its author describes the tool's own parameters, not those within them. */
const saidOf = (
  { name, level, description }: SchemaParameter,
  written: Readonly<Record<string, string>> = {},
): string => description || (level === 1 && named(written, name)) || ''

/** As many names as a sentence bears. */
const NAMED = 5

/** Names in a sentence: `a, b and 3 more`. */
export function listed(names: readonly string[], most = NAMED): string {
  const more = names.length - most
  return more > 0 ? `${names.slice(0, most).join(', ')} and ${more} more` : names.join(', ')
}

/** The beginning of a text, to quote. */
export const quoted = (text: string, most = 80): string => {
  const line = text.replace(/\s+/g, ' ').trim()
  return `“${line.length > most ? `${line.slice(0, most).toWellFormed()}…` : line}”`
}

/** A text of a tool, and where it stands. */
export interface PlacedText {
  where: string
  text: string
}

/**
 * Characters of one tool that are looked at: more than any tool of the published catalogs has, by a
 * hundred.
 */
const MOST_CHARACTERS = 400_000
/** Schemas and examples are cut at 64 levels when they are imported. */
const DEEPEST = 70

/**
 * Every text that a tool or its author’s layer holds, its schema’s keys, values and examples
 * included, up to a bound.
 */
function textsOf({ tool, layer }: CatalogTool): PlacedText[] {
  const texts: PlacedText[] = []
  let left = MOST_CHARACTERS
  const add = (where: string, value: JsonValue | undefined, depth = 0): void => {
    if (left <= 0 || depth > DEEPEST || value === undefined || value === null) return
    if (typeof value === 'string') {
      if (value.length < SHORTEST) return
      texts.push({ where, text: value.slice(0, left) })
      left -= value.length
    } else if (Array.isArray(value)) {
      for (const each of value) add(where, each, depth + 1)
    } else if (typeof value === 'object') {
      for (const [key, each] of Object.entries(value)) {
        add(where, key, depth + 1)
        add(where, each, depth + 1)
      }
    }
  }
  add('description', tool.description)
  add('model-facing description', layer.modelDescription)
  add('retrieval description', layer.description)
  add('when to use it', layer.whenToUse)
  add('what it does not do', layer.limits)
  add('name', tool.name)
  add('server', tool.server)
  add('title', tool.title)
  add('parameters', tool.parameters)
  add('response', tool.response)
  add('examples', tool.examples)
  add('tags', layer.tags ?? tool.tags)
  add('questions', layer.questions)
  add('topics', layer.topics)
  add('parameters’ retrieval descriptions', layer.parameters)
  add('note', layer.note)
  return texts
}

/** A word of one character says nothing, and cannot hide anything either. */
const SHORTEST = 2
