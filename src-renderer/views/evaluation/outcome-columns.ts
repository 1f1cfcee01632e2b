import { outcomeColumns } from '../../../src-main/contract/columns/runs'
import type { OutcomeRow } from '../../../src-main/contract/evaluation'
import type { Run } from '../../../src-main/domain/run/run'
import { tableColumns, type TableColumn } from '../../components/table-column'

/** With the detail beside it the list has room for what tells queries apart. */
const BESIDE_DETAIL = 3

/**
 * The columns of a run's queries at one k; `recall`, `golden`, `lost` and `ask` are drawn by the
 * table.
 */
export function shownOutcomeColumns(
  run: Run | undefined,
  k: number | undefined,
  isBesideDetail: boolean,
): TableColumn<OutcomeRow>[] {
  const model = outcomeColumns(run ?? NO_RUN, k)
  const told = tableColumns<OutcomeRow, keyof typeof model>(model, {
    recall: { width: '86px' },
    text: { width: 'minmax(140px, 1fr)' },
    golden: { width: 'minmax(170px, 1fr)' },
    tokens: { width: '104px' },
    latency: { width: '90px' },
  })
  const [recall, text, golden, ...figures] = told.map((column) =>
    column.key === 'golden' ? { ...column, unit: '#' } : column,
  )
  const columns: (TableColumn<OutcomeRow> | undefined)[] = [
    recall,
    text,
    golden,
    { key: 'lost', title: 'Lost', width: 'minmax(96px, 172px)' },
    ...figures,
    { key: 'ask', title: 'Ask', width: '46px' },
  ]
  const shown = columns.filter((column) => column !== undefined)
  return isBesideDetail ? shown.slice(0, BESIDE_DETAIL) : shown
}

const NO_RUN = { k: [], tokenizer: '' }
