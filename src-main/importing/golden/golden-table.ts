import type { Report } from '../catalog/report'
import type { LabelledQuery } from '../catalog/resolve-labels'
import { unevenRows } from '../catalog/rows'
import { lineAt } from '../reading/place'
import type { SourceFile } from '../reading/source-file'
import { columnNamed, columnsText, listCell, readTable } from '../reading/table'
import type { Table } from '../reading/table'
import { UnreadableFile } from '../reading/unreadable-file'

const COLUMN_NAMES = {
  query: ['query', 'text', 'question', 'userquery', 'prompt', 'input'],
  tools: ['tools', 'tool', 'expectedtools', 'goldentools', 'labels', 'toolid', 'toolids'],
  id: ['id', 'queryid', 'qid'],
  relevance: ['relevance', 'grade'],
  split: ['split', 'subset'],
}

type Columns = Partial<Record<keyof typeof COLUMN_NAMES, string>>

/**
 * The golden queries of a table, by split (`''` where the table has none). With a column of relevance a row is one
 * judgement, and the rows of one query belong together.
 */
export function readGoldenTable(file: SourceFile, report: Report): Map<string, LabelledQuery[]> {
  const table = readTable(file)
  const columns = columnsOf(table)
  if (columns.query === undefined || columns.tools === undefined) {
    throw new UnreadableFile(
      file.path,
      'has no columns of queries and tools',
      `Name one column "query" and one "tools"; there are: ${columnsText(table.header)}.`,
    )
  }
  for (const row of unevenRows(file.path, table)) report.add(row)
  const splits = new Map<string, LabelledQuery[]>()
  const judged = new Map<string, LabelledQuery>()
  for (const { split, query } of readRows(file.path, table, columns)) {
    const key = JSON.stringify([split, columns.id === undefined ? query.text : query.id])
    const earlier = columns.relevance === undefined ? undefined : judged.get(key)
    if (earlier) merge(earlier, query)
    else {
      judged.set(key, query)
      const queries = splits.get(split)
      if (queries) queries.push(query)
      else splits.set(split, [query])
    }
  }
  return splits
}

const columnsOf = ({ header }: Table): Columns =>
  Object.fromEntries(
    Object.entries(COLUMN_NAMES).map(([field, names]) => [field, columnNamed(header, names)]),
  )

interface SplitQuery {
  split: string
  query: LabelledQuery
}

function readRows(path: string, { header, rows }: Table, columns: Columns): SplitQuery[] {
  const known = new Set(Object.values(columns))
  return rows.map(({ line, cells }) => {
    const cell = (column: string | undefined) =>
      column === undefined ? '' : (cells[header.indexOf(column)] ?? '')
    const extra = header.flatMap((column, at) =>
      known.has(column) || !cells[at] ? [] : [[column, cells[at]] as const],
    )
    const query: LabelledQuery = {
      id: cell(columns.id).trim() || String(line),
      text: cell(columns.query).trim(),
      ...labelsOf(listCell(cell(columns.tools), /[;\n]/), cell(columns.relevance)),
      origin: 'human',
      ...(extra.length > 0 && { extra: Object.fromEntries(extra) }),
      where: lineAt(path, line),
    }
    return { split: cell(columns.split).trim(), query }
  })
}

/** One relevance for all tools of the row, or one for each, separated as the tools are; 0 or less says "not this tool". */
function labelsOf(tools: string[], relevance: string): Pick<LabelledQuery, 'tools' | 'grades'> {
  const written = listCell(relevance, /[;\n]/).map(Number)
  const graded = tools.map((tool, at) => ({ tool, grade: written[at] ?? written[0] }))
  const right = graded.filter(({ grade }) => grade === undefined || grade > 0)
  const grades = right.flatMap(({ tool, grade }) => (grade ? [[tool, grade] as const] : []))
  return {
    tools: right.map(({ tool }) => tool),
    ...(grades.length > 0 && { grades: Object.fromEntries(grades) }),
  }
}

function merge(query: LabelledQuery, { tools, grades }: LabelledQuery): void {
  query.tools.push(...tools)
  if (grades) query.grades = { ...query.grades, ...grades }
}
