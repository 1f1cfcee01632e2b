import type { GoldenSet } from '../../domain/query/golden-set'
import { causes, type Report } from '../catalog/report'
import type { LabelledQuery } from '../catalog/resolve-labels'
import { NO_QUERY } from './qrels'

/**
 * Judged queries with the texts of the golden set that has most of their ids; those of which it has
 * none are left out.
 */
export function withTexts(
  { name, queries }: { name: string; queries: readonly LabelledQuery[] },
  known: readonly GoldenSet[],
  report: Report,
): LabelledQuery[] {
  const ids = new Set(queries.map(({ id }) => id))
  const [nearest] = known
    .map((set) => ({ set, shared: set.queries.filter(({ id }) => ids.has(id)).length }))
    .filter(({ shared }) => shared > 0)
    .toSorted((one, other) => other.shared - one.shared)
  const texts = new Map(nearest?.set.queries.map((query) => [query.id, query]))
  if (nearest) {
    const why = `What its queries ask is told by the golden set “${nearest.set.name}”, by their ids`
    report.add({ outcome: 'notice', where: `golden set ${name}`, entry: name, why })
  }
  const found = causes('judgements')
  const asked = queries.flatMap((query): LabelledQuery[] => {
    const of = texts.get(query.id)
    if (of) return [{ ...query, text: of.text, ...(of.turns && { turns: of.turns }) }]
    const { where, id } = query
    found.add({ outcome: 'skipped', where, entry: id, why: NO_QUERY, fix: FIX })
    return []
  })
  found.report(report)
  return asked
}

const FIX =
  'Import a folder that holds the queries as well, such as queries.jsonl, or first the golden set whose ids these are.'
