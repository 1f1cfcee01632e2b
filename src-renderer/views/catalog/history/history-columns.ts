import type { LoggedBundle, LoggedQuery } from '../../../../src-main/contract/history'
import { plainText } from '../../../../src-main/domain/value/plain-text'
import type { TableColumn } from '../../../components/table-column'
import { ageText } from '../../../words/age-words'
import { formatCount } from '../../../words/number-words'
import { sourceText, toolNames } from './logged-words'

/** What is told of logged queries; beside an open tool, only what tells them apart. */
export const queryColumns = (isWide: boolean): TableColumn<LoggedQuery>[] => [
  {
    key: 'query',
    title: 'Query',
    width: 'minmax(180px, 2fr)',
    value: ({ query }) => plainText(query),
  },
  {
    key: 'tools',
    title: 'Tools it took',
    width: 'minmax(140px, 2fr)',
    value: ({ tools }) => toolNames(tools),
  },
  ...(isWide
    ? [
        {
          key: 'age',
          title: 'Logged',
          width: '110px',
          value: ({ loggedAt }: LoggedQuery) => ageText(loggedAt),
        },
        {
          key: 'from',
          title: 'From',
          width: '150px',
          value: (row: LoggedQuery) =>
            row.golden === undefined ? sourceText(row) : `${sourceText(row)} · a golden query`,
        },
      ]
    : []),
]

/** What is told of bundles. */
export const bundleColumns = (isWide: boolean): TableColumn<LoggedBundle>[] => [
  {
    key: 'tools',
    title: 'Bundle',
    width: 'minmax(180px, 2fr)',
    value: ({ tools }) => toolNames(tools),
  },
  {
    key: 'queries',
    title: 'Queries',
    width: '80px',
    align: 'end',
    value: ({ queries }) => formatCount(queries),
  },
  ...(isWide
    ? [
        {
          key: 'example',
          title: 'Such as',
          width: 'minmax(140px, 2fr)',
          value: ({ example }: LoggedBundle) => plainText(example),
        },
        {
          key: 'last',
          title: 'Last logged',
          width: '110px',
          value: ({ last }: LoggedBundle) => ageText(last),
        },
        {
          key: 'first',
          title: 'First logged',
          width: '110px',
          value: ({ first }: LoggedBundle) => ageText(first),
        },
      ]
    : []),
]
