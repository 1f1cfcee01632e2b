import type { Causes } from '../catalog/report'
import { once } from '../reading/once'
import { lineAt } from '../reading/place'
import type { SourceFile } from '../reading/source-file'

/** How relevant a document was judged to be for a query. */
export interface Qrel {
  query: string
  document: string
  /** Graded; not above 0 means not relevant. */
  score: number
  where: string
}

/** A file of judgements. */
export interface QrelsFile {
  path: string
  /**
   * BEIR's three columns or TREC's four (query, iteration, document, score), and the lines that are
   * neither. Read once.
   */
  read(): { qrels: Qrel[]; broken: string[] }
}

const HEADER =
  /^\s*(query|q)[-_ ]?id\s+(corpus|doc(ument)?|tool)[-_ ]?id\s+(score|rel(evance)?)\s*$/i

/**
 * The files that hold judgements: by BEIR's header, or by their place in a folder `qrels`. Never
 * throws.
 */
export const qrelsFiles = (files: readonly SourceFile[]): QrelsFile[] =>
  files.filter(isQrels).map((file) => ({ path: file.path, read: once(() => readQrels(file)) }))

function isQrels(file: SourceFile): boolean {
  if (!/\.(tsv|txt|qrels)$/i.test(file.path) || file.content().kind !== 'other') return false
  try {
    const [first = ''] = file.text().split(/\r?\n/, 1)
    return HEADER.test(first) || (/qrels/i.test(file.path) && readLine(first) !== undefined)
  } catch {
    return false
  }
}

function readQrels(file: SourceFile): { qrels: Qrel[]; broken: string[] } {
  const qrels: Qrel[] = []
  const broken: string[] = []
  for (const [index, line] of file.text().split(/\r?\n/).entries()) {
    if (line.trim() === '' || (index === 0 && HEADER.test(line))) continue
    const where = lineAt(file.path, index + 1)
    const qrel = readLine(line)
    if (qrel) qrels.push({ ...qrel, where })
    else broken.push(where)
  }
  return { qrels, broken }
}

function readLine(line: string): Omit<Qrel, 'where'> | undefined {
  const cells = line.includes('\t') ? line.split('\t') : line.trim().split(/\s+/)
  const isTrec = cells.length === 4
  const [query, document, score] = isTrec ? [cells[0], cells[2], cells[3]] : cells
  const value = Number(score?.trim() || NaN)
  if (!query || !document || !Number.isFinite(value)) return undefined
  const named = (cell: string) => (isTrec ? withSpaces(cell.trim()) : cell.trim())
  return { query: named(query), document: named(document), score: value }
}

/** White space and `%` as our own files write them within a column. */
const withSpaces = (cell: string): string =>
  cell.replace(/(?:%[0-9A-F]{2})+/g, (written) => {
    try {
      const text = decodeURIComponent(written)
      return /^[\s%]+$/u.test(text) ? text : written
    } catch {
      return written
    }
  })

/** What was judged of one query. */
export interface Judged {
  query: string
  where: string
  /** Documents above 0 with their grades, in the order of the file. */
  relevant: ReadonlyMap<string, number>
}

/**
 * The judgements of a file by query. One that is judged twice counts once, as it was judged last.
 */
export function judgedIn(file: QrelsFile, found: Causes): Judged[] {
  const { qrels, broken } = file.read()
  for (const where of broken) {
    const why = 'Not a judgement: a query id, a document id and a score, separated by tabs'
    found.add({ outcome: 'skipped', where, why })
  }
  const queries = new Map<string, { where: string; grades: Map<string, number> }>()
  for (const { query, document, score, where } of qrels) {
    const of = queries.get(query) ?? { where, grades: new Map<string, number>() }
    queries.set(query, of)
    if (of.grades.has(document)) {
      const why = 'A tool is judged twice for one query: the last judgement counts'
      found.add({ outcome: 'altered', where, entry: `${query}, ${document}`, why })
    }
    of.grades.set(document, score)
  }
  return [...queries].map(([query, { where, grades }]) => ({
    query,
    where,
    relevant: new Map([...grades].filter(([, score]) => score > 0)),
  }))
}

/** Why a query that is judged is left out. */
export const NO_QUERY = 'No query has the judged id'

/** The labels of a judged query; undefined, with a row of the report, where none is relevant. */
export function labelsOfJudged(
  { query, where, relevant }: Judged,
  found: Causes,
): { tools: string[]; grades?: Record<string, number> } | undefined {
  if (relevant.size === 0) {
    const why = 'No document is judged relevant'
    found.add({ outcome: 'skipped', where, entry: query, why })
    return undefined
  }
  const isGraded = [...relevant.values()].some((score) => score !== 1)
  return {
    tools: [...relevant.keys()],
    ...(isGraded && { grades: Object.fromEntries(relevant) }),
  }
}
