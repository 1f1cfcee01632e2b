import type { CatalogRow } from '../../../src-main/contract/catalog'
import type { TableColumn } from '../../components/table-column'
import { formatTokens } from '../../words/number-words'
import type { Facets } from './useCatalog'

/**
 * The list's columns; beside an open tool those alone that help to find the next one, unless others are chosen, and none that no
 * tool has anything in.
 * @param facets what all tools have; left out: not counted yet.
 */
export function catalogColumns(wide: boolean, facets?: Facets): TableColumn<CatalogRow>[] {
  const besideTool = wide ? {} : ({ shown: 'if-chosen' } as const)
  const columns: TableColumn<CatalogRow>[] = [
    {
      key: 'name',
      title: 'Tool',
      width: 'minmax(110px, 1.8fr)',
      sortable: true,
      shown: 'always',
    },
    {
      key: 'server',
      title: 'Server',
      width: wide ? 'minmax(60px, 1.1fr)' : 'minmax(56px, 0.8fr)',
      sortable: true,
      value: ({ server }) => server,
    },
    {
      key: 'description',
      title: 'Description',
      width: wide ? 'minmax(60px, 3.4fr)' : 'minmax(40px, 1.2fr)',
    },
    { key: 'tags', title: 'Tags', width: 'minmax(70px, 1.9fr)', ...besideTool },
    { ...numbers('parameters', 'Parameters', '92px'), ...besideTool },
    { ...numbers('questions', 'Questions', '92px'), shown: 'if-chosen' },
    { ...numbers('dependencies', 'Dependencies', '108px'), shown: 'if-chosen' },
    {
      ...{ key: 'visibility', title: 'Visibility', width: '92px', sortable: true },
      value: ({ visibility }) => visibility,
      shown: 'if-chosen',
    },
    {
      key: 'promptTokens',
      title: wide ? 'Definition' : 'Size',
      unit: 'tokens',
      width: wide ? '128px' : '96px',
      align: 'end',
      sortable: true,
      value: ({ promptTokens, tokensEstimated }) => formatTokens(promptTokens, tokensEstimated),
    },
  ]
  const empty = emptyColumns(facets)
  return columns.filter(({ key }) => !empty.has(key))
}

const numbers = (
  key: 'parameters' | 'questions' | 'dependencies',
  title: string,
  width: string,
): TableColumn<CatalogRow> => ({
  ...{ key, title, width, align: 'end', sortable: true },
  value: (row) => row[key],
})

const emptyColumns = (facets?: Facets): ReadonlySet<string> =>
  new Set([
    ...(facets?.servers.length === 0 ? ['server'] : []),
    ...(facets?.tags.length === 0 ? ['tags'] : []),
  ])
