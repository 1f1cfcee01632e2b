import { BUNDLE_COLUMNS, LOGGED_COLUMNS } from '../../../../src-main/contract/columns/history'
import type { LoggedBundle, LoggedQuery } from '../../../../src-main/contract/history'
import { tableColumns, type TableColumn } from '../../../components/table-column'

/** What is told of logged queries; beside an open tool, only what tells them apart. */
export const queryColumns = (isWide: boolean): TableColumn<LoggedQuery>[] =>
  tableColumns<LoggedQuery, keyof typeof LOGGED_COLUMNS>(LOGGED_COLUMNS, {
    query: { width: 'minmax(180px, 2fr)' },
    tools: { width: 'minmax(140px, 2fr)' },
    ...(isWide && { loggedAt: { width: '110px' }, from: { width: '150px' } }),
  })

/** What is told of bundles. */
export const bundleColumns = (isWide: boolean): TableColumn<LoggedBundle>[] =>
  tableColumns<LoggedBundle, keyof typeof BUNDLE_COLUMNS>(BUNDLE_COLUMNS, {
    tools: { width: 'minmax(180px, 2fr)' },
    queries: { width: '80px' },
    ...(isWide && {
      example: { width: 'minmax(140px, 2fr)' },
      last: { width: '110px' },
      first: { width: '110px' },
    }),
  })
