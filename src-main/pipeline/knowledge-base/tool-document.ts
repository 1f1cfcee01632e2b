import { named } from '../../domain/by-name'
import type { CatalogTool, JsonObject, JsonValue } from '../../domain/tool'
import type { Component } from '../../domain/tool-document'
import { splitIdentifier } from './split-identifier'

export interface DocumentPart {
  component: Component
  text: string
}

/** Deeper parameters say too little about a tool to be worth matching. */
const DEEPEST_PARAMETER = 4

/**
 * The tool document's parts that are not empty, in the order of `components` (Toolshed, section 3.1). The author's
 * layer takes the place of what was imported.
 */
export function documentParts(
  entry: CatalogTool,
  components: readonly Component[],
): DocumentPart[] {
  return components
    .map((component) => ({ component, text: TEXTS[component](entry) }))
    .filter(({ text }) => text !== '')
}

/** The retrieval text: what is matched and, with its identifiers written as words, embedded. */
export const documentText = (entry: CatalogTool, components: readonly Component[]): string =>
  documentParts(entry, components)
    .map(({ text }) => text)
    .join('\n')

const TEXTS: Record<Component, (entry: CatalogTool) => string> = {
  name: ({ tool }) => withTitle(tool.name, tool.title),
  description: ({ tool, layer }) => layer.description ?? tool.description,
  parameters: ({ tool, layer }) =>
    parameterLines(tool.parameters, layer.parameters ?? {}, 1).join('\n'),
  questions: ({ layer }) => (layer.questions ?? []).join('\n'),
  topics: ({ layer }) => (layer.topics ?? []).join(', '),
}

function withTitle(name: string, title = ''): string {
  const plain = (text: string) => splitIdentifier(text).toLowerCase()
  return title === '' || plain(title) === plain(name) ? name : `${name} ${title}`
}

function parameterLines(
  schema: JsonObject,
  descriptions: Record<string, string>,
  level: number,
): string[] {
  const properties = objectOf(objectOf(schema['items'])['properties'] ?? schema['properties'])
  return Object.entries(properties).flatMap(([name, value]) => {
    const property = objectOf(value)
    const said = named(descriptions, name) ?? property['description']
    const line = typeof said === 'string' && said !== '' ? `${name}: ${said}` : name
    return level < DEEPEST_PARAMETER ? [line, ...parameterLines(property, {}, level + 1)] : [line]
  })
}

const objectOf = (value: JsonValue | undefined): JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? value : {}
