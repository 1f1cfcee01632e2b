import type { GoldenQuery } from '../../../domain/query/golden-set'
import {
  CHANGE_KINDS,
  type ChangeEffect,
  type ChangeKind,
  type Robustness,
} from '../shared/robustness'
import type { Estimate, QueryOutcome } from '../../../domain/run/run'
import type { ToolId } from '../../../domain/tool/tool'
import { estimate, meanOf } from '../../../evaluation/statistics/statistics'
import type { ChangedCatalog, Round } from './changed-catalog'

/** What a query was given, as far as it is told. */
type Given = Pick<QueryOutcome, 'tools' | 'degraded'>

/** What a round did: `answers[i]` belongs to the i-th query. */
export interface RoundResult extends Pick<ChangedCatalog, 'changed' | 'undone'> {
  round: Round
  answers: RoundAnswer[]
}

interface RoundAnswer {
  /**
   * `found[i]`: whether a tool was given that does what the i-th right tool did; null where that is
   * gone.
   */
  found: (boolean | null)[]
  degraded?: string
}

/**
 * Holds what queries were given against what is right after a round, or before any: where every
 * tool does its own work.
 */
export const judgeRound = (
  queries: readonly GoldenQuery[],
  given: readonly Given[],
  right: ChangedCatalog['right'] = (tool) => [tool],
): RoundAnswer[] =>
  queries.map(({ tools }, at) => {
    const { tools: set = [], degraded } = given[at] ?? {}
    const has = new Set(set)
    const found = rightOf(tools).map((tool) => {
      const any = right(tool)
      return any.length > 0 ? any.some((other) => has.has(other)) : null
    })
    return { found, ...(degraded !== undefined && { degraded }) }
  })

const rightOf = (tools: readonly ToolId[]): ToolId[] => [...new Set(tools)]

/** Breaking tools that are told: of more, none breaks first. */
const MOST_BREAKING = 20

/**
 * What the rounds did, all of them held against the same answers before.
 * @param nameOf a tool of the catalog as it is
 */
export async function robustnessOf(
  { queries, before, rounds }: Asked,
  nameOf: (tool: ToolId) => { name: string; server?: string | undefined },
  pause: () => Promise<unknown>,
): Promise<Pick<Robustness, 'all' | 'kinds' | 'breaks' | 'broken' | 'degraded'>> {
  const ofKind = Map.groupBy(rounds, ({ round }) => round.kind)
  const effect = (kind?: ChangeKind) => effectOf(before, ofKind.get(kind) ?? [], pause)
  const kinds: Robustness['kinds'] = []
  for (const kind of CHANGE_KINDS) kinds.push({ kind, ...(await effect(kind)) })
  const broken = breakingTools({ queries, before, rounds })
  const reasons = [before, ...rounds.map(({ answers }) => answers)]
    .flat()
    .flatMap(({ degraded }) => degraded ?? [])
  return {
    all: await effect(),
    kinds,
    breaks: broken.slice(0, MOST_BREAKING).map((each) => {
      const { name, server } = nameOf(each.tool)
      return { ...each, name, ...(server !== undefined && { server }) }
    }),
    broken: broken.length,
    degraded: [...new Set(reasons)],
  }
}

export interface Asked {
  queries: readonly GoldenQuery[]
  before: readonly RoundAnswer[]
  rounds: readonly RoundResult[]
}

/** A right tool that is there before and after: whether it was found. */
interface Pair {
  /** Among the right tools of the query. */
  place: number
  before: boolean
  after: boolean
}

/** The right tools by which before and after can be compared; else why they cannot. */
function pairsOf(
  before: RoundAnswer | undefined,
  after: RoundAnswer | undefined,
): Pair[] | 'degraded' | 'leftOut' {
  if (before?.degraded !== undefined || after?.degraded !== undefined) return 'degraded'
  const pairs = (before?.found ?? []).flatMap((found, place) => {
    const then = after?.found[place] ?? null
    return found === null || then === null ? [] : [{ place, before: found, after: then }]
  })
  return pairs.length > 0 ? pairs : 'leftOut'
}

const shareOf = (pairs: readonly Pair[], isFound: (pair: Pair) => boolean): number =>
  pairs.filter(isFound).length / pairs.length

