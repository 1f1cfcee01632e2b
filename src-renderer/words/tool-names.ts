import type { NamedTool } from '../../src-main/contract/columns/column'
import { plainText } from '../../src-main/domain/value/plain-text'

/** Tools by their names; those that the catalog lost are said to be. */
export const toolNames = (tools: readonly NamedTool[]): string => tools.map(toolName).join(', ')

export const toolName = ({ name, isInCatalog }: NamedTool): string =>
  `${plainText(name)}${isInCatalog ? '' : ' (not in the catalog)'}`
