import { named } from '../domain/named'
import type { GoldenQuery, GoldenSet } from '../domain/golden-set'
import { listText } from './csv'
import { csvText } from './csv-text'
import { jsonText } from './export-format'

/** A golden set as text: JSON keeps all of it; CSV keeps ids, queries, tools and grades. */
export function exportGoldenSet(set: GoldenSet, format: 'json' | 'csv'): string {
  if (format === 'json') return jsonText(set)
  const isGraded = set.queries.some(({ grades }) => grades)
  const header = ['id', 'query', 'tools', ...(isGraded ? ['relevance'] : [])]
  const rows = set.queries.map((query) => [
    query.id,
    query.text,
    listText(query.tools),
    ...(isGraded ? [gradesText(query)] : []),
  ])
  return csvText([header, ...rows], ',')
}

const gradesText = ({ tools, grades }: GoldenQuery): string =>
  tools.map((tool) => named(grades, tool) ?? 1).join(';')