/** A query in the rounds in which it can be compared. */
interface Compared {
  before: number
  after: number
  /** Of what was found before, the share that was afterwards; absent where nothing was. */
  kept?: number
}

function comparedOf(pairs: readonly Pair[]): Compared {
  const found = pairs.filter(({ before }) => before)
  return {
    before: shareOf(pairs, ({ before }) => before),
    after: shareOf(pairs, ({ after }) => after),
    ...(found.length > 0 && { kept: shareOf(found, ({ after }) => after) }),
  }
}

/**
 * One kind of change: of each query the mean over the seeds, then over queries, with intervals over
 * these.
 */
async function effectOf(
  before: readonly RoundAnswer[],
  rounds: readonly RoundResult[],
  pause: () => Promise<unknown>,
): Promise<ChangeEffect> {
  const counts = { lost: 0, leftOut: 0, degraded: 0 }
  const means: Compared[] = []
  for (const [at, own] of before.entries()) {
    const compared = rounds.flatMap(({ answers }) => {
      const pairs = pairsOf(own, answers[at])
      if (typeof pairs === 'object') return [comparedOf(pairs)]
      counts[pairs]++
      return []
    })
    counts.lost += compared.filter((each) => each.after < each.before).length
    if (compared.length === 0) continue
    const kept = compared.flatMap((each) => each.kept ?? [])
    means.push({
      before: meanOf(compared.map((each) => each.before)),
      after: meanOf(compared.map((each) => each.after)),
      ...(kept.length > 0 && { kept: meanOf(kept) }),
    })
    await pause()
  }
  const overSeeds = (count: number) => count / Math.max(1, rounds.length)
  const sum = (of: (round: RoundResult) => number) =>
    rounds.reduce((total, round) => total + of(round), 0)
  const [recall, then, difference] = await estimate(
    [
      Float64Array.from(means, (each) => each.before),
      Float64Array.from(means, (each) => each.after),
      Float64Array.from(means, (each) => each.after - each.before),
    ],
    pause,
  )
  const keeps = means.flatMap(({ kept }) => kept ?? [])
  const [kept] = keeps.length > 0 ? await estimate([Float64Array.from(keeps)], pause) : []
  return {
    queries: means.length,
    before: recall ?? NONE,
    after: then ?? NONE,
    difference: difference ?? NONE,
    ...(kept && { kept }),
    lost: overSeeds(counts.lost),
    changed: overSeeds(sum((each) => each.changed)),
    undone: overSeeds(sum((each) => each.undone)),
    leftOut: overSeeds(counts.leftOut),
    degraded: overSeeds(counts.degraded),
  }
}

const NONE: Estimate = { mean: 0, ci95: [0, 0] }

type Broken = Omit<Robustness['breaks'][number], 'name' | 'server'>

/**
 * The right tools that are lost when one kind of change is made, those first that are lost most
 * often.
 */
function breakingTools({ queries, before, rounds }: Asked): Broken[] {
  const byTool = new Map<ToolId, { asked: number; by: Map<ChangeKind, number> }>()
  for (const { round, answers } of rounds) {
    const { kind } = round
    // What is lost by the lack of another tool, no text of its own mends.
    if (!kind || kind === 'deprecate') continue
    for (const [at, query] of queries.entries()) {
      const pairs = pairsOf(before[at], answers[at])
      if (typeof pairs === 'string') continue
      const tools = rightOf(query.tools)
      for (const pair of pairs) {
        if (!pair.before) continue
        const tool = tools[pair.place] as ToolId
        const known = byTool.get(tool) ?? { asked: 0, by: new Map<ChangeKind, number>() }
        byTool.set(tool, known)
        known.asked++
        if (!pair.after) known.by.set(kind, (known.by.get(kind) ?? 0) + 1)
      }
    }
  }
  return [...byTool]
    .map(([tool, { asked, by }]) => {
      const kinds = [...by].map(([kind, lost]) => ({ kind, lost }))
      const lost = kinds.reduce((sum, each) => sum + each.lost, 0)
      return { tool, asked, lost, by: kinds.sort((a, b) => b.lost - a.lost) }
    })
    .filter(({ lost }) => lost > 0)
    .sort(
      (a, b) =>
        b.lost - a.lost || b.lost / b.asked - a.lost / a.asked || (a.tool < b.tool ? -1 : 1),
    )
}
