import type { ParsedInput } from '../contract/routes'
import type { CatalogChange, CatalogImport } from '../domain/catalog-import'
import { Problem } from '../domain/problem'
import type { GoldenSet } from '../domain/golden-set'
import type { CatalogTool } from '../domain/tool'
import { EXPORT_FORMATS } from '../exporting/formats'
import { IMPORT_FORMATS } from '../importing/formats'
import { readColumns } from '../importing/formats/csv'
import { importGoldenSets } from '../importing/golden/import-golden-sets'
import { catalogIn } from '../importing/import-catalog'
import { sourceFile, type SourceFile } from '../importing/reading/source-file'
import type { LocalFiles } from '../ports/local-files'
import { catalogChange } from './catalog-change'
import type { AppContext, Handlers } from './handlers'
import type { Session } from './session'

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
    const { tools } = await session.catalog()
    const present = new Set((await session.store.goldenSets()).map(({ name }) => name))
    return {
      format: imported.format,
      candidates: catalog.candidates(),
      tools: imported.tools.length,
      sample: imported.tools.slice(0, SAMPLE_TOOLS).map((tool) => ({
        id: tool.id,
        description: tool.description.slice(0, SAMPLE_CHARACTERS),
        parameters: Object.keys(tool.parameters['properties'] ?? {}).length,
        tags: tool.tags,
      })),
      change: catalogChange(tools, imported.tools),
      goldenSets: sizesOf(imported.goldenSets, present),
      bundles: imported.bundles.length,
      report: imported.report,
      revision: (await session.store.info()).revision,
    }
  }

const runImport =
  ({ sessions, files }: AppContext): Handlers<'import'>['import.commit'] =>
  async (input, { signal, emit }) => {
    const session = await sessions.of(input.dir)
    emit({ what: 'Reading files', done: 0 })
    const { imported } = await read(files, input)
    const { tools } = await session.catalog()
    const change = catalogChange(tools, imported.tools)
    signal.throwIfAborted()
    const total = imported.tools.length
    emit({ what: 'Writing the workspace', done: 0, total })
    const { removeMissing, revision } = input
    await commitImport(session, imported, { change, removeMissing, revision })
    emit({ what: 'Writing the workspace', done: total, total })
    return {
      format: imported.format,
      change,
      goldenSets: sizesOf(imported.goldenSets),
      bundles: imported.bundles.length,
      report: imported.report,
      workspace: await session.store.info(),
    }
  }

const sizesOf = (sets: GoldenSet[], present: ReadonlySet<string> = new Set()) =>
  sets.map(({ name, queries }) => ({
    name,
    queries: queries.length,
    replaces: present.has(name),
  }))

interface CommitChoices {
  change: CatalogChange
  removeMissing: boolean
  revision: number | undefined
}

async function commitImport(
  session: Session,
  imported: CatalogImport,
  { change, removeMissing, revision }: CommitChoices,
): Promise<void> {
  const { tools } = await session.catalog()
  const layers = new Map(tools.map(({ tool, layer }) => [tool.id, layer]))
  const changed = new Set([...change.added, ...change.changed.map(({ id }) => id)])
  const put: CatalogTool[] = imported.tools
    .filter(({ id }) => changed.has(id))
    .map((tool) => ({ tool, layer: layers.get(tool.id) ?? imported.layers?.[tool.id] ?? {} }))
  await session.commit(
    {
      tools: { put, remove: removeMissing ? change.removed : [] },
      goldenSets: { put: imported.goldenSets },
      bundles: { put: imported.bundles },
    },
    revision,
  )
}

/** Adds golden sets on their own, with labels resolved against the catalog that is there. */
export const goldenImport =
  ({ sessions, files }: AppContext): Handlers<'golden'>['golden.import'] =>
  async ({ dir, path, name, replace, preview }) => {
    const session = await sessions.of(dir)
    const { tools } = await session.catalog()
    const sources = await readSourceFiles(files, path)
    const { format, goldenSets, report } = importGoldenSets(
      sources,
      tools.map(({ tool }) => tool),
    )
    if (goldenSets.length === 0) {
      throw new Problem(
        'unreadable',
        `${path} holds no golden query that names a tool of this catalog.`,
        report[0]?.why ?? 'Import the catalog first, then its golden set.',
      )
    }
    const put = named(goldenSets, name)
    const present = new Set((await session.store.goldenSets()).map((set) => set.name))
    const taken = put.find((set) => present.has(set.name))
    if (taken && !replace && !preview) {
      throw new Problem(
        'conflict',
        `There is a golden set “${taken.name}” already.`,
        'Give this one another name, or choose to replace it.',
      )
    }
    if (!preview) await session.commit({ goldenSets: { put } })
    return {
      format,
      goldenSets: sizesOf(put, present),
      sample: put
        .flatMap(({ queries }) => queries)
        .slice(0, SAMPLE_TOOLS)
        .map(({ text, tools: golden }) => ({ text, tools: golden })),
      report,
    }
  }

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
