import { evenSample } from '../../../domain/value/even-sample'
import type { ToolId } from '../../../domain/tool/tool'

/** A request, or a session of an agent, with the tools that it used. */
export interface Use {
  /** What was asked, where that is known. */
  text?: string
  tools: readonly ToolId[]
  /** Whether the tools stand in the order in which they were called. */
  isOrdered: boolean
}

/** How often tools were used, alone and together. */
export interface UseCounts {
  uses: number
  used: ReadonlyMap<ToolId, number>
  /** By a tool, then by another that was used with it: in how many requests. */
  together: ReadonlyMap<ToolId, ReadonlyMap<ToolId, Together>>
}

interface Together {
  both: number
  /** Of these, those whose order is known, and those in which the other tool came first. */
  ordered: number
  first: number
}

const NEVER: Together = { both: 0, ordered: 0, first: 0 }

/** Requests that are looked at, spread evenly over all. */
const MOST_USES = 20_000
/** What used more tools than that says little of any two, and takes long. */
const MOST_TOOLS = 20

/** The requests that are looked at, by the half in which they are. */
export function halvesOf(uses: readonly Use[]): [Use[], Use[]] {
  const halves: [Use[], Use[]] = [[], []]
  const few = uses.filter(({ tools }) => tools.length > 0 && tools.length <= MOST_TOOLS)
  for (const use of evenSample(few, MOST_USES)) halves[halfOf(use)].push(use)
  return halves
}

/**
 * What uses the same tools is in the same half: a need that only requests for one set of tools
 * show is confirmed by none for another. FNV-1a, its bits mixed.
 */
function halfOf({ tools }: Use): 0 | 1 {
  let hash = 0x811c9dc5
  for (const char of tools.toSorted().join(' ')) {
    hash = Math.imul(hash ^ (char.codePointAt(0) ?? 0), 0x01000193)
  }
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  return ((hash ^ (hash >>> 13)) & 1) === 0 ? 0 : 1
}

/** Counts what was used together. @param pause called between any two requests */
export async function countUses(
  uses: readonly Use[],
  pause: () => Promise<unknown>,
): Promise<UseCounts> {
  const used = new Map<ToolId, number>()
  const together = new Map<ToolId, Map<ToolId, Together>>()
  for (const { tools, isOrdered } of uses) {
    for (const [at, from] of tools.entries()) {
      used.set(from, (used.get(from) ?? 0) + 1)
      const others = together.get(from) ?? new Map<ToolId, Together>()
      together.set(from, others)
      for (const [place, on] of tools.entries()) {
        if (on === from) continue
        const known = others.get(on) ?? { ...NEVER }
        known.both++
        if (isOrdered) known.ordered++
        if (isOrdered && place < at) known.first++
        others.set(on, known)
      }
    }
    await pause()
  }
  return { uses: uses.length, used, together }
}

export const togetherIn = ({ together }: UseCounts, from: ToolId, on: ToolId): Together =>
  together.get(from)?.get(on) ?? NEVER

/** Of fewer requests with both, chance is too likely. */
const FEWEST_BOTH = 3
/** So many times the share of all requests that use a tool is the share of those with another. */
const LEAST_LIFT = 2
/** Of those that use a tool, so many use what it needs at least. */
const LEAST_SHARE = 0.2
/** Of those whose order is known, in so many the tool that is needed came first. */
const LEAST_FIRST = 2 / 3

/** Whether requests say that a tool needs another. */
export function isSupported(counts: UseCounts, from: ToolId, on: ToolId): boolean {
  const { both, ordered, first } = togetherIn(counts, from, on)
  if (both < FEWEST_BOTH) return false
  const ofFrom = counts.used.get(from) ?? 0
  const ofOn = counts.used.get(on) ?? 0
  const least = leastShare(both, ofFrom)
  if (least < LEAST_SHARE || least < (LEAST_LIFT * ofOn) / counts.uses) return false
  // Without any order, a tool that is used apart as well is needed rather than needs.
  return ordered >= FEWEST_BOTH ? first >= LEAST_FIRST * ordered : least > both / ofOn
}

/** The lower end of Wilson's 90 % interval of a share. */
export function leastShare(count: number, of: number): number {
  if (of === 0) return 0
  const share = count / of
  const z = 1.645
  const spread = z * Math.sqrt((share * (1 - share) + (z * z) / (4 * of)) / of)
  return Math.max(0, (share + (z * z) / (2 * of) - spread) / (1 + (z * z) / of))
}

/** From so many requests on, that none uses another tool with it says something. */
const FEWEST_APART = 10

/**
 * Of how many requests that use a tool none uses another, where that speaks against a need: both
 * are used, and what else is used with the first is told.
 */
export function usedApart(counts: UseCounts, from: ToolId, on: ToolId): number | undefined {
  const of = counts.used.get(from) ?? 0
  if (of < FEWEST_APART || !counts.used.has(on)) return undefined
  const others = counts.together.get(from)
  return !others || others.size === 0 || others.has(on) ? undefined : of
}
