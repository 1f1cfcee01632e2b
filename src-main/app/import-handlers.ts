import type { ParsedInput, RouteOutput } from '../contract/routes'
import type { ReportRow } from '../domain/catalog-import'
import { Problem } from '../domain/problem'
import type { GoldenSet } from '../domain/golden-set'
import { parametersOf } from '../domain/schema-parameters'
import { EXPORT_FORMATS } from '../exporting/formats'
import { IMPORT_FORMATS } from '../importing/formats'
import { resolveGoldenSets } from '../importing/golden/import-golden-sets'
import type { Catalog } from './catalog'
import type { AppContext, Handlers } from './handlers'
import { plannedImport, recordsOf } from './importing/planned-import'
import { openSession, type PlanChange, type PlannedChange, type Session } from './session'

type ImportInput = Omit<ParsedInput<'import.preview'>, 'dir' | 'clashes'>

/** Tools shown of an import before it is committed. */
const SAMPLE_TOOLS = 20
const SAMPLE_CHARACTERS = 300

export const importHandlers = (context: AppContext): Handlers<'import'> => ({
  'import.formats': () => ({
    imports: IMPORT_FORMATS.map(({ id, title }) => ({ id, title })),
    exports: EXPORT_FORMATS.map(({ id, title }) => ({ id, title })),
  }),
  'import.columns': async ({ path }, { signal }) =>
    context.readFiles('columns', { files: await context.files.read(path) }, signal),
  'import.preview': previewImport(context),
  'import.commit': runImport(context),
})

/** The files of an import, and what is said of how to read them. */
const inputOf = async (
  { files }: Pick<AppContext, 'files'>,
  { path, format, mapping, server }: ImportInput,
) => ({ files: await files.read(path), options: { format, mapping, server } })

async function presentIn(session: Session) {
  // The revision first: a commit that comes now makes the preview out of date, never its revision too new.
  const { state, layers } = await session.store.read('layers')
  const catalog = await session.catalog()
  const stored = new Map(layers.map(({ tool, layer }) => [tool, layer]))
  return {
    present: recordsOf(session),
    now: { catalog: { tools: catalog.tools }, layers: stored },
    revision: state.revision,
  }
}

/** What a workspace holds that is still to be made. */
const NOTHING: Awaited<ReturnType<typeof presentIn>> = {
  present: {
    read: async () => ({ goldenSets: [], bundles: [] }),
    goldenQueries: async () => [],
  },
  now: { catalog: { tools: [] }, layers: new Map() },
  revision: 0,
}

const previewImport =
  ({ sessions, ...context }: AppContext): Handlers<'import'>['import.preview'] =>
  async ({ dir, clashes: choices, ...input }, { signal }) => {
    const session = dir === undefined ? undefined : await sessions.of(dir)
    const { imported, candidates } = await context.readFiles(
      'preview',
      await inputOf(context, input),
      signal,
    )
    const { present, now, revision } = session ? await presentIn(session) : NOTHING
    const plan = plannedImport(present, imported, { clashes: choices, removeMissing: false })
    const { answer } = await plan(now.catalog, now.layers)
    const { tools, change, clashes, goldenSets, rows } = answer
    return {
      format: imported.format,
      candidates,
      tools: tools.length,
      sample: tools.slice(0, SAMPLE_TOOLS).map((tool) => ({
        id: tool.id,
        description: tool.description.slice(0, SAMPLE_CHARACTERS),
        parameters: parametersOf(tool.parameters).parameters.length,
        tags: tool.tags,
      })),
      change,
      clashes,
      goldenSets,
      bundles: imported.bundles.length,
      report: [...rows, ...imported.report],
      revision,
    }
  }

const runImport =
  (context: AppContext): Handlers<'import'>['import.commit'] =>
  async (input, { signal, emit }) => {
    const { dir, create, revision } = input
    const present = create === undefined ? await context.sessions.of(dir) : undefined
    emit({ what: 'Reading files', done: 0 })
    const imported = await context.readFiles('catalog', await inputOf(context, input), signal)
    signal.throwIfAborted()
    const total = imported.tools.length
    emit({ what: 'Writing the workspace', done: 0, total })
    const choices = { clashes: input.clashes, removeMissing: input.removeMissing }
    const plan = (session: Session) => plannedImport(recordsOf(session), imported, choices)
    const { session, change: outcome } = present
      ? { session: present, change: await present.change(plan(present), revision) }
      : await changeNew(context, { dir, name: create ?? '' }, plan)
    const { change, clashes, goldenSets, rows } = outcome
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

/** The first change of a workspace that is made for it: nobody sees it before, nor where the change fails or is killed. */
async function changeNew<Answer>(
  context: AppContext,
  { dir, name }: { dir: string; name: string },
  plan: (session: Session) => PlanChange<Answer>,
): Promise<{ session: Session; change: Answer }> {
  const changes: Answer[] = []
  const store = await context.library.create(name, dir, async (built) => {
    const session = openSession(built, context, () => undefined)
    changes.push(await session.change(plan(session)))
    await session.close()
  })
  await store.close()
  return { session: await context.sessions.of(dir), change: changes[0] as Answer }
}

const sizesOf = (sets: GoldenSet[], present: ReadonlySet<string>) =>
  sets.map(({ name, queries }) => ({
    name,
    queries: queries.length,
    replaces: present.has(name),
  }))

/** Adds golden sets on their own, with labels resolved against the catalog that is there. */
export const goldenImport =
  ({ sessions, files, readFiles }: AppContext): Handlers<'golden'>['golden.import'] =>
  async ({ dir, path, name, replace, preview }, { signal }) => {
    const session = await sessions.of(dir)
    const written = await readFiles('goldenSets', { files: await files.read(path) }, signal)
    const plan = async ({ tools }: Catalog): Promise<PlannedChange<GoldenReply>> => {
      const imported = resolveGoldenSets(
        written,
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
