import { sameText } from '../../../domain/value/same-text'
import { evenSample } from '../../../domain/value/even-sample'
import { edgeKey } from '../../../domain/proposal/edge-decision'
import type { EdgeEvidence } from '../../../domain/proposal/edge'
import type { ToolId } from '../../../domain/tool/tool'
import type { DenseSource } from '../../../pipeline/kit'
import { AT_ONCE } from './search-anew'
import type { ProposeCall } from './propose-call'
import {
  countUses,
  halvesOf,
  isSupported,
  leastShare,
  togetherIn,
  usedApart,
  type Use,
  type UseCounts,
} from './used-together'

/** What requests say that a tool needs, and how sure that is. */
export interface NeedByUse {
  from: ToolId
  on: ToolId
  probability: number
  evidence: Extract<EdgeEvidence, { by: 'use' }>
}

/** What is known of the use of tools. */
export interface KnownUse {
  needs: ReadonlyMap<string, NeedByUse>
  /** See {@link usedApart}. */
  apart(from: ToolId, on: ToolId): number | undefined
  /** What an edge would do in all requests. */
  effectOf(from: ToolId, on: ToolId): Effect
}

/** Right tools that an edge would put into what a search gives, and push out of it. */
interface Effect {
  putIn: number
  pushedOut: number
}

/** How requests are asked again, to tell what an edge would do. */
interface Asking {
  meaning: DenseSource
  /** How many tools are given. */
  k: number
}

/** Requests that are asked again, spread evenly over all. */
const MOST_ASKED = 2_000

/**
 * What requests say that tools need. What one half of them says is judged by the other, by the
 * share that uses both there, and by whether the tool that is needed, given with the other in place
 * of the last that a search by meaning gives, is right more often than that one. What does not gain
 * is not proposed.
 * @param isOpen whether an edge between two tools may be proposed
 */
export async function needsByUse(
  uses: readonly Use[],
  asking: Asking,
  isOpen: (from: ToolId, on: ToolId) => boolean,
  call: ProposeCall,
): Promise<KnownUse> {
  const halves = halvesOf(uses)
  const all = await countUses(halves.flat(), call.pause)
  const judged = await Promise.all(halves.map((half) => countUses(half, call.pause)))
  const found = new Map<string, Found>()
  for (const [half, counts] of judged.entries()) {
    for (const [from, others] of counts.together) {
      for (const on of others.keys()) {
        if (!isOpen(from, on) || !isSupported(counts, from, on)) continue
        const key = edgeKey(from, on)
        const known = found.get(key) ?? { from, on, heldOutIn: [] }
        known.heldOutIn.push(1 - half)
        found.set(key, known)
      }
      await call.pause()
    }
  }
  const given = await Promise.all(halves.map((half) => givenFor(half, asking, call)))
  const needs = new Map<string, NeedByUse>()
  for (const [key, each] of found) {
    const need = heldOutNeed(each, { all, judged, given })
    if (need) needs.set(key, need)
    await call.pause()
  }
  return {
    needs,
    apart: (from, on) => usedApart(all, from, on),
    effectOf: (from, on) => sumOf(given.map((half) => effectIn(half, from, on))),
  }
}

interface Found {
  from: ToolId
  on: ToolId
  /** The halves of requests that did not propose it. */
  heldOutIn: number[]
}

/** What a search gives of a request, and what is right. */
interface Given {
  tools: readonly ToolId[]
  right: ReadonlySet<ToolId>
}

/** Requests by each tool that a search gives of them. */
async function givenFor(
  uses: readonly Use[],
  { meaning, k }: Asking,
  { signal, onProgress, pause }: ProposeCall,
): Promise<Map<ToolId, Given[]>> {
  const rights = new Map<string, Set<ToolId>>()
  for (const { text, tools } of uses) {
    if (text === undefined) continue
    const key = sameText(text)
    rights.set(key, new Set([...(rights.get(key) ?? []), ...tools]))
  }
  const asked = evenSample([...rights], MOST_ASKED / 2)
  const byTool = new Map<ToolId, Given[]>()
  for (let from = 0; from < asked.length; from += AT_ONCE) {
    const batch = asked.slice(from, from + AT_ONCE)
    const texts = batch.map(([text]) => text)
    const lists = await meaning.search(texts, { depth: k, signal })
    for (const [at, [, right]] of batch.entries()) {
      const tools = (lists[at] ?? []).slice(0, k).map(({ key }) => key)
      for (const tool of tools) {
        const known = byTool.get(tool) ?? []
        known.push({ tools, right })
        byTool.set(tool, known)
      }
    }
    onProgress('Asking requests again', from + batch.length, asked.length)
    await pause()
    signal.throwIfAborted()
  }
  return byTool
}

interface Judging {
  all: UseCounts
  judged: UseCounts[]
  given: Map<ToolId, Given[]>[]
}

/** A need that the requests that did not propose it gain by; undefined where they do not. */
function heldOutNeed(found: Found, judging: Judging): NeedByUse | undefined {
  const { from, on } = found
  const { all } = judging
  const heldOut = heldOutOf(found, judging)
  const usual = (all.used.get(on) ?? 0) / all.uses
  const isConfirmed = heldOut.of > 0 && heldOut.both / heldOut.of > usual
  if (!isConfirmed || heldOut.putIn <= heldOut.pushedOut) return undefined
  const { both, ordered, first } = togetherIn(all, from, on)
  const of = all.used.get(from) ?? 0
  const order = ordered > 0 && { order: { first, of: ordered } }
  const evidence: NeedByUse['evidence'] = { by: 'use', both, of, ...order, heldOut }
  return { from, on, probability: leastShare(both, of), evidence }
}

/** What the requests say of a need that did not propose it. */
function heldOutOf({ from, on, heldOutIn }: Found, { judged, given }: Judging) {
  const heldOut = { both: 0, of: 0 }
  for (const half of heldOutIn) {
    const counts = judged[half] as UseCounts
    heldOut.both += togetherIn(counts, from, on).both
    heldOut.of += counts.used.get(from) ?? 0
  }
  return { ...heldOut, ...sumOf(heldOutIn.map((half) => effectIn(given[half], from, on))) }
}

/** What an edge does where its tool is given, and the one that is needed takes the last place. */
function effectIn(
  given: ReadonlyMap<ToolId, readonly Given[]> | undefined,
  from: ToolId,
  on: ToolId,
): Effect {
  const effect = { putIn: 0, pushedOut: 0 }
  for (const { tools, right } of given?.get(from) ?? []) {
    const last = tools.findLast((tool) => tool !== from)
    if (last === undefined || tools.includes(on)) continue
    if (right.has(on)) effect.putIn++
    if (right.has(last)) effect.pushedOut++
  }
  return effect
}

const sumOf = (effects: readonly Effect[]): Effect => ({
  putIn: effects.reduce((sum, { putIn }) => sum + putIn, 0),
  pushedOut: effects.reduce((sum, { pushedOut }) => sum + pushedOut, 0),
})
