import { parse as parseCsv } from 'csv-parse/sync'
import type { JsonObject } from '../../domain/tool'
import type { ImportFormat } from '../import-format'
import { entryAt, importReport } from '../catalog/report'
import type { Report } from '../catalog/report'
import { labelIndex, resolveQueries } from '../catalog/resolve-labels'
import type { LabelledQuery } from '../catalog/resolve-labels'
import { UnreadableFile } from '../reading/source-file'
import type { SourceFile } from '../reading/source-file'
import { collectTools } from '../catalog/collect-tools'
import { contentOf, missingCatalog, reportUnused, requireReadable } from '../reading/file-content'
import { coverage, nameMaps, pairFiles, readPairs } from './name-maps'
import type { NameMap } from './name-maps'
import { setName } from '../golden/set-names'

const KNOWN_NAME = /(^|\/)(plugin_des|big_tool_des|multi_tool_query_golden)[^/]*$/i

/**
 * ToolE, the data of MetaTool: `plugin_des.json` (199 tools), `all_clean_data.csv` (golden set `single`) and
 * `multi_tool_query_golden.json` (golden set `multi`).
 *
 * The published files agree without any mapping: the CSV's 199 labels are exactly the names of `plugin_des.json`, and
 * `big_tool_des.json` (47 tools) is a part of it, name by name and text by text. The multi queries use 15 tools of that
 * part, yet are evaluated over all 199. So the catalog is whichever file covers the most labels, then the larger one.
 */
export const toole: ImportFormat = {
  id: 'toole',
  title: 'ToolE (MetaTool)',
  detect(files) {
    const hasTable = files.some(isQueryTable)
    const hasKnownName = files.some(({ path }) => KNOWN_NAME.test(path))
    if (nameMaps(files).length === 0) {
      if (hasKnownName) return 0.5
      return hasTable ? 0.2 : 0
    }
    if (hasTable) return 0.95
    if (hasKnownName) return 0.9
    return pairFiles(files).length > 0 ? 0.4 : 0.3
  },
  parse(files) {
    requireReadable(files, KNOWN_NAME)
    const report = importReport()
    const sets = readSets(files, report)
    const catalog = chooseCatalog(nameMaps(files), sets)
    if (!catalog) throw missingCatalog(files, 'plugin_des.json')
    const collector = collectTools('toole', report)
    for (const [name, description] of Object.entries(catalog.tools)) {
      const where = `${catalog.file.path}, ${name}`
      collector.add({ name, description, entry: { [name]: description }, where })
    }
    const index = labelIndex(collector.tools)
    const goldenSets = sets.map(({ name, queries }) => ({
      name,
      queries: resolveQueries(queries, index, report),
    }))
    reportOtherCatalogs(nameMaps(files), catalog, report)
    const used = [...sets.map(({ file }) => file), ...nameMaps(files).map(({ file }) => file)]
    reportUnused(files, used, report)
    return {
      format: 'toole',
      tools: collector.tools,
      goldenSets,
      bundles: [],
      report: report.rows(),
    }
  },
}

interface QuerySet {
  file: SourceFile
  name: string
  queries: LabelledQuery[]
}

/** The first set of single-tool queries is `single`, the first other one `multi`, further ones are named after their files. */
function readSets(files: SourceFile[], report: Report): QuerySet[] {
  const taken = new Set<string>()
  const claim = (name: string, file: SourceFile): string => {
    const free = [name, setName(file.path), setName(file.path.replaceAll('/', '-'))]
    const claimed = free.find((candidate) => !taken.has(candidate)) ?? `${name}-${taken.size + 1}`
    taken.add(claimed)
    return claimed
  }
  const tables = files.filter(isQueryTable).map((file): QuerySet => {
    const name = claim('single', file)
    return { file, name, queries: readTable(file, name, report) }
  })
  const lists = pairFiles(files).map((file): QuerySet => {
    const queries = readPairs(file, '', report)
    const name = claim(queries.every(({ tools }) => tools.length === 1) ? 'single' : 'multi', file)
    return { file, name, queries: queries.map((query) => ({ ...query, id: name + query.id })) }
  })
  return [...tables, ...lists]
}

function chooseCatalog(maps: NameMap[], sets: QuerySet[]): NameMap | undefined {
  const labels = new Set(sets.flatMap(({ queries }) => queries.flatMap(({ tools }) => tools)))
  const size = ({ tools }: NameMap): number => Object.keys(tools).length
  return maps.toSorted(
    (one, other) =>
      coverage(other, labels) - coverage(one, labels) ||
      size(other) - size(one) ||
      one.file.path.localeCompare(other.file.path),
  )[0]
}

function reportOtherCatalogs(maps: NameMap[], catalog: NameMap, report: Report): void {
  for (const map of maps.filter(({ file }) => file !== catalog.file)) {
    const names = Object.keys(map.tools)
    const shared = coverage(catalog, names)
    report.add({
      outcome: 'notice',
      where: map.file.path,
      why: `Not imported: ${shared} of its ${names.length} tools stand in ${catalog.file.path} as well`,
      fix: 'Import this file on its own to work with it as a catalog.',
    })
  }
}

/** A CSV whose header names a query and a tool. */
function isQueryTable(file: SourceFile): boolean {
  if (!/\.(csv|txt)$/i.test(file.path) || contentOf(file).kind !== 'other') return false
  const header = headerOf(file)
  return header.includes('query') && header.includes('tool')
}

function headerOf(file: SourceFile): string[] {
  try {
    const line = file.text().split(/\r?\n/, 1)[0] ?? ''
    return line.split(',').map((cell) => cell.trim().replace(/^"|"$/g, '').toLowerCase())
  } catch {
    return []
  }
}

function readTable(file: SourceFile, set: string, report: Report): LabelledQuery[] {
  const [header = [], ...rows] = readCsv(file)
  const columns = header.map((cell) => cell.trim().toLowerCase())
  const queryAt = columns.indexOf('query')
  const toolAt = columns.indexOf('tool')
  return rows.flatMap((cells, index) => {
    const where = entryAt(file.path, index)
    const id = `${set}-${index + 1}`
    const text = cells[queryAt]?.trim() ?? ''
    const tool = cells[toolAt]?.trim() ?? ''
    if (tool === '') {
      report.add({ outcome: 'skipped', where, entry: id, why: 'The row names no tool' })
      return []
    }
    const extra: JsonObject = {}
    for (const [at, cell] of cells.entries()) {
      if (at !== queryAt && at !== toolAt) extra[header[at] ?? `column ${at + 1}`] = cell
    }
    const kept = Object.keys(extra).length > 0 && { extra }
    return [{ id, text, tools: [tool], origin: 'published', ...kept, where }]
  })
}

function readCsv(file: SourceFile): string[][] {
  try {
    return parseCsv(file.text(), {
      relax_column_count: true,
      relax_quotes: true,
      skip_empty_lines: true,
    })
  } catch (error) {
    const fix = 'Correct the file there and import it again.'
    throw new UnreadableFile(file.path, `is not valid CSV: ${(error as Error).message}`, fix)
  }
}
