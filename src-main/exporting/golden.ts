import { named } from '../domain/value/json'
import type { GoldenQuery, GoldenSet } from '../domain/query/golden-set'
import { csvText, jsonCell, listText } from '../domain/value/csv'
import { jsonText } from './export-format'

/** A column of the table, and whether a set needs it. */
interface Column {
  title: string
  cell(query: GoldenQuery): string
  isNeeded(query: GoldenQuery): boolean
}

const always = () => true

const COLUMNS: readonly Column[] = [
  { title: 'id', cell: ({ id }) => id, isNeeded: always },
  { title: 'query', cell: ({ text }) => text, isNeeded: always },
  { title: 'tools', cell: ({ tools }) => listText(tools), isNeeded: always },
  { title: 'relevance', cell: (query) => gradesText(query), isNeeded: ({ grades }) => !!grades },
  {
    title: 'no tool is right',
    cell: ({ tools }) => (tools.length === 0 ? 'yes' : ''),
    isNeeded: ({ tools }) => tools.length === 0,
  },
  {
    title: 'earlier turns',
    cell: ({ turns }) => (turns ? jsonCell(turns) : ''),
    isNeeded: ({ turns }) => !!turns,
  },
  {
    title: 'expected calls',
    cell: ({ calls }) => (calls ? jsonCell(calls) : ''),
    isNeeded: ({ calls }) => !!calls,
  },
  {
    title: 'tags',
    cell: ({ tags }) => (tags ? jsonCell(tags) : ''),
    isNeeded: ({ tags }) => !!tags,
  },
]

/**
 * A golden set as text: JSON keeps all of it; CSV all but origins, recorded rewritings and fields
 * that we do not know.
 */
export function exportGoldenSet(set: GoldenSet, format: 'json' | 'csv'): string {
  if (format === 'json') return jsonText(set)
  const columns = COLUMNS.filter(
    ({ isNeeded }) => isNeeded === always || set.queries.some(isNeeded),
  )
  const rows = set.queries.map((query) => columns.map(({ cell }) => cell(query)))
  return csvText([columns.map(({ title }) => title), ...rows])
}

const gradesText = ({ tools, grades }: GoldenQuery): string =>
  tools.map((tool) => named(grades, tool) ?? 1).join(';')
