import { infoOf } from '../recipes/works-with'
import { z } from 'zod'
import {
  Base,
  ImportInput,
  type Outcome,
  type ImportCommitAnswer,
  type ImportPreviewAnswer,
} from '../../contract/import'
import { page } from '../../contract/page'
import { Dir, Name } from '../../contract/workspace'
import { ChangeKind, type CatalogImport } from '../../domain/catalog/import'
import { accountText } from '../../domain/catalog/account-text'
import { lacksEdges } from '../../domain/graph/lacks-edges'
import { Problem } from '../../domain/problem'
import { EXPORT_FORMATS } from '../../exporting/formats'
import { action, perApp } from '../action'
import type { Call } from '../app'
import type { AppContext } from '../context'
import { markOfNew } from '../knowledge/moving'
import { changeUndoably, type UndoablePlan } from '../changes/stored-changes'
import type { LocalFile } from '../../ports/local-files'
import { foundIn } from '../sources/found'
import { ofSource, readSource, type ReadSource } from '../sources/read-source'
import { openSession, type Session } from '../workspaces/session'
import { changeLists, firstOf } from './change-lists'
import { goldenImport, GoldenImportInput } from './golden-import'
import { importEffect, ImportEffectInput } from './import-effect'
import { filesText, importText } from './import-text'
import { plannedImport, recordsOf, type ImportChoices, type ImportOutcome } from './planned-import'
import type { BrokenQuery } from './source-record'
import { recentOf, type RecentImports } from './recent-imports'
import { datedBundles } from './settle-bundles'

/**
 * A source is not read again for another look at it, nor to be imported: what was seen is what is
 * imported.
 */
const Seen = z
  .string()
  .describe('of an earlier preview of a source: what was read then is taken, and not read again')

const ImportPreviewInput = ImportInput.extend({
  dir: Dir.optional(),
  changes: Seen.optional(),
})
type ImportPreviewInput = z.output<typeof ImportPreviewInput>

const ImportCommitInput = ImportInput.extend({
  dir: Dir.optional(),
  /** It is made once the files have been read, and removed again where writing them fails. */
  create: Name.optional().describe('the name of a workspace to make, at dir or in the data folder'),
  base: Base.optional(),
  changes: Seen.optional(),
  removeMissing: z
    .boolean()
    .default(false)
    .describe(
      'remove tools that the files no longer hold; their golden labels and author’s layers are kept',
    ),
  partly: z
    .boolean()
    .default(false)
    .describe('import what could be read, even where most was left out'),
})
type ImportCommitInput = z.output<typeof ImportCommitInput>

export const importActions = {
  /** A set of the same name is replaced only if `replace`. */
  'golden.import': action({
    summary:
      'Add golden sets from CSV, JSON, judgements (qrels) or logs of agents: one per file, or one per split',
    input: GoldenImportInput,
    run: goldenImport,
  }),
  'import.formats': action({
    summary: 'What can be imported, and what exported',
    input: z.object({}),
    run: ({ importFormats }) => ({
      imports: importFormats.map(({ id, title }) => ({ id, title })),
      exports: EXPORT_FORMATS.map(({ id, title }) => ({ id, title })),
    }),
  }),
  'import.columns': action({
    summary:
      'A table’s header and first rows, and the columns that seem to hold what the import takes, by field',
    input: z.object({
      path: z.string().min(1),
      kind: z.enum(['catalog', 'golden-set']).default('catalog'),
    }),
    run: async (context, { path, kind }, { signal }) =>
      context.readFiles(
        'columns',
        { files: await context.files.read(path), options: { kind } },
        signal,
      ),
  }),
  /** Writes nothing. */
  'import.preview': action({
    summary: 'Read files and say what importing them would do',
    input: ImportPreviewInput,
    run: previewImport,
  }),
  /** @throws Problem `not-found` for an import that was not among the last few. */
  'import.changes': action({
    summary:
      'A page of the tools that an import does something to, with the texts of what changes before and after',
    input: z.object({
      changes: z.string(),
      kind: ChangeKind,
      ...page(20, 100),
    }),
    run: (context, { changes, kind, offset, limit }) => {
      const list = recentOf(context).of(changes).lists[kind]
      return { total: list.total, rows: list.rows(offset, limit) }
    },
  }),
  /** Writes nothing and indexes nothing. */
  'import.effect': action({
    summary: 'What an import that was previewed would do to golden queries',
    input: ImportEffectInput,
    run: importEffect,
  }),
  /** What an author wrote stays, unless `clashes` says otherwise. */
  'import.commit': action({
    summary: 'Import tools from files, in one commit',
    input: ImportCommitInput,
    run: runImport,
  }),
}

