import { dependenciesOf } from '../tool/catalog-tool'
import { parametersOf } from '../tool/schema-parameters'
import type { CatalogTool } from '../tool/tool'

/** Tools with parameters from which on it is worth looking which of them need others. */
const FEWEST = 10

/**
 * Whether no tool of a catalog depends on another, and enough have parameters to look for such
 * needs.
 */
export function lacksEdges(tools: readonly CatalogTool[]): boolean {
  if (tools.some((entry) => dependenciesOf(entry).length > 0)) return false
  let found = 0
  for (const { tool } of tools) {
    if (parametersOf(tool.parameters).parameters.length > 0 && ++found >= FEWEST) return true
  }
  return false
}
