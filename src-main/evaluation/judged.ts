import type { QueryOutcome } from '../domain/run/run'
import type { ToolId } from '../domain/tool/tool'
import { named } from '../domain/value/json'

/**
 * One query's tools held against its golden set. Only the first `k` tools count, which differ from
 * each other.
 */
export interface Judged {
  /** Golden tools there are, at least 1. */
  golden: number
  /** The most tools that count; Infinity where the recipe decides how many there are. */
  k: number
  /** Tools given, at most `k`. */
  given: number
  /** Golden tools among those given. */
  hits: number
  /** Places of golden tools in the list, from 1, rising; the first `hits` of them count. */
  places: readonly number[]
  /**
   * Places of the main tools in the list, Infinity where it lacks one; absent where they are not
   * known.
   */
  mains?: readonly number[] | undefined
  /**
   * Of each server of a golden tool, the place of its first tool in the list, Infinity where it
   * lacks one; absent where servers are not known.
   */
  servers?: readonly number[] | undefined
  /** Where labels are graded; else each golden tool gains 1. */
  gains?: Gains | undefined
  /** Of the definitions of the tools given. */
  promptTokens: number
}

interface Gains {
  /** Of the tools at `places`. */
  found: readonly number[]
  /** Of all golden tools, falling. */
  best: readonly number[]
}

/** A list of tools held against a golden set, before it is cut to a k. */
export type Standing = Pick<Judged, 'golden' | 'places' | 'mains' | 'servers' | 'gains'> & {
  tools: number
}

/** Where the golden tools stand in `tools`. A grade below 0 gains nothing. */
export function standingOf(
  { golden, grades, graph, servers }: Pick<QueryOutcome, 'golden' | 'grades' | 'graph' | 'servers'>,
  tools: readonly ToolId[],
): Standing {
  const wanted = new Set(golden)
  const places: number[] = []
  for (const [at, tool] of tools.entries()) if (wanted.has(tool)) places.push(at + 1)
  const gains = grades && {
    found: places.map((place) => gainOf(grades, tools[place - 1] as ToolId)),
    best: [...wanted].map((tool) => gainOf(grades, tool)).sort((a, b) => b - a),
  }
  const mains = graph?.mains.map((main) => {
    const at = tools.indexOf(main)
    return at < 0 ? Infinity : at + 1
  })
  return {
    golden: wanted.size,
    places,
    mains,
    gains,
    tools: tools.length,
    servers: servers && serverPlaces([...wanted], tools, servers),
  }
}

/** Where the first tool of each golden server stands. */
function serverPlaces(
  golden: readonly ToolId[],
  tools: readonly ToolId[],
  servers: Readonly<Record<string, string>>,
): number[] {
  const wanted = new Set(golden.map((tool) => named(servers, tool)))
  return [...wanted].map((server) => {
    const at = tools.findIndex((tool) => named(servers, tool) === server)
    return at < 0 ? Infinity : at + 1
  })
}

const gainOf = (grades: Readonly<Record<string, number>>, tool: ToolId): number =>
  Math.max(0, named(grades, tool) ?? 1)

/** The first `k` tools judged. */
export function judgedAt(
  { golden, places, mains, servers, gains, tools }: Standing,
  k: number,
  promptTokens: number,
): Judged {
  let hits = 0
  while (hits < places.length && (places[hits] as number) <= k) hits++
  return { golden, k, given: Math.min(tools, k), hits, places, mains, servers, gains, promptTokens }
}

/** The tools an outcome gave for one k; without k, all of them. */
export function toolsAt({ tools, sets }: QueryOutcome, k?: number): ToolId[] {
  return k === undefined ? tools : (sets?.[k] ?? tools.slice(0, k))
}
