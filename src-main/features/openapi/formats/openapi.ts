import type { ReportRow } from '../../../domain/catalog/import'
import { uniqueNames } from '../../../domain/tool/unique-names'
import { collectTools } from '../../../importing/catalog/collect-tools'
import { causes, importReport } from '../../../importing/catalog/report'
import type { FormatReading, ImportFormat, ImportOptions } from '../../../importing/import-format'
import { placeOf, UnreadableFile } from '../../../importing/reading/place'
import type { SourceFile } from '../../../importing/reading/source-file'
import { documentsAmong, saysOpenApi } from './documents'
import { LONGEST_NAME } from './names'
import { readDocument } from './read-document'
import { references } from './references'

/**
 * OpenAPI 3.0 and 3.1, in JSON and YAML: a tool for every operation, under the title of its
 * document.
 */
export const openapi: ImportFormat = {
  id: 'openapi',
  title: 'OpenAPI 3',
  recognise(files) {
    const own = files.filter((file) => saysOpenApi(file, files.length === 1))
    return {
      confidence: own.length > 0 ? 0.98 : 0,
      read: (options) => readDocuments(files, own.length > 0 ? own : files, options),
    }
  },
}

/** @param own the files that are documents, not parts of them. */
function readDocuments(
  files: SourceFile[],
  own: SourceFile[],
  { server }: ImportOptions,
): FormatReading {
  const report = importReport()
  const tools = collectTools('openapi', report)
  const found = causes('operations')
  const documents = documentsAmong(files)
  const names = new Map<string, (name: string) => string>()
  const nameFor = (of: string): ((name: string) => string) => {
    const free = names.get(of) ?? uniqueNames(LONGEST_NAME)
    names.set(of, free)
    return free
  }
  const used = new Set(own.map(({ path }) => path))
  const altered = new Map<string, ReportRow[]>()
  const read = (path: string) => {
    const document = documents.read(path)
    if (document) altered.set(path, document.altered)
    return document
  }
  const follow = references({
    read(path) {
      used.add(path)
      return read(path)
    },
  })
  const faults = own.flatMap(({ path }): UnreadableFile[] => {
    try {
      const document = read(path)
      if (document) readDocument(document, { follow, server, nameFor, tools, report, found })
      return []
    } catch (error) {
      if (error instanceof UnreadableFile) return [error]
      throw error
    }
  })
  const [first] = faults
  if (faults.length === own.length) throw first ?? noDocument(files)
  for (const { path, message, fix } of faults) {
    report.add({ outcome: 'skipped', where: path, why: message, fix })
  }
  found.report(report)
  for (const row of [...altered.values()].flat()) report.add(row)
  return {
    format: 'openapi',
    tools: tools.tools,
    goldenSets: [],
    bundles: [],
    report: report.rows(),
    used: [...used],
    ...tools.account(),
  }
}

const noDocument = (files: SourceFile[]): UnreadableFile =>
  new UnreadableFile(
    placeOf(files),
    'holds no OpenAPI document',
    'Choose a document in JSON or YAML.',
  )
