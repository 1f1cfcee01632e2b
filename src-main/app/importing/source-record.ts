import type { Source } from '../../domain/catalog/source'
import type { Tool, ToolId } from '../../domain/tool/tool'
import { isSame } from '../editing/written-fields'
import type { ReadSource } from '../sources/read-source'
import type { CatalogDifference } from './catalog-change'

/** A source that was read. */
export interface ImportedSource extends ReadSource {
  readAt: string
}

/** The tools that a source held when it was read last, and that no other source holds. */
export function toolsOf(name: string, sources: readonly Source[]): ReadonlySet<ToolId> {
  const others = new Set(sources.filter((each) => each.name !== name).flatMap(({ tools }) => tools))
  const held = sources.find((each) => each.name === name)?.tools ?? []
  return new Set(held.filter((id) => !others.has(id)))
}

/**
 * The source as it is to be kept: nothing where reading it changed nothing. Tools that are missing and stay are still its own, so
 * that the next reading tells of them again.
 */
export function sourceAfter(
  { incomplete: _, ...source }: ImportedSource,
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
  const after = { ...source, tools: [...new Set(ids)].sort() }
  const { added, changed } = difference
  const isChanged =
    added.length + changed.length > 0 ||
    !before ||
    !isSame({ ...before, readAt: '' }, { ...after, readAt: '' })
  return isChanged ? [after] : []
}
