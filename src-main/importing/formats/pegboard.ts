import { createHash } from 'node:crypto'
import { z } from 'zod'
import { Bundle, LogSource } from '../../domain/query/bundle'
import {
  AuthorLayer,
  Annotations,
  DependencyKind,
  StandardisedFields,
  ToolExample,
  Visibility,
  type JsonObject,
  type JsonValue,
  type ToolId,
} from '../../domain/tool/tool'
import { collectTools, type ToolCollector, type ToolEntry } from '../catalog/collect-tools'
import { missingCatalog, pathsOf } from '../catalog/data-files'
import { importReport, type Report } from '../catalog/report'
import {
  labelIndex,
  resolveBundles,
  resolveDependencies,
  resolveQueries,
  type LabelIndex,
  type LabelledBundle,
} from '../catalog/resolve-labels'
import { readGoldenFile } from '../golden/golden-file'
import type { FormatReading, ImportFormat } from '../import-format'
import { cleanJson } from '../reading/clean-json'
import { isObject } from '../reading/parse-json'
import { unpackFolder, type SourceFile } from '../reading/source-file'

/**
 * Pegboard's own folder: `servers/*.json` with the tools, beside them `golden.json` (or
 * `golden/*.json`), `bundles.json` and `layers.json`; also all of it in one file, as export writes
 * it.
 */
export const pegboard: ImportFormat = {
  id: 'pegboard',
  title: 'Pegboard folder',
  recognise(given) {
    const files = unpackFolder(given) ?? given
    const servers = files.flatMap((file) => serverFile(file) ?? [])
    return {
      confidence: servers.length > 0 ? 0.97 : 0,
      read: () => {
        const reading = readFolder(files, servers)
        return files === given ? reading : { ...reading, used: pathsOf(given) }
      },
    }
  },
}

