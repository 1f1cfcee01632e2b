import type { GoldenQuery } from '../../domain/query/golden-set'
import {
  CHANGE_KINDS,
  type ChangeEffect,
  type ChangeKind,
  type Robustness,
} from '../../domain/run/robustness'
import type { Estimate, QueryOutcome } from '../../domain/run/run'
import type { ToolId } from '../../domain/tool/tool'
import { estimate } from '../statistics/statistics'
import type { ChangedCatalog, Round } from './changed-catalog'

/** What a query was given, as far as it is told. */
type Given = Pick<QueryOutcome, 'tools' | 'degraded'>

/** What a round did: `answers[i]` belongs to the i-th query. */
export interface RoundResult extends Pick<ChangedCatalog, 'changed' | 'undone'> {
  round: Round
  answers: RoundAnswer[]
}

interface RoundAnswer {
  /** `found[i]`: whether a tool was given that does what the i-th right tool did; absent where none is there for one of them. */
  found?: boolean[]
  degraded?: string
}

/** Holds what queries were given against what is right after a round, or before any: where every tool does its own work. */
export const judgeRound = (
  queries: readonly GoldenQuery[],
  given: readonly Given[],
  right: ChangedCatalog['right'] = (tool) => [tool],
): RoundAnswer[] =>
  queries.map(({ tools }, at) => {
    const { tools: set = [], degraded } = given[at] ?? {}
    const has = new Set(set)
    const rights = rightOf(tools).map(right)
    return {
      ...(rights.every(({ length }) => length > 0) && {
        found: rights.map((any) => any.some((tool) => has.has(tool))),
      }),
      ...(degraded !== undefined && { degraded }),
    }
  })

const rightOf = (tools: readonly ToolId[]): ToolId[] => [...new Set(tools)]

/** Breaking tools that are told: of more, none breaks first. */
const MOST_BREAKING = 20

/** What the rounds did, all of them held against the same answers before. @param nameOf a tool of the catalog as it is */
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

/** What was found before and after where both can be compared; else why they cannot. */
function pairOf(before: RoundAnswer | undefined, after: RoundAnswer | undefined) {
  if (before?.degraded !== undefined || after?.degraded !== undefined) return 'degraded'
  if (!before?.found || !after?.found) return 'leftOut'
  return { before: before.found, after: after.found }
}

const shareOf = (found: readonly boolean[]): number =>
  found.filter(Boolean).length / Math.max(1, found.length)

/** A query over the rounds in which it can be compared. */
interface Compared {
  before: number
  after: number
  /** Of what was found before, the share that was afterwards; absent where nothing was. */
  kept?: number
}

function comparedOf({ before, after }: { before: boolean[]; after: boolean[] }): Compared {
  const stays = after.filter((_, at) => before[at])
  return {
    ...{ before: shareOf(before), after: shareOf(after) },
    ...(stays.length > 0 && { kept: shareOf(stays) }),
  }
}

/** One kind of change: of each query the mean over the seeds, then over queries, with intervals over these. */
async function effectOf(
  before: readonly RoundAnswer[],
  rounds: readonly RoundResult[],
  pause: () => Promise<unknown>,
): Promise<ChangeEffect> {
  const counts = { lost: 0, leftOut: 0, degraded: 0 }
  const means: Compared[] = []
  for (const [at, own] of before.entries()) {
    const compared = rounds.flatMap(({ answers }) => {
      const pair = pairOf(own, answers[at])
      if (typeof pair === 'object') return [comparedOf(pair)]
      counts[pair]++
      return []
    })
    counts.lost += compared.filter((each) => each.after < each.before).length
    const [first] = compared
    if (!first) continue
    const mean = (value: (each: Compared) => number) =>
      compared.reduce((sum, each) => sum + value(each), 0) / compared.length
    means.push({
      ...{ before: first.before, after: mean(({ after }) => after) },
      ...(first.kept !== undefined && { kept: mean(({ kept }) => kept ?? 0) }),
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
  const [kept] = await estimate([Float64Array.from(means.flatMap(({ kept }) => kept ?? []))], pause)
  return {
    queries: means.length,
    ...{ before: recall ?? NONE, after: then ?? NONE, difference: difference ?? NONE },
    ...{ kept: kept ?? NONE, lost: overSeeds(counts.lost) },
    ...{ changed: overSeeds(sum((each) => each.changed)) },
    ...{ undone: overSeeds(sum((each) => each.undone)), leftOut: overSeeds(counts.leftOut) },
    degraded: overSeeds(counts.degraded),
  }
}

const NONE: Estimate = { mean: 0, ci95: [0, 0] }

type Broken = Omit<Robustness['breaks'][number], 'name' | 'server'>

/** The right tools that are lost when one kind of change is made, those first that are lost most often. */
function breakingTools({ queries, before, rounds }: Asked): Broken[] {
  const byTool = new Map<ToolId, { asked: number; by: Map<ChangeKind, number> }>()
  for (const { round, answers } of rounds) {
    const { kind } = round
    if (!kind) continue
    for (const [at, query] of queries.entries()) {
      const pair = pairOf(before[at], answers[at])
      if (typeof pair === 'string') continue
      for (const [place, tool] of rightOf(query.tools).entries()) {
        if (!pair.before[place]) continue
        const known = byTool.get(tool) ?? { asked: 0, by: new Map<ChangeKind, number>() }
        byTool.set(tool, known)
        known.asked++
        if (!pair.after[place]) known.by.set(kind, (known.by.get(kind) ?? 0) + 1)
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
