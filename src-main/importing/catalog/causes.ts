import type { ReportRow } from '../../domain/catalog-import'
import type { Report } from './report'

/** Entries and details that a row about several entries spells out. */
const EXAMPLES = 3

/** An entry that a cause concerns. */
export interface Concerned extends Pick<ReportRow, 'outcome' | 'where' | 'entry' | 'fix'> {
  /** What is the matter, in words that hold for every entry it concerns. */
  why: string
  /** What only this entry's row can say. */
  detail?: string
}

/** Collects what is the matter with entries, so that a cause is one row of the report, however many entries it concerns. */
export interface Causes {
  add(concerned: Concerned): void
  /** Adds the rows to the report: that of the only entry, or one with the count and a few examples. */
  report(report: Report): void
}

/** @param noun what the entries are called, in the plural. */
export function causes(noun: string): Causes {
  const groups = new Map<string, { count: number; examples: Concerned[] }>()
  return {
    add(concerned) {
      const key = `${concerned.outcome} ${concerned.why}`
      const group = groups.get(key) ?? { count: 0, examples: [] }
      groups.set(key, group)
      group.count += 1
      if (group.count <= EXAMPLES) group.examples.push(concerned)
    },
    report(report) {
      for (const { count, examples } of groups.values()) {
        const [first] = examples
        if (first)
          report.add(count === 1 ? rowOf(first) : rowOfMany(first, examples, { count, noun }))
      }
    },
  }
}

function rowOf({ why, detail, ...row }: Concerned): ReportRow {
  return { ...row, why: detail === undefined ? why : `${why}. ${detail}` }
}

function rowOfMany(
  { outcome, where, why, fix }: Concerned,
  examples: Concerned[],
  { count, noun }: { count: number; noun: string },
): ReportRow {
  const more = count > examples.length ? ' …' : ''
  const entries = examples.map((example) => example.entry ?? example.where).join(', ')
  const details = [...new Set(examples.flatMap(({ detail }) => detail ?? []))]
  const said = `${why}: ${count} ${noun} (${entries}${more})`
  return {
    outcome,
    where,
    why: details.length > 0 ? `${said}. ${details.join('. ')}${more}` : said,
    ...(fix && { fix }),
  }
}
