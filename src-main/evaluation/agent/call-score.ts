import type { ArgumentDifference, CallScore, MadeCall } from '../../domain/agent-run'
import type { JsonObject, ToolId } from '../../domain/tool'
import { meanOf } from '../statistics'
import { sameValue } from './same-value'

/** A call that is right, with arguments as far as the golden set says them. */
export interface GoldenCall {
  tool: ToolId
  arguments?: JsonObject
}

/** A golden call with the call that was held against it. */
export interface HeldCall {
  golden: GoldenCall
  /** Its place among the calls made; absent where none was held against it. */
  call?: number
  score: CallScore
  differences: ArgumentDifference[]
}

/** The Toolshed Evaluation Framework’s weights (Toolshed, appendix B). */
const WEIGHTS = { name: 0.5, keys: 0.25, values: 0.25 } as const

/**
 * Holds the calls made against the golden ones, each against one at most: of several of one tool, those that fit best first.
 * `held[i]` belongs to `golden[i]`. Whatever else was called takes nothing away: the framework is a recall.
 */
export function holdCalls(golden: readonly GoldenCall[], made: readonly MadeCall[]): HeldCall[] {
  const pairs = golden.flatMap((wanted, at) =>
    made.flatMap((call, place) =>
      call.tool === wanted.tool
        ? [{ at, place, weighted: scoreOf(wanted, call.arguments).weighted }]
        : [],
    ),
  )
  // The sort is stable: of those that fit alike, the first.
  pairs.sort((a, b) => b.weighted - a.weighted)
  const callOf = new Map<number, number>()
  const taken = new Set<number>()
  for (const { at, place } of pairs) {
    if (callOf.has(at) || taken.has(place)) continue
    callOf.set(at, place)
    taken.add(place)
  }
  return golden.map((wanted, at) => {
    const call = callOf.get(at)
    const given = call === undefined ? undefined : made[call]?.arguments
    return {
      golden: wanted,
      ...(call !== undefined && { call }),
      score: scoreOf(wanted, given),
      differences: given ? differencesOf(wanted, given) : [],
    }
  })
}

/** The mean over a query’s golden calls; keys and values over those that say arguments. */
export function scoreOfQuery(held: readonly Pick<HeldCall, 'score'>[]): CallScore {
  const scores = held.map(({ score }) => score)
  const keys = scores.flatMap((score) => score.keys ?? [])
  const values = scores.flatMap((score) => score.values ?? [])
  return {
    name: meanOf(scores.map(({ name }) => name)),
    ...(keys.length > 0 && { keys: meanOf(keys) }),
    ...(values.length > 0 && { values: meanOf(values) }),
    weighted: meanOf(scores.map(({ weighted }) => weighted)),
  }
}

/** @param given absent where the tool was not called: then nothing of it is right. */
function scoreOf(golden: GoldenCall, given: JsonObject | undefined): CallScore {
  const name = given ? 1 : 0
  const wanted = golden.arguments
  if (!wanted) return { name, weighted: name }
  const { keys, values } = given ? sharesOf(wanted, given) : { keys: 0, values: 0 }
  const weighted = WEIGHTS.name * name + WEIGHTS.keys * keys + WEIGHTS.values * values
  return { name, keys, values, weighted }
}

/** The shares of golden keys that were given, and of golden values that are the same. */
function sharesOf(wanted: JsonObject, given: JsonObject): { keys: number; values: number } {
  const names = Object.keys(wanted)
  if (names.length === 0) {
    const isBare = Object.keys(given).length === 0 ? 1 : 0
    return { keys: isBare, values: isBare }
  }
  const found = names.filter((key) => Object.hasOwn(given, key))
  const same = found.filter((key) => sameValue(wanted[key], given[key]))
  return { keys: found.length / names.length, values: same.length / names.length }
}

function differencesOf({ arguments: wanted }: GoldenCall, given: JsonObject): ArgumentDifference[] {
  if (!wanted) return []
  const ofGolden = Object.keys(wanted).flatMap((key): ArgumentDifference[] => {
    if (!Object.hasOwn(given, key)) return [{ key, why: 'missing' }]
    return sameValue(wanted[key], given[key]) ? [] : [{ key, why: 'other value' }]
  })
  const extra = Object.keys(given)
    .filter((key) => !Object.hasOwn(wanted, key))
    .map((key): ArgumentDifference => ({ key, why: 'extra' }))
  return [...ofGolden, ...extra]
}
