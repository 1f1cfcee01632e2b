import type { OutcomeRow } from '../../../src-main/contract/evaluation'
import { nameAt } from '../../../src-main/domain/measure/name'
import type { Run } from '../../../src-main/domain/run/run'
import type { TableColumn } from '../../components/table-column'
import { formatCount, formatLatency } from '../../words/number-words'
import { promptTokensAt } from './outcome-words'

/** With the detail beside it the list has room for what tells queries apart. */
const BESIDE_DETAIL = 3

/** The columns of a run's queries at one k; `recall`, `golden`, `lost` and `ask` are drawn by the table. */
export function outcomeColumns(
  run: Run | undefined,
  k: number | undefined,
  isBesideDetail: boolean,
): TableColumn<OutcomeRow>[] {
  const tokensText = (row: OutcomeRow): string => {
    const tokens = run && promptTokensAt(row, run, k)
    return tokens === undefined ? '–' : formatCount(tokens)
  }
  const columns: TableColumn<OutcomeRow>[] = [
    { key: 'recall', title: nameAt('Recall', k), width: '86px', align: 'end' },
    { key: 'text', title: 'Query', width: 'minmax(140px, 1fr)', value: ({ text }) => text },
    { key: 'golden', title: 'Golden tools', unit: '#', width: 'minmax(170px, 1fr)' },
    { key: 'lost', title: 'Lost', width: 'minmax(96px, 172px)' },
    { key: 'tokens', title: 'Prompt', unit: 'tokens', ...figure('104px'), value: tokensText },
    {
      key: 'latency',
      title: 'Latency',
      unit: 'ms',
      ...figure('90px'),
      value: ({ latencyMs }) => formatLatency(latencyMs),
    },
    { key: 'ask', title: 'Ask', width: '46px' },
  ]
  return isBesideDetail ? columns.slice(0, BESIDE_DETAIL) : columns
}

const figure = (width: string) => ({ width, align: 'end' as const })
