import { GOLDEN_COLUMNS } from '../../../../src-main/contract/columns/golden'
import type { GoldenRow } from '../../../../src-main/contract/golden'
import { tableColumns, type TableColumn } from '../../../components/table-column'

interface Shown {
  /** Whether the list has the window to itself; beside an open tool, only what tells queries apart is told. */
  isWide: boolean
  /** Whether any query of the set leaks, and has tags: a column of nothing is left out. */
  leaks: boolean
  tags: boolean
}

/** What is told of golden queries. */
export const goldenColumns = ({ isWide, leaks, tags }: Shown): TableColumn<GoldenRow>[] =>
  tableColumns<GoldenRow, keyof typeof GOLDEN_COLUMNS>(GOLDEN_COLUMNS, {
    text: { width: 'minmax(180px, 3fr)' },
    tools: { width: 'minmax(140px, 2fr)' },
    ...(leaks && { leaks: { width: '120px' } }),
    ...(isWide && tags && { tags: { width: 'minmax(80px, 1fr)' } }),
    ...(isWide && { besides: { width: '130px' }, origin: { width: '90px' } }),
  })
