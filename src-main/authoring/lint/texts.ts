import type { CatalogTool, JsonValue } from '../../domain/tool'

/** A text of a tool, and where it stands. */
export interface PlacedText {
  where: string
  text: string
}

/** Characters of one tool that are looked at: more than any tool of the published catalogs has, by a hundred. */
const MOST_CHARACTERS = 400_000
/** Schemas and examples are cut at 64 levels when they are imported. */
const DEEPEST = 70

/** Every text that a tool or its author’s layer holds, its schema’s keys, values and examples included, up to a bound. */
export function textsOf({ tool, layer }: CatalogTool): PlacedText[] {
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
