import type { CatalogTool } from '../../domain/tool'
import type { StandardField } from '../kit'

/**
 * The texts of one standardised field: a tool's parameters as `name: {…}` and its examples by what their user wants, one
 * each. A tool that is not standardised has none. MFTR, section 3.1.
 */
export function fieldTexts({ tool }: CatalogTool, field: StandardField): string[] {
  const { standardised } = tool
  if (!standardised) return []
  switch (field) {
    case 'description':
      return [standardised.description]
    case 'parameters':
      return Object.entries(standardised.parameters).map(
        ([name, described]) => `${name}: ${JSON.stringify(described)}`,
      )
    case 'response':
      return [standardised.response]
    case 'examples':
      return standardised.examples.flatMap(({ intent }) => intent ?? [])
  }
}
