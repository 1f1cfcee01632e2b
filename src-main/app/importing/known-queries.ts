import type { ReportRow } from '../../domain/catalog/import'
import type { GoldenSet } from '../../domain/query/golden-set'
import type { WrittenGoldenSets } from '../../importing/golden/import-golden-sets'
import type { Session } from '../workspaces/session'

/** The workspace's golden sets with their queries, where files know queries by their ids alone. */
export async function knownQueries(
  { sets }: WrittenGoldenSets,
  session: Session,
): Promise<GoldenSet[]> {
  if (!sets.some(({ isWithoutTexts }) => isWithoutTexts)) return []
  const { goldenSets } = await session.store.read('goldenSets')
  return Promise.all(
    goldenSets.map(async ({ name }) => ({ name, queries: await session.goldenQueries(name) })),
  )
}

/** Why nothing is left of an import, and what to do about it: what was skipped says most. */
export function reasonIn(report: readonly ReportRow[]): string | undefined {
  const skipped = report.filter(({ outcome }) => outcome === 'skipped')
  const row = skipped.find(({ fix }) => fix !== undefined) ?? skipped[0] ?? report[0]
  return row && [row.why, row.fix].filter((text) => text !== undefined).join('. ')
}
