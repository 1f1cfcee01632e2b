import { serverOf, tagsOf, visibilityOf } from '../../domain/catalog-tool'
import type { CatalogTool } from '../../domain/tool'
import type { ToolFilter } from '../kit'

/** Tells whether a filter lets a tool through. */
export function passing({
  tags,
  servers,
  visibilities,
}: ToolFilter): (entry: CatalogTool) => boolean {
  const passes = (wanted: readonly string[], had: string[]) =>
    wanted.length === 0 || had.some((value) => wanted.includes(value))
  return (entry) =>
    passes(visibilities, [visibilityOf(entry)]) &&
    passes(servers, [serverOf(entry) ?? '']) &&
    passes(tags, tagsOf(entry))
}
