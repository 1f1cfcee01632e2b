import type { Report } from '../catalog/report'
import type { LabelledQuery } from '../catalog/resolve-labels'
import { unevenRows } from '../catalog/rows'
import { lineAt } from '../reading/place'
import type { SourceFile } from '../reading/source-file'
import {
  guessColumns,
  looksLikeLabels,
  looksLikeText,
  type ColumnSigns,
} from '../reading/guess-columns'
import { columnsText, listCell, readTable } from '../reading/table'
import type { Table } from '../reading/table'
import { UnreadableFile } from '../reading/unreadable-file'

/** Which column of a table of golden queries holds what; names are the header's. */
export interface GoldenMapping {
  query: string
  /** One tool, or several separated by semicolons or as a JSON list. */
  tools: string
  id?: string | undefined
  relevance?: string | undefined
  split?: string | undefined
}

const SIGNS: Record<keyof GoldenMapping, ColumnSigns> = {
  tools: {
    names: [
      ...['tools', 'tool', 'expectedtools', 'goldentools', 'labels', 'toolid', 'toolids'],
      ...['expectedtool', 'righttools', 'righttool', 'correcttools', 'correcttool', 'toolnames'],
      ...['toolname', 'label', 'expected', 'target', 'answers', 'answer', 'apis', 'api'],
      ...['functions', 'function'],
    ],
    look: looksLikeLabels,
  },
  query: {
    names: [
      ...['query', 'text', 'question', 'userquery', 'prompt', 'input', 'utterance', 'request'],
      ...['userrequest', 'usermessage', 'message', 'instruction', 'task', 'whatusersays'],
    ],
    look: looksLikeText,
  },
  id: { names: ['id', 'queryid', 'qid'] },
  relevance: { names: ['relevance', 'grade', 'rating'] },
  split: { names: ['split', 'subset', 'fold', 'partition'] },
}

type Columns = Partial<GoldenMapping>

/** Which column of a table of golden queries seems to hold what. */
export const guessGoldenMapping = (header: string[], rows: string[][]): Columns =>
  guessColumns(header, rows, SIGNS)

/** Rows looked at to tell what columns hold that no name tells. */
const ROWS_LOOKED_AT = 50

/**
 * The golden queries of a table, by split (`''` where the table has none). With a column of relevance a row is one
 * judgement, and the rows of one query belong together.
 */
export function readGoldenTable(
  file: SourceFile,
  report: Report,
  mapping?: GoldenMapping,
): Map<string, LabelledQuery[]> {
  const table = readTable(file)
  const columns = mapping ?? columnsOf(table)
  const lacking = Object.values(columns).filter((column) => !table.header.includes(column))
  if (lacking.length > 0) {
    throw new UnreadableFile(
      file.path,
      `has no column ${lacking.map((column) => `"${column}"`).join(', ')}`,
      `Map the columns; there are: ${columnsText(table.header)}.`,
    )
  }
  if (columns.query === undefined || columns.tools === undefined) {
    throw new UnreadableFile(
      file.path,
      'has no columns of queries and tools',
      `Say which column holds the queries and which the tools; there are: ${columnsText(table.header)}.`,
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

const columnsOf = ({ header, rows }: Table): Columns =>
  guessGoldenMapping(
    header,
    rows.slice(0, ROWS_LOOKED_AT).map(({ cells }) => cells),
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
