import type { Source, SourceChange } from '../../domain/catalog/source'
import { Problem } from '../../domain/problem'
import type { Tool, ToolId } from '../../domain/tool/tool'
import { isSame } from '../editing/written-fields'
import type { ReadSource } from '../sources/read-source'
import type { CatalogDifference, ChangedTool, ComparedField } from './catalog-change'
import { changedRow } from './change-lists'

/** A source that was read. */
export interface ImportedSource extends ReadSource {
  readAt: string
  /** Golden queries that taking it over breaks, as far as they were asked. */
  broken: readonly BrokenQuery[]
}

export interface BrokenQuery {
  tool: ToolId
  id: string
  text: string
}

/**
 * Changes that are kept to be looked at, and characters of their texts: a source that changes all
 * of itself is another one.
 */
const MOST_CHANGES = 500
const TEXT_CHARACTERS = 400

/** @throws Problem `conflict` where the source was added, renamed or removed while it was read. */
export function checkIsStill({ name, isNew }: ImportedSource, sources: readonly Source[]): void {
  if (isNew !== sources.some((each) => each.name === name)) return
  throw new Problem(
    'conflict',
    isNew
      ? `A source “${name}” was added meanwhile.`
      : `The source “${name}” was renamed or removed meanwhile.`,
    'Look at the list of sources, then read it again.',
  )
}

/** The tools that a source held when it was read last, and that no other source holds. */
export function toolsOf(name: string, sources: readonly Source[]): ReadonlySet<ToolId> {
  const others = new Set(sources.filter((each) => each.name !== name).flatMap(({ tools }) => tools))
  const held = sources.find((each) => each.name === name)?.tools ?? []
  return new Set(held.filter((id) => !others.has(id)))
}

/**
 * The source as it is to be kept: nothing where reading it changed nothing. Tools that are missing
 * and stay are still its own, so that the next reading tells of them again.
 */
export function sourceAfter(
  { incomplete: _, isNew: __, broken, ...source }: ImportedSource,
  sources: readonly Source[],
  {
    tools,
    difference,
    removeMissing,
  }: { tools: readonly Tool[]; difference: CatalogDifference; removeMissing: boolean },
): Source[] {
  const before = sources.find(({ name }) => name === source.name)
  const stay = removeMissing ? [] : difference.removed.map(({ tool }) => tool.id)
  const ids = [...tools.map(({ id }) => id), ...stay]
  const { added, changed } = difference
  // What a new source changes was looked at when it was added.
  const news = (before ? changed.filter(changesDefinition) : []).map((change) =>
    changeOf(change, source.readAt, broken),
  )
  const known = new Set(news.map(({ tool }) => tool))
  const earlier = before?.changed.filter(({ tool }) => !known.has(tool) && ids.includes(tool)) ?? []
  const after = {
    ...source,
    tools: [...new Set(ids)].sort(),
    changed: [...news, ...earlier].slice(0, MOST_CHANGES),
  }
  const isChanged =
    added.length + changed.length > 0 ||
    !before ||
    !isSame({ ...before, readAt: '' }, { ...after, readAt: '' })
  return isChanged ? [after] : []
}

const DEFINITION: ReadonlySet<ComparedField> = new Set([
  ...(['name', 'title', 'description', 'parameters', 'response', 'annotations'] as const),
])

/** What an agent is told of the tool, or may rely on: tags and edges are not. */
const changesDefinition = ({ fields }: ChangedTool): boolean =>
  fields.some((field) => DEFINITION.has(field))

function changeOf(change: ChangedTool, at: string, broken: readonly BrokenQuery[]): SourceChange {
  const { id, fields } = changedRow(change)
  return {
    tool: id,
    at,
    fields: fields.map(({ field, before, after }) => ({
      field,
      before: shortened(before),
      after: shortened(after),
    })),
    broken: broken
      .filter(({ tool }) => tool === id)
      .map(({ id: query, text }) => ({ id: query, text })),
  }
}

const shortened = (text: string): string =>
  text.length > TEXT_CHARACTERS ? `${text.slice(0, TEXT_CHARACTERS).toWellFormed()}…` : text
