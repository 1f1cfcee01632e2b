import { parametersOf } from '../../domain/schema-parameters'
import type { CatalogTool, Tool } from '../../domain/tool'
import type { Component } from '../../domain/tool-document'
import { splitIdentifier } from './split-identifier'

export interface DocumentPart {
  component: Component
  text: string
}

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

/** What the tool document leaves out of the tool's schema, in sentences. */
export function documentNotices(entry: CatalogTool): string[] {
  const { cut, unresolved } = parametersOf(entry.tool.parameters)
  const tooLong = ([component, text]: [string, SchemaText]): string[] =>
    text.of(entry).length > text.most
      ? [`Of the ${component}, the first ${text.most} characters are matched`]
      : []
  return [
    ...cut,
    ...(unresolved.length > 0 ? [`Nothing is known of what ${listed(unresolved)} stands for`] : []),
    ...Object.entries(SCHEMA_TEXTS).flatMap(tooLong),
  ]
}

/** As many as a sentence bears. */
const MOST_LISTED = 5

const listed = (names: string[]): string =>
  names.length > MOST_LISTED
    ? `${names.slice(0, MOST_LISTED).join(', ')} and ${names.length - MOST_LISTED} more`
    : names.join(', ')

interface SchemaText {
  of(entry: CatalogTool): string
  /** Characters that are matched. */
  most: number
}

/** What a document takes from the schema. Measured: parameters of 89 tools of four real MCP servers take 1,718 at most. */
const SCHEMA_TEXTS = {
  parameters: {
    of: ({ tool, layer }) => parameterLines(tool, layer.parameters).join('\n'),
    most: 50_000,
  },
  values: { of: ({ tool }) => valueLines(tool).join('\n'), most: 10_000 },
} satisfies Partial<Record<Component, SchemaText>>

const boundedText = ({ of, most }: SchemaText, entry: CatalogTool): string =>
  of(entry).slice(0, most)

const TEXTS: Record<Component, (entry: CatalogTool) => string> = {
  name: ({ tool }) => withTitle(tool.name, tool.title),
  description: ({ tool, layer }) => layer.description ?? tool.description,
  parameters: (entry) => boundedText(SCHEMA_TEXTS.parameters, entry),
  questions: ({ layer }) => (layer.questions ?? []).join('\n'),
  topics: ({ layer }) => (layer.topics ?? []).join(', '),
  values: (entry) => boundedText(SCHEMA_TEXTS.values, entry),
  server: ({ tool }) => tool.server ?? '',
}

function withTitle(name: string, title = ''): string {
  const plain = (text: string) => splitIdentifier(text).toLowerCase()
  return title === '' || plain(title) === plain(name) ? name : `${name} ${title}`
}

/** The author's descriptions are of the tool's own parameters, not of namesakes within them. */
const parameterLines = (
  tool: Tool,
  descriptions: Readonly<Record<string, string>> = {},
): string[] =>
  parametersOf(tool.parameters).parameters.map(({ name, level, description }) => {
    const isDescribed = level === 1 && Object.hasOwn(descriptions, name)
    const said = isDescribed ? descriptions[name] : description
    return said ? `${name}: ${said}` : name
  })

const valueLines = (tool: Tool): string[] =>
  parametersOf(tool.parameters).parameters.flatMap(({ values }) => {
    const words = values.filter((value) => typeof value === 'string')
    return words.length > 0 ? [words.join(', ')] : []
  })
