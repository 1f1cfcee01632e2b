import { TOOL_COLUMNS } from '../../../src-main/contract/columns/tools'
import type { CatalogRow } from '../../../src-main/contract/catalog'
import { tableColumns, type TableColumn } from '../../components/table-column'
import { formatTokens } from '../../words/number-words'
import type { Facets } from './useCatalog'

/**
 * The list's columns; beside an open tool those alone that help to find the next one, unless others
 * are chosen, and none that no tool has anything in.
 * @param facets what all tools have; left out: not counted yet.
 */
export function catalogColumns(wide: boolean, facets?: Facets): TableColumn<CatalogRow>[] {
  const besideTool = wide ? {} : ({ shown: 'if-chosen' } as const)
  const columns = tableColumns<CatalogRow, keyof typeof TOOL_COLUMNS>(TOOL_COLUMNS, {
    name: { width: 'minmax(110px, 1.8fr)', sortable: true, shown: 'always' },
    server: { width: wide ? 'minmax(60px, 1.1fr)' : 'minmax(56px, 0.8fr)', sortable: true },
    description: { width: wide ? 'minmax(60px, 3.4fr)' : 'minmax(40px, 1.2fr)' },
    tags: { width: 'minmax(70px, 1.9fr)', ...besideTool },
    parameters: { width: '92px', sortable: true, ...besideTool },
    questions: { width: '92px', sortable: true, shown: 'if-chosen' },
    dependencies: { width: '108px', sortable: true, shown: 'if-chosen' },
    visibility: { width: '92px', sortable: true, shown: 'if-chosen' },
    promptTokens: { width: wide ? '128px' : '96px', sortable: true },
  })
  const empty = emptyColumns(facets)
  return columns
    .filter(({ key }) => !empty.has(key))
    .map((column) =>
      column.key === 'promptTokens' ? { ...column, ...tokens, ...(wide ? {} : SIZE) } : column,
    )
}

const tokens = {
  value: ({ promptTokens, tokensEstimated }: CatalogRow) =>
    formatTokens(promptTokens, tokensEstimated),
}
/** There is no room for more beside an open tool. */
const SIZE = { title: 'Size' }

const emptyColumns = (facets?: Facets): ReadonlySet<string> =>
  new Set([
    ...(facets?.servers.length === 0 ? ['server'] : []),
    ...(facets?.tags.length === 0 ? ['tags'] : []),
  ])
