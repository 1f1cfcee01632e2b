import type { ReportRow } from '../../domain/catalog/import'
import type { GoldenQuery, GoldenSet } from '../../domain/query/golden-set'
import type { Tool } from '../../domain/tool/tool'
import { alteredIn, isDataFile } from '../catalog/data-files'
import { importReport, type Report } from '../catalog/report'
import { labelIndex, queryResolver, type LabelIndex } from '../catalog/resolve-labels'
import { answersIn } from '../logs/conversations'
import type { Exchange } from '../logs/exchanges'
import { UnreadableFile } from '../reading/place'
import type { SourceFile } from '../reading/source-file'
import { readJudgedSets } from './judged-queries'
import { withTexts } from './texts-by-id'
import { distinctSets } from './set-names'
import { readGoldenFile, type GoldenFile, type WrittenSet } from './golden-file'
import type { GoldenMapping } from './golden-table'

/** Golden sets as their files have them, before it is known which tools the labels mean. */
export interface WrittenGoldenSets {
  format: GoldenFile['format']
  sets: WrittenSet[]
  report: ReportRow[]
}

export interface GoldenImport {
  format: GoldenFile['format']
  goldenSets: GoldenSet[]
  report: ReportRow[]
}

/** Called between any two queries, so that others may have their turn. */
type Pause = () => Promise<unknown>

/**
 * Reads golden sets on their own: tables, JSON and JSON Lines of queries, judgements with the
 * queries beside them, or logs of messages with tool calls, whose labels are weak. One set per
 * file, per split of a table, or per named set in JSON.
 * @param mapping for tables; left out: as their headers and cells look.
 * @throws UnreadableFile when a file has none of these shapes.
 */
export function readGoldenSets(files: SourceFile[], mapping?: GoldenMapping): WrittenGoldenSets {
  const report = importReport()
  const judged = readJudgedSets(files, report)
  const { format, sets } = judged
    ? { format: 'qrels' as const, sets: judged }
    : readEach(files, report, mapping)
  return { format, sets, report: [...report.rows(), ...alteredIn(files)] }
}

/** Each file by itself, but for those that hold what models answered to the requests of others. */
function readEach(
  files: SourceFile[],
  report: Report,
  mapping: GoldenMapping | undefined,
): GoldenFile {
  const answersOf = new Map(
    files.length > 1 ? files.map((file) => [file, answersInFile(file)]) : [],
  )
  const answers = [...answersOf.values()].flat()
  const asked = files.filter((file) => (answersOf.get(file)?.length ?? 0) === 0)
  const read = (asked.length > 0 ? asked : files).flatMap((file) =>
    orReported(file, { report, isAlone: files.length === 1 }, () =>
      readGoldenFile(file, report, { mapping, answers }),
    ),
  )
  const telling = files.find(({ path }) => isDataFile(path)) ?? files[0]
  if (read.length === 0 && telling) return readGoldenFile(telling, report, { mapping, answers })
  return { format: read[0]?.format ?? 'json', sets: read.flatMap(({ sets }) => sets) }
}

/** What is read of one of several files; of one that holds no golden queries, the report tells. */
function orReported(
  { path }: SourceFile,
  { report, isAlone }: { report: Report; isAlone: boolean },
  read: () => GoldenFile,
): GoldenFile[] {
  try {
    return [read()]
  } catch (error) {
    if (isAlone || !(error instanceof UnreadableFile)) throw error
    const { message, fix } = error
    if (isDataFile(path)) report.add({ outcome: 'skipped', where: path, why: message, fix })
    return []
  }
}

function answersInFile(file: SourceFile): Exchange[] {
  const content = file.content()
  return content.kind === 'rows' ? answersIn(content.rows) : []
}

/**
 * The golden sets with labels that mean tools of a catalog.
 * @param known golden sets, of which judged queries that come without texts have theirs
 */
export async function resolveGoldenSets(
  written: WrittenGoldenSets,
  tools: Tool[],
  { pause, known = [] }: { pause: Pause; known?: readonly GoldenSet[] },
): Promise<GoldenImport> {
  const report = importReport()
  const index = labelIndex(tools)
  const resolved: GoldenSet[] = []
  for (const set of written.sets) {
    const { name } = set
    const queries = set.isWithoutTexts ? withTexts(set, known, report) : set.queries
    resolved.push({ name, queries: await resolveSet(queries, { index, report, pause }) })
  }
  const { sets, rows } = distinctSets(resolved)
  return {
    format: written.format,
    goldenSets: sets,
    report: [...written.report, ...report.rows(), ...rows],
  }
}

async function resolveSet(
  queries: WrittenSet['queries'],
  { index, report, pause }: { index: LabelIndex; report: Report; pause: Pause },
): Promise<GoldenQuery[]> {
  const { resolve, finish } = queryResolver(index)
  const resolved: GoldenQuery[] = []
  for (const query of queries) {
    resolved.push(...resolve(query))
    await pause()
  }
  finish(report)
  return resolved
}
