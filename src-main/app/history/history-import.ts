import { historyFigures, LOGGED } from '../../domain/logged-queries'
import type { ReportRow } from '../../domain/catalog-import'
import type { RouteOutput } from '../../contract/routes'
import { Problem } from '../../domain/problem'
import { turns } from '../../evaluation/turns'
import { resolveLoggedQueries } from '../../importing/golden/import-logged-queries'
import type { WrittenGoldenSets } from '../../importing/golden/import-golden-sets'
import type { Catalog } from '../catalog'
import type { AppContext, Handlers } from '../handlers'
import type { PlannedChange, Session } from '../session'
import { settleLogged } from './settle-logged'

type Reply = Omit<RouteOutput<'history.import'>, 'base'>

/** Queries shown before they are written. */
const SAMPLE_QUERIES = 20

/** Adds logged queries, with labels resolved against the catalog that is there. */
export const historyImport =
  ({ sessions, files, readFiles, clock }: AppContext): Handlers<'history'>['history.import'] =>
  async ({ dir, path, mapping, base, preview }, { signal }) => {
    const session = await sessions.of(dir)
    const input = { files: await files.read(path), options: { goldenMapping: mapping } }
    const written = await readFiles('goldenSets', input, signal)
    const plan = plannedHistory({ session, path, written, pause: turns(clock, signal) })
    // The commit first: another that comes now makes the preview out of date, never its base too new.
    const { commit } = await session.store.state()
    if (!preview) return { ...(await session.change(plan, base)), base: commit }
    const { answer } = await plan(await session.catalog())
    return { ...answer, base: commit }
  }

interface Reading {
  session: Session
  path: string
  written: WrittenGoldenSets
  pause: () => Promise<boolean>
}

const plannedHistory =
  ({ session, path, written, pause }: Reading) =>
  async (catalog: Catalog): Promise<PlannedChange<Reply>> => {
    const tools = catalog.tools.map(({ tool }) => tool)
    const { format, queries, report } = await resolveLoggedQueries(written, tools, pause)
    if (queries.length === 0) throw nothingLogged(path, report)
    const { bundles } = await session.store.read('bundles')
    const { put, merged, beyond } = settleLogged(bundles, queries)
    return {
      bundles: { put },
      answer: {
        format,
        added: put.length,
        merged,
        sample: queries
          .slice(0, SAMPLE_QUERIES)
          .map(({ query, tools }) => ({ text: query, tools })),
        report: beyond > 0 ? [tooMany(path, beyond), ...report] : report,
        figures: historyFigures([...bundles, ...put], (id) => catalog.has(id)),
      },
    }
  }

const tooMany = (where: string, entries: number): ReportRow => ({
  outcome: 'skipped',
  where,
  why: `A workspace keeps ${LOGGED.mostQueries} logged queries: ${entries} more were left out`,
  fix: 'Remove logged queries that are out of date, and import the file again.',
  entries,
})

const nothingLogged = (path: string, report: readonly ReportRow[]): Problem =>
  new Problem(
    'unreadable',
    `${path} holds no query that names a tool of this catalog.`,
    report[0]?.why ?? 'Import the catalog first, then its logged queries.',
  )