/** What a preview and a commit tell alike. */
function toldOf(
  outcome: ImportOutcome,
  imported: CatalogImport,
  recent: RecentImports,
  source?: ReadSource,
): Outcome {
  const lists = changeLists(outcome)
  const read = source && { source, imported }
  return {
    format: imported.format,
    account: imported.account,
    change: {
      added: firstOf(lists.added),
      changed: firstOf(lists.changed),
      removed: firstOf(lists.removed),
      unchanged: outcome.difference.unchanged,
    },
    clashes: {
      recognised: firstOf(lists.recognised),
      beside: firstOf(lists.beside),
      renamed: firstOf(lists.renamed),
      likelyRenamed: firstOf(lists.likelyRenamed),
      layers: firstOf(lists.layers),
      layersAdded: outcome.layersPut.length,
    },
    changes: recent.keep(lists, outcome, read),
    goldenSets: outcome.goldenSets,
    bundles: imported.bundles.length,
    report: [...outcome.rows, ...imported.report],
  }
}

type Read = Pick<ImportCommitInput, 'path' | 'source' | 'format' | 'mapping' | 'server'>

interface ImportedFrom {
  /** The files of an import, and what is said of how to read them. */
  files: LocalFile[]
  options: Omit<Read, 'path' | 'source'>
  source?: ReadSource
}

/** @throws Problem `bad-input` where neither files nor a source are named. */
async function filesOf(
  context: AppContext,
  { path, source, ...options }: Read,
  { session, signal, emit }: Reading,
): Promise<ImportedFrom> {
  if (source && path === undefined) {
    const { sources } = (await session?.store.read('sources')) ?? { sources: [] }
    return readSource(context, source, { sources, signal, emit })
  }
  if (path !== undefined && !source) return { files: await context.files.read(path), options }
  throw new Problem('bad-input', 'What is to be imported is not clear.', 'Name a path or a source.')
}

async function presentIn(session: Session) {
  // The commit first: another that comes now makes the preview out of date, never its base too new.
  const { state, layers } = await session.store.read('layers')
  const catalog = await session.catalog()
  const stored = new Map(layers.map(({ tool, layer }) => [tool, layer]))
  return {
    present: recordsOf(session),
    now: { catalog: { tools: catalog.tools }, layers: stored },
    base: state.commit,
  }
}

/** What a workspace holds that is still to be made. */
const NOTHING: Awaited<ReturnType<typeof presentIn>> = {
  present: {
    read: async () => ({ goldenSets: [], bundles: [], layers: [], fieldWeights: [], sources: [] }),
    goldenQueries: async () => [],
  },
  now: { catalog: { tools: [] }, layers: new Map() },
  base: '',
}

type Reading = { session: Session | undefined } & Pick<Call, 'signal' | 'emit'>

/** With every format that the files may be. */
async function readToLook(context: AppContext, input: Read, call: Reading): Promise<ReadImport> {
  const { source, ...given } = await filesOf(context, input, call)
  const { imported, candidates } = await context.readFiles('preview', given, call.signal)
  return {
    source,
    files: given.files,
    candidates,
    imported: source ? ofSource(imported, source) : imported,
  }
}