function readFolder(files: SourceFile[], servers: ServerFile[]): FormatReading {
  if (servers.length === 0) throw missingCatalog(files, 'servers/*.json')
  const report = importReport()
  const collector = collectTools('pegboard', report)
  const ids = new Map(servers.flatMap((file) => readServer(file, collector, report)))
  const index = labelIndex(collector.tools, ids)
  const golden = files.filter(({ path }) => /(^|\/)(golden\.json|golden\/[^/]+\.json)$/.test(path))
  const bundles = files.filter(named('bundles.json'))
  const layers = files.filter(named('layers.json'))
  return {
    format: 'pegboard',
    tools: resolveDependencies(collector.tools, index, report),
    goldenSets: golden.flatMap((file) =>
      readGoldenFile(file, report).sets.map(({ name, queries }) => ({
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
    used: pathsOf([...servers, ...golden, ...bundles, ...layers]),
    ...collector.account(),
  }
}

const named =
  (name: string) =>
  ({ path }: SourceFile): boolean =>
    path === name || path.endsWith(`/${name}`)

interface ServerFile {
  path: string
  tools: JsonValue[]
  /** What the file says besides its tools. */
  about: JsonObject
}

/**
 * A server's file names its server, or says with null that its tools have none; where its tools are
 * written as MCP has them, it is another program's. Never throws.
 */
function serverFile(file: SourceFile): ServerFile | undefined {
  const content = file.content()
  if (content.kind !== 'object' || !('server' in content.value)) return undefined
  const { tools, ...about } = content.value
  const isOurs = about.server === null || typeof about.server === 'string'
  if (!isOurs || !Array.isArray(tools) || tools.some(isOfMcp)) return undefined
  return { path: file.path, tools, about }
}

const isOfMcp = (tool: JsonValue): boolean => isObject(tool) && 'inputSchema' in tool

/** Files the tools of a server, and gives the ids that the file says → those they got. */
function readServer(
  { path, tools, about }: ServerFile,
  collector: ToolCollector,
  report: Report,
): [string, ToolId][] {
  const server = typeof about.server === 'string' ? about.server : undefined
  return tools.flatMap((tool, index): [string, ToolId][] => {
    const where = `${path}, tool ${index + 1}`
    if (!isObject(tool)) {
      collector.refuse({ where, why: 'The entry is not a tool: it is not an object' })
      return []
    }
    const entry = readPegboardTool(tool, where, report)
    const filed = collector.add({ ...entry, server, context: { server: about } })
    return filed && typeof tool.id === 'string' ? [[tool.id, filed.id]] : []
  })
}

function readBundles(file: SourceFile, report: Report): LabelledBundle[] {
  const content = file.content()
  if (content.kind === 'broken') throw content.error
  if (content.kind !== 'rows') {
    report.add({ outcome: 'skipped', where: file.path, why: 'The file holds no list of bundles' })
    return []
  }
  return content.rows.flatMap(({ value: bundle }, index) => {
    const where = `${file.path}, bundle ${index + 1}`
    if (isObject(bundle) && typeof bundle.query === 'string' && Array.isArray(bundle.tools)) {
      const tools = bundle.tools.map(String)
      const given =
        typeof bundle.id === 'number' || typeof bundle.id === 'bigint'
          ? String(bundle.id)
          : bundle.id
      const id = typeof given === 'string' && given ? given : contentId(bundle.query, tools)
      return [{ id, query: bundle.query, tools, where, ...loggingOf(bundle) }]
    }
    const why = 'The entry is not a bundle: it needs a query and the tools that solved it'
    report.add({ outcome: 'skipped', where, why })
    return []
  })
}

/** When and how it was logged, as far as it is written there. */
function loggingOf({ loggedAt, from }: JsonObject): Pick<LabelledBundle, 'loggedAt' | 'from'> {
  const date = Bundle.shape.loggedAt.safeParse(loggedAt)
  const source = LogSource.safeParse(from)
  return {
    ...(date.success && date.data !== undefined && { loggedAt: date.data }),
    ...(source.success && { from: source.data }),
  }
}

/** A bundle without an id is known by what it says, so that importing it again finds it. */
const contentId = (query: string, tools: string[]): string =>
  createHash('sha256')
    .update(JSON.stringify([query, tools]))
    .digest('hex')
    .slice(0, 12)

function readLayers(file: SourceFile, index: LabelIndex, report: Report): [string, AuthorLayer][] {
  const content = file.content()
  if (content.kind === 'broken') throw content.error
  const written = content.kind === 'object' ? cleanJson(content.value).value : {}
  const where = file.path
  return Object.entries(written).flatMap(([label, about]) => {
    const found = index.find(label)
    if (!('id' in found)) {
      report.add({ outcome: 'skipped', where, entry: label, why: found.why })
      return []
    }
    const layer = readLayer(about, index)
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

const DependencyEntry = z.object({
  on: z.string().min(1),
  kind: DependencyKind,
  parameter: z.string().optional(),
  reason: z.string().optional(),
})

/**
 * A tool of our own format; a field that is not of the expected shape is left out, with a row in
 * the report.
 */
function readPegboardTool(entry: JsonObject, where: string, report: Report): ToolEntry {
  const safe = cleanJson(entry).value
  const field = <Value>(key: string, shape: z.ZodType<Value>): Value | undefined => {
    if (safe[key] === undefined) return undefined
    const read = shape.safeParse(safe[key])
    if (read.success) return read.data
    const name = typeof entry.name === 'string' ? entry.name : undefined
    const why = `The field ${key} does not have the expected shape and was left out`
    report.add({ outcome: 'altered', where, ...(name && { entry: name }), why })
    return undefined
  }
  return {
    name: entry.name,
    title: entry.title,
    description: entry.description,
    parameters: entry.parameters,
    response: entry.response,
    tags: field('tags', z.array(z.string())),
    visibility: field('visibility', Visibility),
    annotations: field('annotations', Annotations),
    examples: field('examples', z.array(ToolExample)),
    dependencies: field('dependencies', z.array(DependencyEntry)),
    standardised: field('standardised', StandardisedFields),
    entry,
    where,
  }
}
