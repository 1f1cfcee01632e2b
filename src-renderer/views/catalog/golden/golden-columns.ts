import type { GoldenRow } from '../../../../src-main/contract/golden'
import { plainText } from '../../../../src-main/domain/value/plain-text'
import type { TableColumn } from '../../../components/table-column'
import { toolNames } from '../history/logged-words'

/** The right tools of a query, or that there is none. */
const rightTools = ({ tools }: GoldenRow): string =>
  tools.length === 0 ? 'No tool is right' : toolNames(tools)

/** What a query holds besides its tools, in few words. */
function besidesOf({ query: { turns, calls, grades } }: GoldenRow): string {
  const parts = [
    turns && `${turns.length} before`,
    grades && 'grades',
    calls && (calls.length === 1 ? '1 call' : `${calls.length} calls`),
  ]
  return parts.filter(Boolean).join(', ')
}

interface Shown {
  /** Whether the list has the window to itself; beside an open tool, only what tells queries apart is told. */
  isWide: boolean
  /** Whether any query of the set leaks, and has tags: a column of nothing is left out. */
  leaks: boolean
  tags: boolean
}

const COLUMNS: readonly (TableColumn<GoldenRow> & { isShown(shown: Shown): boolean })[] = [
  {
    key: 'text',
    title: 'Query',
    width: 'minmax(180px, 3fr)',
    value: ({ query }) => plainText(query.text),
    isShown: () => true,
  },
  {
    key: 'tools',
    title: 'Right tools',
    width: 'minmax(140px, 2fr)',
    value: rightTools,
    isShown: () => true,
  },
  {
    key: 'leaks',
    title: 'Leaks',
    width: '120px',
    value: ({ leaks }) => leakWord(leaks),
    isShown: ({ leaks }) => leaks,
  },
  {
    key: 'tags',
    title: 'Tags',
    width: 'minmax(80px, 1fr)',
    value: ({ query }) => (query.tags ?? []).map(plainText).join(', '),
    isShown: ({ isWide, tags }) => isWide && tags,
  },
  {
    key: 'besides',
    title: 'Besides',
    width: '130px',
    value: besidesOf,
    isShown: ({ isWide }) => isWide,
  },
  {
    key: 'origin',
    title: 'Labels',
    width: '90px',
    value: ({ query }) => query.origin,
    isShown: ({ isWide }) => isWide,
  },
]

/** What is told of golden queries. */
export const goldenColumns = (shown: Shown): TableColumn<GoldenRow>[] =>
  COLUMNS.filter(({ isShown }) => isShown(shown))

/** What a query repeats, in a word or two. */
function leakWord([first]: GoldenRow['leaks']): string {
  if (!first) return ''
  const kind = { question: 'question', example: 'example', logged: 'logged' }[first.kind]
  return first.isSame ? kind : `nearly: ${kind}`
}