async function readToImport(context: AppContext, input: Read, call: Reading): Promise<ReadImport> {
  const { source, ...given } = await filesOf(context, input, call)
  const imported = await context.readFiles('catalog', given, call.signal)
  return {
    source,
    files: given.files,
    imported: source ? ofSource(imported, source) : imported,
  }
}

async function previewImport(
  context: AppContext,
  { dir, clashes, ...input }: ImportPreviewInput,
  { signal, emit }: Call,
): Promise<ImportPreviewAnswer> {
  const session = dir === undefined ? undefined : await context.sessions.of(dir)
  const { source, imported, candidates } =
    readBefore(context, input) ?? (await readToLook(context, input, { session, signal, emit }))
  const { present, now, base } = session ? await presentIn(session) : NOTHING
  const { recipes } = context
  const choices = { recipes, clashes, removeMissing: false, source: dated(context, source) }
  const { answer } = await plannedImport(present, imported, choices)(now.catalog, now.layers)
  const told = toldOf(answer, imported, recentOf(context), source)
  if (source && dir !== undefined) noteFound(context, { dir, name: source.name }, told.change)
  return {
    ...told,
    tools: answer.tools.length,
    candidates: candidates ?? [],
    base,
  }
}

async function runImport(
  context: AppContext,
  input: ImportCommitInput,
  { signal, emit }: Call,
): Promise<ImportCommitAnswer> {
  const { dir, create, base } = input
  const present = create === undefined ? await context.sessions.of(named(dir)) : undefined
  emit({ what: 'Reading files', done: 0 })
  const reading = { session: present, signal, emit }
  const read = readBefore(context, input) ?? (await readToImport(context, input, reading))
  const { source, broken, files } = read
  if (read.imported.account.mostLeftOut && !input.partly) throw mostLeftOut(read.imported)
  const imported = {
    ...read.imported,
    bundles: datedBundles(read.imported.bundles, context.clock.timestamp()),
  }
  signal.throwIfAborted()
  const total = imported.tools.length
  emit({ what: 'Writing the workspace', done: 0, total })
  const choices = {
    recipes: context.recipes,
    clashes: input.clashes,
    // What is missing in a list that is not whole may be there.
    removeMissing: input.removeMissing && source?.incomplete === undefined,
    source: dated(context, source, broken),
  }
  const plan = undoableImport(imported, choices, source?.name ?? filesText(files))
  const { session, outcome } = present
    ? { session: present, outcome: await changeUndoably(present, plan(present), base) }
    : await changeNew(context, { dir, name: create ?? '' }, plan)
  emit({ what: 'Writing the workspace', done: total, total })
  if (source) foundIn(context).forget(session.store.dir, source.name)
  return {
    ...toldOf(outcome, imported, recentOf(context)),
    workspace: await infoOf(context, session),
    ...(outcome.change !== undefined && { undo: outcome.change }),
    ...((await offersEdges(session, outcome)) && { offersEdges: true as const }),
  }
}

/** Most of what was given is nothing that a person is to find out later. */
function mostLeftOut({ account, report }: CatalogImport): Problem {
  const [why] = report.filter(({ outcome }) => outcome === 'skipped')
  const first = why ? ` First: ${why.where}: ${why.why}.` : ''
  return new Problem(
    'bad-input',
    `Most was left out, and nothing is imported: ${accountText(account)}.${first}`,
    'A preview lists all that was left out (in a terminal: --dry-run). To take what could be read, choose so there, or add --partly.',
  )
}

interface ReadImport {
  source?: ReadSource | undefined
  imported: CatalogImport
  files: readonly LocalFile[]
  candidates?: ImportPreviewAnswer['candidates']
  /** What taking it over is known to break. */
  broken?: readonly BrokenQuery[] | undefined
}

/** What is to be imported, where it was read for an earlier preview of a source. */
function readBefore(
  context: AppContext,
  { changes, source }: Read & { changes?: string | undefined },
): ReadImport | undefined {
  const seen = changes === undefined ? undefined : recentOf(context).of(changes)
  if (!seen?.read || seen.read.source.name !== source?.name) return undefined
  return { ...seen.read, broken: seen.broken, files: [] }
}

