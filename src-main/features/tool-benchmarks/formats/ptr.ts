import type { Bundle } from '../../../domain/query/bundle'
import type { GoldenSet } from '../../../domain/query/golden-set'
import type { ToolId } from '../../../domain/tool/tool'
import { collectTools, type ToolCollector } from '../../../importing/catalog/collect-tools'
import { counted } from '../../../domain/value/quantity'
import { importReport, type Report } from '../../../importing/catalog/report'
import { missingCatalog, pathsOf, requireReadable } from '../../../importing/catalog/data-files'
import {
  labelIndex,
  type LabelledQuery,
  resolveBundles,
  resolveQueries,
} from '../../../importing/catalog/resolve-labels'
import { setName, setNames } from '../../../importing/golden/set-names'
import type { FormatReading, ImportFormat } from '../../../importing/import-format'
import type { SourceFile } from '../../../importing/reading/source-file'
import { coverage, type NameMap, nameMaps, type PairFile, pairFiles, readPairs } from './name-maps'
import { toole } from './toole'

const KNOWN_NAME = /_(QT|tool)\.(json|jsonl)$/i

/**
 * What generation left before some of RecTools' queries: the end of a heading in bold. A query of
 * nothing else stays.
 */
const STRAY_HEADING = /^\*\*\s+/

/**
 * PTR's data: `*_tool.json` (name → description) and `*_QT.json` (queries with the bundle of tools
 * that solves each). Every file of queries is a golden set and, row by row, history.
 */
export const ptr: ImportFormat = {
  id: 'ptr',
  title: 'PTR (RecTools)',
  recognise(files) {
    const parts = { maps: nameMaps(files), pairs: pairFiles(files) }
    return { confidence: confidenceOf(files, parts), read: () => readDataSet(files, parts) }
  },
}

interface Parts {
  maps: NameMap[]
  pairs: PairFile[]
}

function confidenceOf(files: SourceFile[], { maps, pairs }: Parts): number {
  const hasKnownName = files.some(({ path }) => KNOWN_NAME.test(path))
  const hasQueries = pairs.length > 0
  if (maps.length === 0) {
    if (!hasQueries) return hasKnownName ? 0.3 : 0
    return hasKnownName ? 0.5 : 0.2
  }
  if (toole.recognise(files).confidence >= 0.9) return 0.3
  if (hasKnownName) return hasQueries ? 0.9 : 0.6
  return hasQueries ? 0.6 : 0.1
}

function readDataSet(files: SourceFile[], { maps, pairs }: Parts): FormatReading {
  requireReadable(files, KNOWN_NAME)
  if (maps.length === 0) throw missingCatalog(files, 'a *_tool.json file')
  const report = importReport()
  const collector = collectTools('ptr', report)
  const catalogs = collectCatalogs(maps, collector, report)
  const index = labelIndex(collector.tools)
  const goldenSets: GoldenSet[] = []
  const bundles: Bundle[] = []
  for (const { name, queries } of readSets(pairs, catalogs, report)) {
    goldenSets.push({ name, queries: resolveQueries(queries, index, report) })
    const solved = queries
      .filter(({ tools }) => tools.length > 0)
      .map(({ id, text, tools, where }) => ({ id, query: text, tools, where }))
    // Their faults are those of the golden queries, reported already.
    bundles.push(...resolveBundles(solved, index, importReport()))
  }
  return {
    format: 'ptr',
    tools: collector.tools,
    goldenSets,
    bundles,
    report: report.rows(),
    used: pathsOf([...pairs, ...maps]),
  }
}

/** A file's tools under the ids they were filed with. */
interface Catalog extends NameMap {
  ids: Map<string, ToolId>
}

/** Tools that several files describe in the same words are filed once. */
function collectCatalogs(maps: NameMap[], collector: ToolCollector, report: Report): Catalog[] {
  const filed = new Map<string, ToolId | undefined>()
  return maps.map(({ path, tools }) => {
    const ids = new Map<string, ToolId>()
    let known = 0
    for (const [name, description] of Object.entries(tools)) {
      const key = JSON.stringify([name, description])
      if (filed.has(key)) known += 1
      else {
        const where = `${path}, ${name}`
        const tool = collector.add({ name, description, entry: { [name]: description }, where })
        filed.set(key, tool?.id)
      }
      const id = filed.get(key)
      if (id) ids.set(name, id)
    }
    if (known > 0) {
      const why = `${known} of its ${Object.keys(tools).length} tools came in an earlier file, word for word`
      report.add({ outcome: 'notice', where: path, why })
    }
    return { path, tools, ids }
  })
}

interface QuerySet {
  name: string
  queries: LabelledQuery[]
}

function readSets(pairs: PairFile[], catalogs: Catalog[], report: Report): QuerySet[] {
  const distinct = withoutCopies(pairs, report)
  const names = setNames(
    distinct.map(({ path }) => path),
    (path) => setName(path).replace(/-qt$/, ''),
  )
  return distinct.map((file, at) => {
    const name = names[at] ?? setName(file.path)
    const queries = tidy(readPairs(file, name, report), file, report)
    const { ids } = ownCatalog(file, queries, catalogs) ?? { ids: new Map<string, ToolId>() }
    return {
      name,
      queries: queries.map((query) => ({
        ...query,
        tools: query.tools.map((label) => ids.get(label) ?? label),
      })),
    }
  })
}

/** PTR's repository has a copy of the data beside every method. */
function withoutCopies(files: PairFile[], report: Report): PairFile[] {
  const firstByText = new Map<string, PairFile>()
  for (const file of files) {
    const first = firstByText.get(file.text())
    if (first) {
      const why = `The same as ${first.path}; ignored`
      report.add({ outcome: 'notice', where: file.path, why })
    } else firstByText.set(file.text(), file)
  }
  return [...firstByText.values()]
}

/**
 * The catalog that a file's labels mean: it covers most of them; among equals, the one with the
 * same name before `_`.
 */
function ownCatalog(
  file: SourceFile,
  queries: LabelledQuery[],
  catalogs: Catalog[],
): Catalog | undefined {
  const stem = (path: string): string => setName(path).replace(/-(qt|tool)$/, '')
  const labels = new Set(queries.flatMap(({ tools }) => tools))
  const isNamesake = (catalog: Catalog): number => Number(stem(catalog.path) === stem(file.path))
  return catalogs.toSorted(
    (one, other) =>
      coverage(other, labels) - coverage(one, labels) || isNamesake(other) - isNamesake(one),
  )[0]
}

function tidy(queries: LabelledQuery[], file: SourceFile, report: Report): LabelledQuery[] {
  const isStray = ({ text }: LabelledQuery): boolean => STRAY_HEADING.test(text)
  const count = queries.filter(isStray).length
  if (count > 0) {
    const why = `A stray "**" was removed from the start of ${counted(count, 'query', 'queries')}`
    report.add({ outcome: 'notice', where: file.path, why })
  }
  return queries.map((query) => ({ ...query, text: query.text.replace(STRAY_HEADING, '') }))
}
