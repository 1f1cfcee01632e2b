import { z } from 'zod'
import { Base, GoldenMapping } from '../../contract/import'
import { Dir } from '../../contract/workspace'
import type { HistoryImportAnswer } from '../../contract/logged-queries'
import type { Bundle } from '../../domain/query/bundle'
import { historyFigures, loggedText } from '../../domain/query/logged-queries'
import { filesText } from '../importing/import-text'
import { knownQueries, reasonIn } from '../importing/known-queries'
import { beyondBounds } from '../importing/settle-bundles'
import type { ReportRow } from '../../domain/catalog/import'
import { Problem } from '../../domain/problem'
import { yieldToEventLoop } from '../../evaluation/yield-to-event-loop'
import { resolveLoggedQueries } from '../../importing/golden/import-logged-queries'
import type { WrittenGoldenSets } from '../../importing/golden/import-golden-sets'
import type { Catalog } from '../workspaces/catalog'
import type { Session } from '../workspaces/session'
import type { Call } from '../app'
import type { AppContext } from '../context'
import { changeHistory, type HistoryPlan } from './change-logged'
import { settleLogged } from './settle-logged'

type Reply = Omit<HistoryImportAnswer, 'base' | 'change'>

/** Queries shown before they are written. */
const SAMPLE_QUERIES = 20

export const HistoryImportInput = z.object({
  dir: Dir,
  path: z.string().min(1).describe('a file, or what files.begin or files.append gave'),
  mapping: GoldenMapping.optional().describe(
    'which column of a table holds what; default: as its header and cells look',
  ),
  base: Base.optional(),
  preview: z.boolean().default(false).describe('read and report without writing'),
})
export type HistoryImportInput = z.output<typeof HistoryImportInput>

/** Adds logged queries, with labels resolved against the catalog that is there. */
export async function historyImport(
  { sessions, files, readFiles, clock }: AppContext,
  { dir, path, mapping, base, preview }: HistoryImportInput,
  { signal }: Call,
): Promise<HistoryImportAnswer> {
  const session = await sessions.of(dir)
  const read = await files.read(path)
  const input = { files: read, options: { goldenMapping: mapping } }
  const written = await readFiles('goldenSets', input, signal)
  const plan = plannedHistory({
    path,
    session,
    from: filesText(read),
    written,
    pause: yieldToEventLoop(clock, signal),
    loggedAt: clock.timestamp(),
  })
  // The commit first: another that comes now makes the preview out of date, never its base too new.
  const { commit } = await session.store.state()
  if (!preview) return { ...(await changeHistory(session, plan, base)), base: commit }
  const catalog = await session.catalog()
  const { answer } = await plan(await catalog.history(), catalog)
  return { ...answer, base: commit }
}

interface Reading {
  path: string
  session: Session
  /** The files as a person knows them. */
  from: string
  written: WrittenGoldenSets
  loggedAt: string
  pause: () => Promise<boolean>
}

const plannedHistory =
  ({ path, session, from, written, loggedAt, pause }: Reading) =>
  async (bundles: readonly Bundle[], catalog: Catalog): Promise<HistoryPlan<Reply>> => {
    const tools = catalog.tools.map(({ tool }) => tool)
    const known = await knownQueries(written, session)
    const resolving = { pause, known }
    const { format, queries, report } = await resolveLoggedQueries(written, tools, resolving)
    if (queries.length === 0) throw nothingLogged(path, report)
    const logged = queries.map((query) => ({ ...query, loggedAt, from: 'file' as const }))
    const { put, merged, beyond } = settleLogged(bundles, logged)
    return {
      added: put,
      what: `Imported ${loggedText(put.length)} from ${from}`,
      answer: {
        format,
        added: put.length,
        merged,
        sample: queries
          .slice(0, SAMPLE_QUERIES)
          .map(({ query, tools }) => ({ text: query, tools })),
        report: beyond > 0 ? [beyondBounds(path, beyond), ...report] : report,
        figures: historyFigures([...bundles, ...put], (id) => catalog.has(id)),
      },
    }
  }

const nothingLogged = (path: string, report: readonly ReportRow[]): Problem =>
  new Problem(
    'unreadable',
    `${path} holds no query that names a tool of this catalog.`,
    reasonIn(report) ?? 'Import the catalog first, then its logged queries.',
  )