const dated = (
  { clock }: AppContext,
  source: ReadSource | undefined,
  broken: readonly BrokenQuery[] = [],
) => source && { ...source, readAt: clock.timestamp(), broken }

function noteFound(
  context: AppContext,
  { dir, name }: { dir: string; name: string },
  { added, changed, removed }: Outcome['change'],
): void {
  const counts = { added: added.total, changed: changed.total, removed: removed.total }
  foundIn(context).note(dir, name, { at: context.clock.timestamp(), ...counts })
}

type PlanImport = (
  ...now: Parameters<ReturnType<typeof plannedImport>>
) => Promise<UndoablePlan<ImportOutcome>>

/** An import that is kept, to be taken back. @param from the files, as a person knows them */
const undoableImport =
  (imported: CatalogImport, choices: ImportChoices, from: string) =>
  (session: Session): PlanImport => {
    const planned = plannedImport(recordsOf(session), imported, choices)
    return async (...now) => {
      const { answer, ...change } = await planned(...now)
      return { change, replaced: await answer.replaced(), what: importText(change, from), answer }
    }
  }

/** @throws Problem `bad-input` where no workspace is named. */
function named(dir: string | undefined): string {
  if (dir !== undefined) return dir
  const fix = 'Name a workspace, or say what a new one is to be called.'
  throw new Problem('bad-input', 'No workspace is named to import into.', fix)
}

/**
 * The first change of a workspace that is made for it: nobody sees it before, nor where the change
 * fails or is killed.
 */
async function changeNew(
  context: AppContext,
  { dir, name }: { dir: string | undefined; name: string },
  plan: (session: Session) => PlanImport,
) {
  const outcomes: (ImportOutcome & { change?: string })[] = []
  const mark = await markOfNew(context)
  const store = await context.library.create(name, dir, async (built) => {
    const session = openSession(built, context, () => undefined)
    const first = plan(session)
    outcomes.push(
      await changeUndoably(session, async (...now) => {
        const planned = await first(...now)
        return { ...planned, change: { ...planned.change, ...mark } }
      }),
    )
    await session.close()
  })
  await store.close()
  const [outcome] = outcomes
  if (!outcome) throw new Error('A workspace was made without its import')
  return { session: await context.sessions.of(store.dir), outcome }
}

/** The folders into which files are handed in. */
const begunIn = perApp(() => new Set<string>())

export const filesActions = {
  'files.begin': action({
    summary: 'Begin handing in files piece by piece; the folder’s name is then a `path`',
    input: z.object({}),
    async run(context) {
      const folder = await context.files.temporaryFolder()
      begunIn(context).add(folder)
      return { folder }
    },
  }),
  'files.append': action({
    summary: 'Write a piece of a file that is handed in',
    input: z.object({
      folder: z.string(),
      path: z.string().min(1).max(1000),
      /** Base64 of at most 4 MiB. */
      bytes: z.string().max(6_000_000),
    }),
    async run(context, { folder, path, bytes }) {
      if (!begunIn(context).has(folder)) {
        throw new Problem('bad-input', 'This folder was not begun here.', 'Choose the files again.')
      }
      await context.files.append(folder, path, Buffer.from(bytes, 'base64'))
      return { path: `${folder}/${path}` }
    },
  }),
  'files.read': action({
    summary: 'A piece of a file that an export made',
    input: z.object({ file: z.string(), offset: z.number().int().min(0) }),
    run: ({ exports }, { file, offset }) => exports.read(file, offset),
  }),
}

/**
 * Whether an import that brought something is to offer a look for edges. Who has decided on
 * proposals before knows of them, and is not asked again.
 */
async function offersEdges(
  { store, catalog }: Session,
  { difference: { added, changed } }: ImportOutcome,
): Promise<boolean> {
  if (added.length + changed.length === 0) return false
  const { edgeDecisions } = await store.read('edgeDecisions')
  return edgeDecisions.length === 0 && lacksEdges((await catalog()).tools)
}
