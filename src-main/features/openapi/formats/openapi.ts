import type { ReportRow } from '../../../domain/catalog/import'
import { uniqueNames } from '../../../domain/tool/unique-names'
import { collectTools } from '../../../importing/catalog/collect-tools'
import { pathsOf } from '../../../importing/catalog/data-files'
import { causes, importReport } from '../../../importing/catalog/report'
import type { FormatReading, ImportFormat, ImportOptions } from '../../../importing/import-format'
import { once } from '../../../importing/reading/once'
import { placeOf, UnreadableFile } from '../../../importing/reading/place'
import type { SourceFile } from '../../../importing/reading/source-file'
import { type Document, type Documents, documentsAmong, saysArazzo, saysOpenApi } from './documents'

import { LONGEST_NAME } from './names'
import { withParts } from './parts'
import { type KnownOperation, readDocument } from './read-document'
import { references } from './references'
import { addWorkflows, type FiledOperation, stepEdges } from './workflows'

/**
 * OpenAPI 2.0 (Swagger) and 3, in JSON and YAML, with the files that documents refer to: a tool for
 * every operation, under the title of its document.
 */
export const openapi: ImportFormat = {
  id: 'openapi',
  title: 'OpenAPI 2 and 3',
  recognise(files) {
    const isAlone = files.length === 1
    const said = files.filter((file) => saysOpenApi(file, isAlone))
    const own = said.length > 0 ? said : files
    const workflows = files.filter((file) => saysArazzo(file, isAlone))
    const documents = documentsAmong(files)
    const taken = once(() => [...new Set([...withParts(own, files, documents), ...workflows])])
    return {
      // Workflows alone are none of what others may read in the folder.
      confidence: said.length > 0 ? 0.98 : workflows.length > 0 ? 0.1 : 0,
      read(options) {
        if (said.length === 0 && workflows.length > 0) throw withoutDocuments(workflows)
        return readDocuments({ files, own, workflows, documents, taken }, options)
      },
    }
  },
}

interface Found {
  files: SourceFile[]
  /** The files that are documents, not parts of them. */
  own: SourceFile[]
  /** Arazzo documents: how operations of the documents follow each other. */
  workflows: SourceFile[]
  documents: Documents
  /** The documents and workflows, and the files that documents refer to. */
  taken(): SourceFile[]
}

function readDocuments(
  { files, own, workflows, documents, taken }: Found,
  { server }: ImportOptions,
): FormatReading {
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
  const operations = new Map<string, FiledOperation[]>()
  const filed = ({ path }: Document, operation: FiledOperation): void => {
    const known = operations.get(path)
    if (known) known.push(operation)
    else operations.set(path, [operation])
  }
  const known = new Map<string, KnownOperation>()
  const target = { follow, server, nameFor, tools, report, filed, known, found, lost }
  const faults = faultsIn(own, (path) => {
    const document = read(path)
    if (document) readDocument(document, target)
  })
  const [first] = faults
  if (faults.length === own.length) throw first ?? noDocument(files)
  const edges = stepEdges()
  const faultsOfSteps = faultsIn(workflows, (path) => {
    const document = read(path)
    if (document) addWorkflows({ document, filed: operations, report, edges })
  })
  for (const { path, message, fix } of [...faults, ...faultsOfSteps]) {
    report.add({ outcome: 'skipped', where: path, why: message, fix })
  }
  for (const causesOf of [found, lost]) causesOf.report(report)
  for (const row of [...altered.values()].flat()) report.add(row)
  return {
    format: 'openapi',
    tools: edges.in(tools.tools),
    goldenSets: [],
    bundles: [],
    report: report.rows(),
    used: pathsOf(taken()),
    failed: pathsOf([...faults, ...faultsOfSteps]),
    entries: tools.account().entries + found.skipped(),
  }
}

/** Reads each file; those that cannot be read are given back. */
function faultsIn(files: readonly SourceFile[], read: (path: string) => void): UnreadableFile[] {
  return files.flatMap(({ path }): UnreadableFile[] => {
    try {
      read(path)
      return []
    } catch (error) {
      if (error instanceof UnreadableFile) return [error]
      throw error
    }
  })
}

const withoutDocuments = (workflows: SourceFile[]): UnreadableFile =>
  new UnreadableFile(
    placeOf(workflows),
    'is an Arazzo document: it orders operations, and holds none',
    'Import the folder that holds it and the OpenAPI documents that it names.',
  )

const noDocument = (files: SourceFile[]): UnreadableFile =>
  new UnreadableFile(
    placeOf(files),
    'holds no OpenAPI document',
    'Choose a document in JSON or YAML.',
  )
