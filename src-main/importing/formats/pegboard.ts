import type { CatalogImport } from '../../domain/catalog-import'
import { AuthorLayer } from '../../domain/tool'
import type { JsonObject, JsonValue } from '../../domain/tool'
import { contentOf, missingCatalog, reportUnused } from '../reading/file-content'
import { setName } from '../golden/set-names'
import { cleanJson, isObject } from '../reading/clean-json'
import { unpackFolder } from '../reading/packed-folder'
import { readNamedSets } from '../golden/import-golden-sets'
import type { ImportFormat } from '../import-format'
import { readPegboardTool } from './pegboard-tool'
import { importReport } from '../catalog/report'
import type { Report } from '../catalog/report'
import { labelIndex, resolveBundles, resolveDependencies, resolveQueries } from '../catalog/resolve-labels'
import type { LabelIndex, LabelledBundle } from '../catalog/resolve-labels'
import type { SourceFile } from '../reading/source-file'
import { collectTools } from '../catalog/collect-tools'
import type { ToolCollector } from '../catalog/collect-tools'

/**
 * Pegboard's own folder: `servers/*.json` with the tools, beside them `golden.json` (or `golden/*.json`),
 * `bundles.json` and `layers.json`; also all of it in one file, as export writes it.
 */
export const pegboard: ImportFormat = {
  id: 'pegboard',
  title: 'Pegboard folder',
  detect: (files) => ((unpackFolder(files) ?? files).some(isServerFile) ? 0.97 : 0),
  parse: (files) => parseFolder(unpackFolder(files) ?? files),
}

function parseFolder(files: SourceFile[]): CatalogImport {
  const report = importReport()
  const servers = files.filter(isServerFile)
  if (servers.length === 0) throw missingCatalog(files, 'servers/*.json')
  const collector = collectTools('pegboard', report)
  for (const file of servers) readServer(file, collector, report)
  const index = labelIndex(collector.tools)
  const golden = files.filter(({ path }) => /(^|\/)(golden\.json|golden\/[^/]+\.json)$/.test(path))
  const bundles = files.filter(named('bundles.json'))
  const layers = files.filter(named('layers.json'))
  reportUnused(files, [...servers, ...golden, ...bundles, ...layers], report)
  return {
    format: 'pegboard',
    tools: resolveDependencies(collector.tools, index, report),
    goldenSets: golden.flatMap((file) =>
      readNamedSets(file, setName(file.path), report).map(({ name, queries }) => ({
        name,
        queries: resolveQueries(queries, index, report),
      })),
    ),
    bundles: resolveBundles(
      bundles.flatMap((file) => readBundles(file, report)),
      index,
      report,
    ),
    layers: Object.fromEntries(layers.flatMap((file) => readLayers(file, index, report))),
    report: report.rows(),
  }
}

const named =
  (name: string) =>
  ({ path }: SourceFile): boolean =>
    path === name || path.endsWith(`/${name}`)

/** A server's file names its server, or says with null that its tools have none. Never throws. */
function isServerFile(file: SourceFile): boolean {
  const content = contentOf(file)
  return (
    content.kind === 'object' && 'server' in content.value && Array.isArray(content.value.tools)
  )
}

function readServer(file: SourceFile, collector: ToolCollector, report: Report): void {
  const { tools, ...about } = file.json() as JsonObject
  const server = typeof about.server === 'string' ? about.server : undefined
  for (const [index, tool] of (Array.isArray(tools) ? tools : []).entries()) {
    const where = `${file.path}, tool ${index + 1}`
    if (isObject(tool)) {
      const entry = readPegboardTool(tool, where, report)
      collector.add({ ...entry, server, context: { server: about } })
    } else {
      report.add({ outcome: 'skipped', where, why: 'The entry is no tool: it is not an object' })
    }
  }
}

function readBundles(file: SourceFile, report: Report): LabelledBundle[] {
  const value = file.json()
  if (!Array.isArray(value)) {
    report.add({ outcome: 'skipped', where: file.path, why: 'The file holds no list of bundles' })
    return []
  }
  return value.flatMap((bundle, index) => {
    const where = `${file.path}, bundle ${index + 1}`
    if (isObject(bundle) && typeof bundle.query === 'string' && Array.isArray(bundle.tools)) {
      const id = typeof bundle.id === 'string' && bundle.id ? bundle.id : String(index + 1)
      return [{ id, query: bundle.query, tools: bundle.tools.map(String), where }]
    }
    const why = 'The entry is no bundle: it needs a query and the tools that solved it'
    report.add({ outcome: 'skipped', where, why })
    return []
  })
}

function readLayers(file: SourceFile, index: LabelIndex, report: Report): [string, AuthorLayer][] {
  const value = cleanJson(file.json()).value
  const where = file.path
  return Object.entries(isObject(value) ? value : {}).flatMap(([label, written]) => {
    const found = index.find(label)
    if (!('id' in found)) {
      report.add({ outcome: 'skipped', where, entry: label, why: found.why })
      return []
    }
    const layer = readLayer(written, index)
    if (layer) return [[found.id, layer] as [string, AuthorLayer]]
    const why = 'The author’s layer does not have the expected fields'
    report.add({ outcome: 'skipped', where, entry: label, why })
    return []
  })
}

function readLayer(written: JsonValue, index: LabelIndex): AuthorLayer | undefined {
  const { data: layer } = AuthorLayer.safeParse(written)
  if (!layer?.dependencies) return layer
  const dependencies = layer.dependencies.flatMap((dependency) => {
    const found = index.find(dependency.on)
    return 'id' in found ? [{ ...dependency, on: found.id }] : []
  })
  return { ...layer, dependencies }
}
