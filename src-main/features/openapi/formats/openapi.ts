import type { CatalogImport, ReportRow } from '../../../domain/catalog/import'
import { uniqueNames } from '../../../domain/tool/unique-names'
import { collectTools } from '../../../importing/catalog/collect-tools'
import { reportUnused } from '../../../importing/catalog/data-files'
import { causes, importReport, type Report } from '../../../importing/catalog/report'
import type { ImportFormat, ImportOptions } from '../../../importing/import-format'
import { once } from '../../../importing/reading/once'
import { placeOf, UnreadableFile } from '../../../importing/reading/place'
import type { SourceFile } from '../../../importing/reading/source-file'
import { type Documents, documentsAmong, isNamedYaml, saysOpenApi } from './documents'
import { LONGEST_NAME } from './names'
import { withParts } from './parts'
import { readDocument } from './read-document'
import { references } from './references'

/**
 * OpenAPI 2.0 (Swagger) and 3, in JSON and YAML, with the files that documents refer to: a tool for
 * every operation, under the title of its document.
 */
export const openapi: ImportFormat = {
  id: 'openapi',
  title: 'OpenAPI 2 and 3',
  recognise(files) {
    const said = files.filter((file) => saysOpenApi(file, files.length === 1))
    const own = said.length > 0 ? said : files
    const documents = documentsAmong(files)
    const taken = once(() => withParts(own, files, documents))
    return {
      confidence: said.length > 0 ? 0.98 : 0,
      read: (options) => readDocuments({ files, own, documents, taken }, options),
    }
  },
}

interface Found {
  files: SourceFile[]
  /** The files that are documents, not parts of them. */
  own: SourceFile[]
  documents: Documents
  /** The documents, and the files that they refer to. */
  taken(): SourceFile[]
}

function readDocuments(
  { files, own, documents, taken }: Found,
  { server }: ImportOptions,
): CatalogImport {
  const report = importReport()
  const tools = collectTools('openapi', report)
  const found = causes('operations')
  const lost = causes('references')
  const names = new Map<string, (name: string) => string>()
  const nameFor = (of: string): ((name: string) => string) => {
    const free = names.get(of) ?? uniqueNames(LONGEST_NAME)
    names.set(of, free)
    return free
  }
  const altered = new Map<string, ReportRow[]>()
  const read = (path: string) => {
    const document = documents.read(path)
    if (document) altered.set(path, document.altered)
    return document
  }
  const follow = references({ read })
  const target = { follow, server, nameFor, tools, report, found, lost }
  const faults = own.flatMap(({ path }): UnreadableFile[] => {
    try {
      const document = read(path)
      if (document) readDocument(document, target)
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
  for (const causesOf of [found, lost]) causesOf.report(report)
  for (const row of [...altered.values()].flat()) report.add(row)
  reportUnused(files, taken(), report)
  reportUnreferred(files, taken(), report)
  return {
    format: 'openapi',
    tools: tools.tools,
    goldenSets: [],
    bundles: [],
    report: report.rows(),
  }
}

/** Names YAML that no document refers to: it may be a part that should have been found. */
function reportUnreferred(files: SourceFile[], taken: SourceFile[], report: Report): void {
  const known = new Set(taken)
  for (const file of files) {
    if (known.has(file) || !isNamedYaml(file)) continue
    const why = 'No document refers to this file; ignored'
    report.add({ outcome: 'notice', where: file.path, why })
  }
}

const noDocument = (files: SourceFile[]): UnreadableFile =>
  new UnreadableFile(
    placeOf(files),
    'holds no OpenAPI document',
    'Choose a document in JSON or YAML.',
  )
