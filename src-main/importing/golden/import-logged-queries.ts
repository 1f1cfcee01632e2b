import type { Bundle } from '../../domain/query/bundle'
import type { GoldenSet } from '../../domain/query/golden-set'
import { LOGGED } from '../../domain/query/logged-queries'
import type { ReportRow } from '../../domain/catalog/import'
import type { Tool } from '../../domain/tool/tool'
import { causes, importReport, type Causes } from '../catalog/report'
import { bundleResolver, labelIndex, type LabelledQuery } from '../catalog/resolve-labels'
import { cleanLine } from '../reading/clean-json'
import type { WrittenGoldenSets } from './import-golden-sets'
import { withTexts } from './texts-by-id'

interface LoggedQueries {
  format: WrittenGoldenSets['format']
  /** Each with its tools by id; how they are kept is not settled yet. */
  queries: Omit<Bundle, 'id'>[]
  report: ReportRow[]
}

/**
 * What golden files hold, as logged queries with labels that mean tools of a catalog: whose set a
 * query is of does not matter. A query that is too long is cut, one without a known tool is
 * skipped.
 */
export async function resolveLoggedQueries(
  { format, sets, report: rows }: WrittenGoldenSets,
  tools: Tool[],
  { pause, known = [] }: { pause: () => Promise<unknown>; known?: readonly GoldenSet[] },
): Promise<LoggedQueries> {
  const report = importReport()
  const bounded = causes('logged queries')
  const words = { one: 'logged query', many: 'logged queries' }
  const { resolve, finish } = bundleResolver(labelIndex(tools), words)
  const queries: LoggedQueries['queries'] = []
  const asked = sets.flatMap((set) =>
    set.isWithoutTexts ? withTexts(set, known, report) : set.queries,
  )
  for (const written of asked) {
    const { id, where, tools: labels } = written
    const query = withinBounds(written, bounded)
    for (const { tools: ids } of resolve({ id, where, query, tools: labels })) {
      queries.push({ query, tools: ids.slice(0, LOGGED.mostTools) })
      if (ids.length <= LOGGED.mostTools) continue
      const why = `It names more than ${LOGGED.mostTools} tools: the others are left out`
      bounded.add({ outcome: 'altered', where, entry: id, why })
    }
    await pause()
  }
  finish(report)
  bounded.report(report)
  return { format, queries, report: [...rows, ...report.rows()] }
}

function withinBounds({ text, where, id }: LabelledQuery, bounded: Causes): string {
  const query = cleanLine(text)
  if (query.length <= LOGGED.longestQuery) return query
  const why = `It has more than ${LOGGED.longestQuery} characters: the others are left out`
  bounded.add({ outcome: 'altered', where, entry: id, why })
  return query.slice(0, LOGGED.longestQuery).toWellFormed()
}
