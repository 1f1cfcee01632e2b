import type { NearText } from './shared/answers'
import { heldOutOf } from '../../evaluation/samples/held-out'
import { leaksIn } from '../../app/golden/leaks'
import { yieldToEventLoop } from '../../evaluation/yield-to-event-loop'
import type { GoldenQuery } from '../../domain/query/golden-set'
import type { Clock } from '../../ports/clock'
import type { Session } from '../../app/workspaces/session'

/** A text that says nearly the same; a golden query is told by its id as well. */
type Near = NearText & { query?: string }

/** Finds texts that say nearly the same as a query. */
export type FindNear = (text: string) => Near[]

/** A golden set by its name, with the list that a session gives. */
type Listed = readonly [name: string, queries: readonly GoldenQuery[]]

/** Golden queries told of one query. */
const MOST_TOLD = 5

/**
 * What says nearly the same ({@link heldOutOf}) among golden queries, and among what is indexed or
 * learned from.
 */
export function nearTexts(): (session: Session, clock: Clock) => Promise<FindNear> {
  let last: { sets: readonly Listed[]; find: Promise<FindNear> } | undefined
  return async (session, clock) => {
    const sets = await setsIn(session)
    if (!last || !areTheSame(last.sets, sets)) {
      const golden = { sets, find: nearGolden(sets, clock) }
      last = golden
      golden.find.catch(() => last === golden && (last = undefined))
    }
    const inGolden = await last.find
    const leaks = await leaksIn(await session.catalog(), clock)
    return (text) => [
      ...inGolden(text),
      ...leaks(text).map(({ kind, tool, ...leak }): Near => ({
        of: kind,
        where: tool ?? 'logged queries',
        text: leak.text,
      })),
    ]
  }
}

async function setsIn(session: Session): Promise<Listed[]> {
  const { goldenSets } = await session.store.read('goldenSets')
  return Promise.all(
    goldenSets.map(async ({ name }) => [name, await session.goldenQueries(name)] as const),
  )
}

const areTheSame = (some: readonly Listed[], others: readonly Listed[]): boolean =>
  some.length === others.length &&
  some.every(([name, queries], at) => name === others[at]?.[0] && queries === others[at][1])

async function nearGolden(sets: readonly Listed[], clock: Clock): Promise<FindNear> {
  const texts = sets.flatMap(([where, queries]) =>
    queries.map(({ id, text }): Near => ({ of: 'golden', where, text, query: id })),
  )
  const compared = texts.map(({ text }, at) => ({ id: String(at), query: text }))
  // For all who ask: that one of them stops is no stop for the others.
  const find = await heldOutOf(compared, yieldToEventLoop(clock, new AbortController().signal))
  return (text) =>
    find(text)
      .slice(0, MOST_TOLD)
      .flatMap((at) => texts[Number(at)] ?? [])
}
