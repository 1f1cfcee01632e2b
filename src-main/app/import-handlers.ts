import type { ParsedInput, RouteOutput } from '../contract/routes'
import type { ReportRow } from '../domain/catalog-import'
import { Problem } from '../domain/problem'
import type { GoldenSet } from '../domain/golden-set'
import { EXPORT_FORMATS } from '../exporting/formats'
import { IMPORT_FORMATS } from '../importing/formats'
import { readColumns } from '../importing/formats/csv'
import { importGoldenSets } from '../importing/golden/import-golden-sets'
import { catalogIn } from '../importing/import-catalog'
import { sourceFile, type SourceFile } from '../importing/reading/source-file'
import type { LocalFiles } from '../ports/local-files'
import type { Catalog } from './catalog'
import type { AppContext, Handlers } from './handlers'
import { plannedImport } from './importing/planned-import'
import type { PlannedChange } from './session'

type ImportInput = ParsedInput<'import.preview'>

/** Tools shown of an import before it is committed. */
const SAMPLE_TOOLS = 20
const SAMPLE_CHARACTERS = 300

export async function readSourceFiles(files: LocalFiles, path: string): Promise<SourceFile[]> {
  return (await files.read(path)).map((file) => sourceFile(file.path, file.bytes))
}

export const importHandlers = (context: AppContext): Handlers<'import'> => ({
  'import.formats': () => ({
    imports: IMPORT_FORMATS.map(({ id, title }) => ({ id, title })),
    exports: EXPORT_FORMATS.map(({ id, title }) => ({ id, title })),
  }),
  'import.columns': async ({ path }) => readColumns(await readSourceFiles(context.files, path)),
  'import.preview': previewImport(context),
  'import.commit': runImport(context),
})

async function read(files: LocalFiles, { path, format, mapping, server }: ImportInput) {
  const catalog = catalogIn(await readSourceFiles(files, path))
  return { catalog, imported: catalog.read({ format, mapping, server }) }
}

const previewImport =
  ({ sessions, files }: AppContext): Handlers<'import'>['import.preview'] =>
  async (input) => {
    const session = await sessions.of(input.dir)
    const { catalog, imported } = await read(files, input)
    // The revision first: a commit that comes now makes the preview out of date, never its revision too new.
    const { state, layers } = await session.store.read('layers')
    const plan = plannedImport(session, imported, { clashes: input.clashes, removeMissing: false })
    const stored = new Map(layers.map(({ tool, layer }) => [tool, layer]))
    const { answer } = await plan(await session.catalog(), stored)
    const { tools, change, clashes, goldenSets, rows } = answer
    return {
      format: imported.format,
      candidates: catalog.candidates(),
      tools: tools.length,
      sample: tools.slice(0, SAMPLE_TOOLS).map((tool) => ({
        id: tool.id,
        description: tool.description.slice(0, SAMPLE_CHARACTERS),
        parameters: Object.keys(tool.parameters['properties'] ?? {}).length,
        tags: tool.tags,
      })),
      change,
      clashes,
      goldenSets,
      bundles: imported.bundles.length,
      report: [...rows, ...imported.report],
      revision: state.revision,
    }
  }

const runImport =
  ({ sessions, files }: AppContext): Handlers<'import'>['import.commit'] =>
  async (input, { signal, emit }) => {
    const session = await sessions.of(input.dir)
    emit({ what: 'Reading files', done: 0 })
    const { imported } = await read(files, input)
    signal.throwIfAborted()
    const total = imported.tools.length
    emit({ what: 'Writing the workspace', done: 0, total })
    const plan = plannedImport(session, imported, input)
    const { change, clashes, goldenSets, rows } = await session.change(plan, input.revision)
    emit({ what: 'Writing the workspace', done: total, total })
    return {
      format: imported.format,
      change,
      clashes,
      goldenSets,
      bundles: imported.bundles.length,
      report: [...rows, ...imported.report],
      workspace: await session.store.info(),
    }
  }

const sizesOf = (sets: GoldenSet[], present: ReadonlySet<string>) =>
  sets.map(({ name, queries }) => ({
    name,
    queries: queries.length,
    replaces: present.has(name),
  }))

/** Adds golden sets on their own, with labels resolved against the catalog that is there. */
export const goldenImport =
  ({ sessions, files }: AppContext): Handlers<'golden'>['golden.import'] =>
  async ({ dir, path, name, replace, preview }) => {
    const session = await sessions.of(dir)
    const sources = await readSourceFiles(files, path)
    const plan = async ({ tools }: Catalog): Promise<PlannedChange<GoldenReply>> => {
      const imported = importGoldenSets(
        sources,
        tools.map(({ tool }) => tool),
      )
      if (imported.goldenSets.length === 0) throw noGoldenQuery(path, imported.report)
      const put = named(imported.goldenSets, name)
      const { goldenSets } = await session.store.read('goldenSets')
      const present = new Set(goldenSets.map((set) => set.name))
      const taken = put.find((set) => present.has(set.name))
      if (taken && !replace && !preview) throw isTaken(taken.name)
      return {
        goldenSets: { put },
        answer: {
          format: imported.format,
          goldenSets: sizesOf(put, present),
          sample: put
            .flatMap(({ queries }) => queries)
            .slice(0, SAMPLE_TOOLS)
            .map(({ text, tools: golden }) => ({ text, tools: golden })),
          report: imported.report,
        },
      }
    }
    if (!preview) return session.change(plan)
    const { answer } = await plan(await session.catalog())
    return answer
  }

type GoldenReply = RouteOutput<'golden.import'>

const noGoldenQuery = (path: string, report: ReportRow[]): Problem =>
  new Problem(
    'unreadable',
    `${path} holds no golden query that names a tool of this catalog.`,
    report[0]?.why ?? 'Import the catalog first, then its golden set.',
  )

const isTaken = (name: string): Problem =>
  new Problem(
    'conflict',
    `There is a golden set “${name}” already.`,
    'Give this one another name, or choose to replace it.',
  )

const named = (sets: GoldenSet[], name?: string): GoldenSet[] =>
  name === undefined
    ? sets
    : sets.map((set) => ({ ...set, name: sets.length === 1 ? name : `${name}-${set.name}` }))

export const filesHandlers = ({ files, exports }: AppContext): Handlers<'files'> => {
  const begun = new Set<string>()
  return {
    async 'files.begin'() {
      const folder = await files.temporaryFolder()
      begun.add(folder)
      return { folder }
    },
    async 'files.append'({ folder, path, bytes }) {
      if (!begun.has(folder)) {
        throw new Problem('bad-input', 'This folder was not begun here.', 'Choose the files again.')
      }
      await files.append(folder, path, Buffer.from(bytes, 'base64'))
      return { path: `${folder}/${path}` }
    },
    'files.read': ({ file, offset }) => exports.read(file, offset),
  }
}
