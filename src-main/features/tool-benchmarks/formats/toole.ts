import type { JsonObject } from '../../../domain/tool/tool'
import { causes, importReport, type Report } from '../../../importing/catalog/report'
import { collectTools } from '../../../importing/catalog/collect-tools'
import { missingCatalog, pathsOf, requireReadable } from '../../../importing/catalog/data-files'
import {
  labelIndex,
  type LabelledQuery,
  resolveQueries,
} from '../../../importing/catalog/resolve-labels'
import { setName } from '../../../importing/golden/set-names'
import type { FormatReading, ImportFormat } from '../../../importing/import-format'
import { entryAt } from '../../../importing/reading/place'
import type { SourceFile } from '../../../importing/reading/source-file'
import { readLooseTable } from '../../../importing/reading/table'
import { coverage, type NameMap, nameMaps, type PairFile, pairFiles, readPairs } from './name-maps'

const KNOWN_NAME = /(^|\/)(plugin_des|big_tool_des|multi_tool_query_golden)[^/]*$/i

/**
 * ToolE, the data of MetaTool: `plugin_des.json` (199 tools), `all_clean_data.csv` (golden set
 * `single`) and `multi_tool_query_golden.json` (golden set `multi`).
 *
 * The published files agree without any mapping: the CSV's 199 labels are exactly the names of
 * `plugin_des.json`, and `big_tool_des.json` (47 tools) is a part of it, name by name and text by
 * text. The multi queries use 15 tools of that part, yet are evaluated over all 199. So the catalog
 * is whichever file covers the most labels, then the larger one.
 */
export const toole: ImportFormat = {
  id: 'toole',
  title: 'ToolE (MetaTool)',
  recognise(files) {
    const parts = {
      tables: files.filter(isQueryTable),
      maps: nameMaps(files),
      pairs: pairFiles(files),
    }
    const isOfOthers = files.length > parts.maps.length + parts.tables.length + parts.pairs.length
    const isUnlike = isOfOthers && !files.some(({ path }) => KNOWN_NAME.test(path))
    return {
      // Beside other files, any map of texts may be one, such as those of a translation.
      confidence: isUnlike ? Math.min(0.4, confidenceOf(files, parts)) : confidenceOf(files, parts),
      read: () => readDataSet(files, parts),
    }
  },
}

interface Parts {
  tables: SourceFile[]
  maps: NameMap[]
  pairs: PairFile[]
}

function confidenceOf(files: SourceFile[], { tables, maps, pairs }: Parts): number {
  const hasTable = tables.length > 0
  const hasKnownName = files.some(({ path }) => KNOWN_NAME.test(path))
  if (maps.length === 0) {
    if (hasKnownName) return 0.5
    return hasTable ? 0.2 : 0
  }
  if (hasTable) return 0.95
  if (hasKnownName) return 0.9
  return pairs.length > 0 ? 0.4 : 0.3
}

function readDataSet(files: SourceFile[], parts: Parts): FormatReading {
  requireReadable(files, KNOWN_NAME)
  const report = importReport()
  const sets = readSets(parts, report)
  const catalog = chooseCatalog(parts.maps, sets)
  if (!catalog) throw missingCatalog(files, 'plugin_des.json')
  const collector = collectTools('toole', report)
  for (const [name, description] of Object.entries(catalog.tools)) {
    const where = `${catalog.path}, ${name}`
    collector.add({ name, description, entry: { [name]: description }, where })
  }
  const index = labelIndex(collector.tools)
  const goldenSets = sets.map(({ name, queries }) => ({
    name,
    queries: resolveQueries(queries, index, report),
  }))
  reportOtherCatalogs(parts.maps, catalog, report)
  const { tools } = collector
  return {
    format: 'toole',
    tools,
    goldenSets,
    bundles: [],
    report: report.rows(),
    used: pathsOf([...parts.tables, ...parts.pairs, ...parts.maps]),
  }
}

interface QuerySet {
  name: string
  queries: LabelledQuery[]
}

/**
 * The first set of single-tool queries is `single`, the first other one `multi`, further ones are
 * named after their files.
 */
function readSets({ tables, pairs }: Parts, report: Report): QuerySet[] {
  const taken = new Set<string>()
  const claim = (name: string, { path }: SourceFile): string => {
    const free = [name, setName(path), setName(path.replaceAll('/', '-'))]
    const claimed = free.find((candidate) => !taken.has(candidate)) ?? `${name}-${taken.size + 1}`
    taken.add(claimed)
    return claimed
  }
  const fromTables = tables.map((file) => {
    const name = claim('single', file)
    return { name, queries: readTable(file, name, report) }
  })
  const fromPairs = pairs.map((file) => {
    const queries = readPairs(file, '', report)
    const name = claim(queries.every(({ tools }) => tools.length === 1) ? 'single' : 'multi', file)
    return { name, queries: queries.map((query) => ({ ...query, id: name + query.id })) }
  })
  return [...fromTables, ...fromPairs]
}

function chooseCatalog(maps: NameMap[], sets: QuerySet[]): NameMap | undefined {
  const labels = new Set(sets.flatMap(({ queries }) => queries.flatMap(({ tools }) => tools)))
  const size = ({ tools }: NameMap): number => Object.keys(tools).length
  return maps.toSorted(
    (one, other) =>
      coverage(other, labels) - coverage(one, labels) ||
      size(other) - size(one) ||
      one.path.localeCompare(other.path),
  )[0]
}

function reportOtherCatalogs(maps: NameMap[], catalog: NameMap, report: Report): void {
  for (const map of maps.filter((candidate) => candidate !== catalog)) {
    const names = Object.keys(map.tools)
    const shared = coverage(catalog, names)
    report.add({
      outcome: 'notice',
      where: map.path,
      why: `Not imported: ${catalog.path} holds ${shared} of its ${names.length} tools as well`,
      fix: 'Import this file on its own to work with it as a catalog.',
    })
  }
}

/** A CSV whose header names a query and a tool. */
function isQueryTable(file: SourceFile): boolean {
  if (!/\.(csv|txt)$/i.test(file.path) || file.content().kind !== 'other') return false
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
  const [header = [], ...rows] = readLooseTable(file)
  const columns = header.map((cell) => cell.trim().toLowerCase())
  const queryAt = columns.indexOf('query')
  const toolAt = columns.indexOf('tool')
  const found = causes('rows')
  const queries = rows.flatMap((cells, index): LabelledQuery[] => {
    const where = entryAt(file.path, index)
    const id = `${set}-${index + 1}`
    const text = cells[queryAt]?.trim() ?? ''
    const tool = cells[toolAt]?.trim() ?? ''
    if (tool === '') {
      found.add({ outcome: 'skipped', where, entry: id, why: 'The row names no tool' })
      return []
    }
    const extra: JsonObject = Object.fromEntries(
      cells.flatMap((cell, at) =>
        at === queryAt || at === toolAt ? [] : [[header[at] ?? `column ${at + 1}`, cell] as const],
      ),
    )
    const kept = Object.keys(extra).length > 0 && { extra }
    return [{ id, text, tools: [tool], origin: 'published', ...kept, where }]
  })
  found.report(report)
  return queries
}
