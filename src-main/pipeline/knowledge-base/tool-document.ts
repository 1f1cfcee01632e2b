import { descriptionOf, tagsOf } from '../../domain/tool/catalog-tool'
import type { Component } from '../../domain/tool/document'
import { parametersOf } from '../../domain/tool/schema-parameters'
import type { CatalogTool, Tool } from '../../domain/tool/tool'
import { named } from '../../domain/value/json'
import { splitIdentifier } from '../text/analyse'

interface DocumentPart {
  component: Component
  text: string
  /** Characters of it that are left out, where it is too long. */
  leftOut?: number
}

/**
 * Characters of one part that are matched and embedded: ten times what the longest published
 * descriptions have.
 */
const LONGEST_PART = 32_000

/**
 * The tool document's parts that are not empty, in the order of `components` (Toolshed, section
 * 3.1). The author's layer takes the place of what was imported.
 */
export function documentParts(
  entry: CatalogTool,
  components: readonly Component[],
): DocumentPart[] {
  return components
    .map((component) => partOf(component, TEXTS[component](entry)))
    .filter(({ text }) => text !== '')
}

function partOf(component: Component, text: string): DocumentPart {
  const leftOut = text.length - LONGEST_PART
  return leftOut > 0 ? { component, text: shortened(text), leftOut } : { component, text }
}

/** As much of a text as is matched and embedded. */
export const shortened = (text: string): string =>
  text.length > LONGEST_PART ? text.slice(0, LONGEST_PART).toWellFormed() : text

/** The title, where it says something else than the name; empty otherwise. */
export function ownTitle({ name, title = '' }: Tool): string {
  const plain = (text: string) => splitIdentifier(text).toLowerCase()
  return plain(title) === plain(name) ? '' : title
}

/** The retrieval text: what is matched and, with its identifiers written as words, embedded. */
export const documentText = (entry: CatalogTool, components: readonly Component[]): string =>
  documentParts(entry, components)
    .map(({ text }) => text)
    .join('\n')

/** What the tool document leaves out of the tool's schema, in sentences. */
export function documentNotices({ tool }: CatalogTool): string[] {
  const { cut, unresolved } = parametersOf(tool.parameters)
  return unresolved.length > 0
    ? [...cut, `Nothing is known of what ${listed(unresolved)} stands for`]
    : cut
}

/** As many as a sentence bears. */
const MOST_LISTED = 5

const listed = (names: string[]): string =>
  names.length > MOST_LISTED
    ? `${names.slice(0, MOST_LISTED).join(', ')} and ${names.length - MOST_LISTED} more`
    : names.join(', ')

const TEXTS: Record<Component, (entry: CatalogTool) => string> = {
  name: ({ tool }) => [tool.name, ownTitle(tool)].filter((text) => text !== '').join(' '),
  description: descriptionOf,
  whenToUse: ({ layer }) => layer.whenToUse ?? '',
  limits: ({ layer }) => layer.limits ?? '',
  parameters: ({ tool, layer }) => parameterLines(tool, layer.parameters).join('\n'),
  questions: ({ layer }) => (layer.questions ?? []).join('\n'),
  topics: ({ layer }) => (layer.topics ?? []).join(', '),
  tags: (entry) => tagsOf(entry).join(', '),
  values: ({ tool }) => valueLines(tool).join('\n'),
  server: ({ tool }) => tool.server ?? '',
}

/** The author's descriptions are of the tool's own parameters, not of namesakes within them. */
const parameterLines = (
  tool: Tool,
  descriptions: Readonly<Record<string, string>> = {},
): string[] =>
  parametersOf(tool.parameters).parameters.map(({ name, level, description }) => {
    const said = (level === 1 ? named(descriptions, name) : undefined) ?? description
    return said ? `${name}: ${said}` : name
  })

const valueLines = (tool: Tool): string[] =>
  parametersOf(tool.parameters).parameters.flatMap(({ values }) => {
    const words = values.filter((value) => typeof value === 'string')
    return words.length > 0 ? [words.join(', ')] : []
  })

/** A tool’s name and description, as a model is told them; nothing of one that is not there. */
export const definitionText = (entry: CatalogTool | undefined): string =>
  entry ? `${entry.tool.name}: ${descriptionOf(entry)}` : ''
