import type { ParsedInput, RouteOutput } from '../contract/routes'
import type { CatalogImport } from '../domain/catalog-import'
import { Problem } from '../domain/problem'
import { EXPORT_FORMATS } from '../exporting/formats'
import { IMPORT_FORMATS } from '../importing/formats'
import type { AppContext, Handlers } from './handlers'
import { changeLists, firstOf } from './importing/change-lists'
import { datedBundles } from './importing/settle-bundles'
import { offersEdges } from './importing/offers-edges'
import { plannedImport, recordsOf, type ImportOutcome } from './importing/planned-import'
import { recentChanges } from './importing/recent-changes'
import { markOfNew } from './knowledge/moving'
import { openSession, type PlanChange, type PlannedChange, type Session } from './session'

type ImportInput = Omit<ParsedInput<'import.preview'>, 'dir' | 'clashes'>

export function importHandlers(context: AppContext): Handlers<'import'> {
  const recent = recentChanges()
  return {
    'import.formats': () => ({
      imports: IMPORT_FORMATS.map(({ id, title }) => ({ id, title })),
      exports: EXPORT_FORMATS.map(({ id, title }) => ({ id, title })),
    }),
    'import.columns': async ({ path, kind }, { signal }) =>
      context.readFiles(
        'columns',
        { files: await context.files.read(path), options: { kind } },
        signal,
      ),
    'import.preview': previewImport(context, recent),
    'import.changes': ({ changes, kind, offset, limit }) => {
      const list = recent.of(changes)[kind]
      return { total: list.total, rows: list.rows(offset, limit) }
    },
    'import.commit': runImport(context, recent),
  }
}

type RecentChanges = ReturnType<typeof recentChanges>

/** What a preview and a commit tell alike. */
function toldOf(
  outcome: ImportOutcome,
  imported: CatalogImport,
  recent: RecentChanges,
): Omit<RouteOutput<'import.commit'>, 'workspace'> {
  const lists = changeLists(outcome)
  return {
    format: imported.format,
    change: {
      added: firstOf(lists.added),
      changed: firstOf(lists.changed),
      removed: firstOf(lists.removed),
      unchanged: outcome.difference.unchanged,
    },
    clashes: {
      recognised: firstOf(lists.recognised),
      beside: firstOf(lists.beside),
      layers: firstOf(lists.layers),
      layersAdded: outcome.layersAdded,
    },
    changes: recent.keep(lists),
    goldenSets: outcome.goldenSets,
    bundles: imported.bundles.length,
    report: [...outcome.rows, ...imported.report],
  }
}

/** The files of an import, and what is said of how to read them. */
const inputOf = async (
  { files }: Pick<AppContext, 'files'>,
  { path, format, mapping, server }: ImportInput,
) => ({ files: await files.read(path), options: { format, mapping, server } })

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
    read: async () => ({ goldenSets: [], bundles: [], layers: [], fieldWeights: [] }),
    goldenQueries: async () => [],
  },
  now: { catalog: { tools: [] }, layers: new Map() },
  base: '',
}

const previewImport =
  (
    { sessions, ...context }: AppContext,
    recent: RecentChanges,
  ): Handlers<'import'>['import.preview'] =>
  async ({ dir, clashes, ...input }, { signal }) => {
    const session = dir === undefined ? undefined : await sessions.of(dir)
    const { imported, candidates } = await context.readFiles(
      'preview',
      await inputOf(context, input),
      signal,
    )
    const { present, now, base } = session ? await presentIn(session) : NOTHING
    const plan = plannedImport(present, imported, { clashes, removeMissing: false })
    const { answer } = await plan(now.catalog, now.layers)
    return {
      ...toldOf(answer, imported, recent),
      tools: answer.tools.length,
      candidates,
      base,
    }
  }

const runImport =
  (context: AppContext, recent: RecentChanges): Handlers<'import'>['import.commit'] =>
  async (input, { signal, emit }) => {
    const { dir, create, base } = input
    const present = create === undefined ? await context.sessions.of(dir) : undefined
    emit({ what: 'Reading files', done: 0 })
    const read = await context.readFiles('catalog', await inputOf(context, input), signal)
    const imported = { ...read, bundles: datedBundles(read.bundles, context.clock.timestamp()) }
    signal.throwIfAborted()
    const total = imported.tools.length
    emit({ what: 'Writing the workspace', done: 0, total })
    const choices = { clashes: input.clashes, removeMissing: input.removeMissing }
    const plan = (session: Session) => plannedImport(recordsOf(session), imported, choices)
    const { session, change: outcome } = present
      ? { session: present, change: await present.change(plan(present), base) }
      : await changeNew(context, { dir, name: create ?? '' }, plan)
    emit({ what: 'Writing the workspace', done: total, total })
    return {
      ...toldOf(outcome, imported, recent),
      workspace: await session.store.info(),
      ...((await offersEdges(session, outcome)) && { offersEdges: true as const }),
    }
  }

/** The first change of a workspace that is made for it: nobody sees it before, nor where the change fails or is killed. */
async function changeNew<Answer>(
  context: AppContext,
  { dir, name }: { dir: string; name: string },
  plan: (session: Session) => PlanChange<Answer>,
): Promise<{ session: Session; change: Answer }> {
  const changes: Answer[] = []
  const mark = await markOfNew(context)
  const store = await context.library.create(name, dir, async (built) => {
    const session = openSession(built, context, () => undefined)
    const first = plan(session)
    changes.push(
      await session.change(async (...now): Promise<PlannedChange<Answer>> => {
        return { ...(await first(...now)), ...mark }
      }),
    )
    await session.close()
  })
  await store.close()
  return { session: await context.sessions.of(dir), change: changes[0] as Answer }
}

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
