import type { ActionAnswer } from '../../app/actions'
import type { NamedRun } from './run-choice'
import { plainText } from './print-table'
import type { CommandSession } from './session'

/** Queries that are listed of one kind; the others are counted. */
const MOST_LISTED = 50

type Page = ActionAnswer<'evaluation.outcomes'>

/** The queries that a run fixed and broke beside the baseline, at one k. */
export interface ChangedQueries {
  run: string
  label: string
  baseline: string
  /** Absent where the recipe decides how many tools there are. */
  k?: number
  broken: Changed
  fixed: Changed
}

interface Changed {
  total: number
  /** The first of them. */
  listed: Pick<Page['rows'][number], 'id' | 'text' | 'golden' | 'goldenRanks'>[]
}

interface Compared {
  dir: string
  baseline: NamedRun
  others: readonly NamedRun[]
}

/** @param wanted left out: the largest k that the runs have in common */
export async function changedQueries(
  session: CommandSession,
  { dir, baseline, others }: Compared,
  wanted: number | undefined,
): Promise<ChangedQueries[]> {
  const found: ChangedQueries[] = []
  for (const { run, label } of others) {
    const k = wanted ?? run.k.filter((each) => baseline.run.k.includes(each)).at(-1)
    const of = async (show: 'fixed' | 'broken'): Promise<Changed> => {
      const { total, rows } = await session.request('evaluation.outcomes', {
        ...{ dir, run: run.id, baseline: baseline.run.id, show, limit: MOST_LISTED },
        ...(k !== undefined && { k }),
      })
      const listed = rows.map(({ id, text, golden, goldenRanks }) => ({
        ...{ id, text, golden, goldenRanks },
      }))
      return { total, listed }
    }
    found.push({
      ...{ run: run.id, label, baseline: baseline.label, ...(k !== undefined && { k }) },
      broken: await of('broken'),
      fixed: await of('fixed'),
    })
  }
  return found
}

/** The queries of both kinds, each with where the run has its golden tools. */
export function changedQueriesText(changed: ChangedQueries): string {
  const { label, baseline, k } = changed
  const where = k === undefined ? '' : ` at k = ${k}`
  const lines = (kind: string, { total, listed }: Changed): string[] => [
    `${kind} by ${label} beside ${baseline}${where}: ${total}`,
    ...listed.map(
      ({ id, text, golden, goldenRanks }) =>
        `  ${plainText(id)}  ${cut(plainText(text))}\n    ${golden
          .map((tool, at) => `${plainText(tool)} ${rankText(goldenRanks[at])}`)
          .join(', ')}`,
    ),
    ...(listed.length < total ? [`  and ${total - listed.length} more`] : []),
  ]
  return [...lines('Broken', changed.broken), ...lines('Fixed', changed.fixed)].join('\n')
}

/** Characters of a query: two lines of a terminal. */
const LONGEST_QUERY = 160
const cut = (text: string): string =>
  text.length > LONGEST_QUERY
    ? `${text.slice(0, LONGEST_QUERY).replace(/[\ud800-\udbff]$/, '')} …`
    : text

const rankText = (rank: number | null | undefined): string => (rank ? `#${rank}` : 'missing')
