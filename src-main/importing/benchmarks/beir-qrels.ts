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

const HEADER =
  /^\s*(query|q)[-_ ]?id\s+(corpus|doc(ument)?|tool)[-_ ]?id\s+(score|rel(evance)?)\s*$/i

/** A file of judgements. */
export interface QrelsFile {
  path: string
  /** BEIR's three columns or TREC's four (query, iteration, document, score), and the lines that are neither. Read once. */
  read(): { qrels: Qrel[]; broken: string[] }
}

/** The files that hold judgements: by BEIR's header, or by their place in a folder `qrels`. Never throws. */
export const qrelsFiles = (files: SourceFile[]): QrelsFile[] =>
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
  const [query, document, score] = cells.length === 4 ? [cells[0], cells[2], cells[3]] : cells
  const value = Number(score?.trim() || NaN)
  if (!query || !document || !Number.isFinite(value)) return undefined
  return { query: query.trim(), document: document.trim(), score: value }
}
