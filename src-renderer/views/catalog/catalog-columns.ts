import type { CatalogRow } from '../../../src-main/contract/catalog-routes'
import type { TableColumn } from '../../components/table-column'
import { formatTokens } from '../../words/number-words'

/** The list's columns; beside an open tool only those that help to find the next one. */
export function catalogColumns(wide: boolean): TableColumn<CatalogRow>[] {
  const tags: TableColumn<CatalogRow> = { key: 'tags', title: 'Tags', width: '190px' }
  const parameters: TableColumn<CatalogRow> = {
    key: 'parameters',
    title: 'Parameters',
    width: '96px',
    align: 'end',
    sortable: true,
    value: (row) => row.parameters,
  }
  return [
    { key: 'name', title: 'Tool', width: 'minmax(140px, 1.4fr)', sortable: true },
    {
      key: 'server',
      title: 'Server',
      width: wide ? '130px' : '88px',
      sortable: true,
      value: ({ server }) => server,
    },
    {
      key: 'description',
      title: 'Description',
      width: wide ? 'minmax(160px, 3fr)' : 'minmax(60px, 1.2fr)',
    },
    ...(wide ? [tags, parameters] : []),
    {
      key: 'promptTokens',
      title: wide ? 'Definition' : 'Size',
      unit: 'tokens',
      width: wide ? '140px' : '100px',
      align: 'end',
      sortable: true,
      value: ({ promptTokens, tokensEstimated }) => formatTokens(promptTokens, tokensEstimated),
    },
  ]
}
