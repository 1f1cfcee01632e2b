import type {
  ArgumentDifference,
  CallScore,
  MadeCall,
  CallKind,
  AgentVerdict,
} from '../../domain/agent/run'
import type { GoldenQuery } from '../../domain/query/golden-set'
import type { JsonValue, JsonObject, ToolId } from '../../domain/tool/tool'
import { isPlainObject } from '../../domain/value/by-name'
import { meanOf } from '../statistics/statistics'

/**
 * Whether two values of an argument say the same: texts whatever their case and white space, a
 * number or a truth value as its text (published golden calls write `"40.7"` for 40.7), lists in
 * their order, objects in any. A golden value that stands for the result of another call is matched
 * by any that does, as nothing is executed.
 */
export function sameValue(golden: JsonValue | undefined, given: JsonValue | undefined): boolean {
  if (golden === undefined || given === undefined) return golden === given
  if (refersToCall(golden)) return refersToCall(given)
  if (Array.isArray(golden) || Array.isArray(given)) {
    return (
      Array.isArray(golden) &&
      Array.isArray(given) &&
      golden.length === given.length &&
      golden.every((item, at) => sameValue(item, given[at]))
    )
  }
  if (isPlainObject(golden) || isPlainObject(given)) {
    if (!isPlainObject(golden) || !isPlainObject(given)) return false
    const keys = Object.keys(golden)
    return (
      keys.length === Object.keys(given).length &&
      keys.every((key) => Object.hasOwn(given, key) && sameValue(golden[key], given[key]))
    )
  }
  return plainly(golden) === plainly(given)
}

/**
 * How golden calls of Seal-Tools write the result of another call, and how the model is told to.
 */
const RESULT = /\bAPI_call_\d+\b/

const refersToCall = (value: JsonValue | undefined): boolean =>
  typeof value === 'string' && RESULT.test(value)

function plainly(value: string | number | bigint | boolean | null): string {
  if (value === null) return 'null'
  const text = String(value).trim().replace(/\s+/g, ' ').toLowerCase()
  // 40.70 is 40.7; 007 is no number, and more digits than a number holds are none either.
  return /^-?(0|[1-9]\d*)(\.\d+)?$/.test(text) && Number.isSafeInteger(Math.trunc(Number(text)))
    ? String(Number(text))
    : text
}

/** A call that is right, with arguments as far as the golden set says them. */
export interface GoldenCall {
  tool: ToolId
  arguments?: JsonObject
}

/** A golden call with the call that was held against it. */
export interface MatchedCall {
  golden: GoldenCall
  /** Its place among the calls made; absent where none was held against it. */
  call?: number
  score: CallScore
  differences: ArgumentDifference[]
}

/** The Toolshed Evaluation Framework’s weights (Toolshed, appendix B). */
const WEIGHTS = { name: 0.5, keys: 0.25, values: 0.25 } as const

/**
 * Holds the calls made against the golden ones, each against one at most: of several of one tool,
 * those that fit best first. `held[i]` belongs to `golden[i]`. Whatever else was called takes
 * nothing away: the framework is a recall.
 */
export function holdCalls(golden: readonly GoldenCall[], made: readonly MadeCall[]): MatchedCall[] {
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
export function scoreOfQuery(held: readonly Pick<MatchedCall, 'score'>[]): CallScore {
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

/**
 * The calls that are right for a query: those that the golden set says, and each other golden tool
 * once, its arguments unknown.
 */
export function goldenCallsOf({ tools, calls = [] }: GoldenQuery): GoldenCall[] {
  const called = new Set(calls.map(({ tool }) => tool))
  const others = [...new Set(tools)].filter((tool) => !called.has(tool))
  return [...calls, ...others.map((tool) => ({ tool }))]
}

/** @param needs whether a tool needs what another gives, as the catalog says. */
export function callKindOf(
  calls: readonly GoldenCall[],
  needs: (tool: ToolId, other: ToolId) => boolean,
): CallKind {
  if (calls.length === 0) return 'none'
  if (calls.length === 1) return 'single'
  const refers = calls.some((call) => Object.values(call.arguments ?? {}).some(refersToCall))
  const isInTurn =
    refers || calls.some(({ tool }) => calls.some((other) => needs(tool, other.tool)))
  return isInTurn ? 'sequential' : 'parallel'
}

/** All that could be scored of the calls is right. A sum of shares may miss 1 by its last digit. */
export const isRight = ({ weighted }: Pick<CallScore, 'weighted'>): boolean => weighted > 1 - 1e-9

/** What is known of a query when it is judged. */
interface Judged {
  /** None where no tool is right. */
  held: readonly MatchedCall[]
  score: CallScore
  calls: readonly MadeCall[]
  /** The right tools that were not given. */
  missing: readonly ToolId[]
  /** With the right tools alone; absent where it was not asked so. */
  alone?: CallScore | undefined
}

/**
 * Why a query came out as it did: of its reasons the one that comes first on the way from catalog
 * to call.
 */
export function verdictOf({ held, score, calls, missing, alone }: Judged): AgentVerdict {
  if (held.length === 0) return calls.length === 0 ? 'rightly-none' : 'called-anyway'
  if (isRight(score)) return 'right'
  if (missing.length > 0) return 'wrong-ones'
  if (alone && isRight(alone)) return 'too-many'
  return held.some(({ call }) => call === undefined) ? 'other-tool' : 'wrong-arguments'
}
