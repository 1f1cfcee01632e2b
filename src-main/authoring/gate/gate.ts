import type { GateFinding, TextEvidence } from '../../domain/proposal/gate'
import type { ProposedPart, ProposedText } from '../../domain/proposal/text'
import type { ToolId } from '../../domain/tool/tool'
import { named } from '../../domain/value/json'
import { sameText } from '../../domain/value/same-text'
import { countedChanges, worthOf, type PlaceEffect } from './effect'

/**
 * Counted up where other verdicts come of the same evidence: what was kept by an older rule is
 * measured again.
 */
export const GATE_RULE = 2

/** What is known of a proposal before it is decided. */
interface GateEvidence {
  tool: ToolId
  part: ProposedPart
  /** Whether anything that is matched changes. */
  isMatched: boolean
  effects: readonly PlaceEffect[]
  /** Golden queries that were asked. */
  asked: number
  texts: TextEvidence
}

/**
 * By how much nearer added texts may lead to another tool than to their own before they harm, of
 * places as one by the place; and what own golden queries that gain excuse. Chosen on draws 1 to 4
 * of five sets (`npm run bench -- gate`), as was what follows.
 */
const NEARER = 0.1
const EXCUSE = { share: 0.5, most: 0.5 }
/**
 * Questions that must lead elsewhere before it counts as harm. A good one often does, alone: with
 * one golden query a tool, 44 of 69 single questions so found were a tool's own, and 25 of 49 pairs
 * (the draws of `npm run bench -- gate` with one and two of each tool).
 */
const FEWEST_QUESTIONS = 2
/**
 * Golden queries that more break than are fixed, or the other way round, and what places must lose
 * or gain: one may be chance.
 */
const CLEAR = { queries: 3, gain: 1.5 }
/**
 * Standard errors that all places together, those of other tools too, must gain before it helps:
 * one in ten by chance.
 */
const SURE = 1.28
/** Fewer queries than these, none of them fixed or broken, tell nothing. */
const FEWEST = 3

/** What a proposal does, as far as golden queries and its own texts tell. */
export function gateFinding(evidence: GateEvidence): GateFinding {
  const { tool, part, isMatched, effects, texts } = evidence
  if (!isMatched)
    return { verdict: 'no-change', by: 'texts', reason: 'Nothing that is matched changes.' }
  const own = effects.filter((effect) => effect.tool === tool)
  const excuse = EXCUSE.share * Math.min(EXCUSE.most, Math.max(0, gainOf(own)))
  const { nearer } = texts
  const told = byGoldenQueries(evidence, own)
  if (!nearer || nearer.near - texts.own - excuse <= NEARER) return told
  // The golden queries that lead to the other tool need not name all that is right: clear gains say
  // that this one is, too.
  const { fixed, broken } = countedChanges(effects)
  if (isClear(fixed - broken, gainOf(effects))) return told
  const found = { by: 'texts' as const, reason: nearerText(texts, nearer) }
  const doubt = doubtOf(part, texts)
  if (doubt === undefined) return { ...found, verdict: 'harms' }
  if (told.verdict !== 'no-change') return told
  return { ...found, verdict: 'untold', reason: `${found.reason} ${doubt}` }
}

/** Why it may be no harm that texts lead to another tool. */
function doubtOf(part: ProposedPart, { asked, nearer }: TextEvidence): string | undefined {
  if (nearer?.isSaidAlike) return 'Both tools have the same description: each may be right.'
  // Tools like each other share words of their descriptions: by these alone, another's description
  // may find this tool.
  if (part !== 'questions') return undefined
  if (asked < FEWEST_QUESTIONS) return 'One question is too little to tell harm from chance.'
  return nearer?.isOnlyTaught
    ? 'A search that does not know them finds this tool nearer: each may be right.'
    : undefined
}

function byGoldenQueries(
  { effects, asked }: Pick<GateEvidence, 'effects' | 'asked'>,
  own: readonly PlaceEffect[],
): GateFinding {
  const by = 'golden-queries'
  const { fixed, broken, better, worse } = countedChanges(effects)
  const moved = `${fixed} fixed, ${broken} broken of ${places(effects.length)}`
  if (isClear(broken - fixed, -gainOf(effects))) {
    return { verdict: 'harms', by, reason: `It breaks more than it fixes: ${moved}.` }
  }
  if (fixed > broken) {
    const told = `${moved}; ${better} better, ${worse} worse`
    return isSure(effects)
      ? { verdict: 'helps', by, reason: `${told}.` }
      : { verdict: 'untold', by, reason: `${told}: too little to tell gain from chance.` }
  }
  if (broken > fixed) {
    return { verdict: 'untold', by, reason: `${moved}: too little to tell harm from chance.` }
  }
  if (own.length === 0) {
    return {
      verdict: 'untold',
      by,
      reason: 'No golden query names this tool: nothing can be told.',
    }
  }
  if (asked < FEWEST) {
    const queries = asked === 1 ? 'One golden query alone' : `Only ${asked} golden queries`
    const name = asked === 1 ? 'names' : 'name'
    return {
      verdict: 'untold',
      by,
      reason: `${queries} ${name} this tool or one like it: too few to tell.`,
    }
  }
  const isStill = better + worse + fixed === 0
  const reason = isStill
    ? `None of ${places(effects.length)} moves.`
    : `${moved}; ${better} better, ${worse} worse.`
  return { verdict: 'no-change', by, reason }
}

const nearerText = (
  { asked }: TextEvidence,
  { name, texts }: NonNullable<TextEvidence['nearer']>,
): string =>
  asked === 1
    ? `The text finds “${name}” rather than this tool, in a search that knows the golden queries.`
    : `${texts} of ${asked} added texts find “${name}” before this tool, in a search that knows the golden queries.`

const places = (count: number): string =>
  count === 1 ? 'one place of a right tool' : `${count} places of right tools`

const isClear = (queries: number, gain: number): boolean =>
  queries >= CLEAR.queries && gain > CLEAR.gain

/** What places gain together; each is worth one by the logarithm of its place, as in DCG. */
const gainOf = (effects: readonly PlaceEffect[]): number =>
  gainsOf(effects).reduce((sum, gain) => sum + gain, 0)

const gainsOf = (effects: readonly PlaceEffect[]): number[] =>
  effects.map(({ before, after }) => worthOf(after) - worthOf(before))

/**
 * Whether what places gain is more than chance would give them, were each as likely to lose what it
 * gains.
 */
const isSure = (effects: readonly PlaceEffect[]): boolean =>
  gainOf(effects) >= SURE * Math.hypot(...gainsOf(effects))

/** The texts of a part: a list's entries, each parameter's, or the one that it is. */
export function textsOfPart(part: ProposedPart, value: ProposedText): string[] {
  const texts = value[part]
  if (texts === undefined) return []
  if (typeof texts === 'string') return [texts]
  return Array.isArray(texts) ? texts : Object.values(texts)
}

/**
 * What a part says after a change and did not before: entries of lists, sentences of texts;
 * whatever their case and spaces.
 */
export function addedTexts(
  part: ProposedPart,
  { now, then }: { now: ProposedText; then: ProposedText },
): string[] {
  if (part === 'parameters') {
    return Object.entries(then.parameters ?? {})
      .filter(([name, text]) => sameText(named(now.parameters, name) ?? '') !== sameText(text))
      .map(([, text]) => text)
  }
  const added = addedPieces(part, { now, then })
  // One topic alone is too short to be asked.
  return part === 'topics' || part === 'tags' ? [added.join(', ')].filter(Boolean) : added
}

function addedPieces(
  part: Exclude<ProposedPart, 'parameters'>,
  { now, then }: { now: ProposedText; then: ProposedText },
): string[] {
  const pieces = Array.isArray(then[part]) ? (text: string) => [text] : sentencesOf
  const there = new Set(textsOfPart(part, now).flatMap(pieces).map(sameText))
  return textsOfPart(part, then)
    .flatMap(pieces)
    .filter((text) => text.trim() !== '' && !there.has(sameText(text)))
}

const sentencesOf = (text: string): string[] => text.split(/(?<=[.!?;])\s+|\n+/)

/**
 * Where texts lead that are asked as if they were queries: how near to one tool, and to which other
 * one nearest.
 */
interface NearestTool {
  asked: number
  /** The mean of one by the tool's place, 0 … 1. */
  own: number
  nearer?: { tool: ToolId; near: number; texts: number }
}

/** @param found the first tools that each text finds, in order */
export function nearestTool(found: readonly (readonly ToolId[])[], tool: ToolId): NearestTool {
  const near = new Map<ToolId, { near: number; texts: number }>()
  for (const tools of found) {
    const ownPlace = placeIn(tools, tool)
    for (const [at, other] of tools.entries()) {
      const known = near.get(other) ?? { near: 0, texts: 0 }
      known.near += 1 / (at + 1) / found.length
      if (at + 1 < ownPlace) known.texts++
      near.set(other, known)
    }
  }
  near.delete(tool)
  const [nearest] = [...near].sort((a, b) => b[1].near - a[1].near || (a[0] < b[0] ? -1 : 1))
  return {
    asked: found.length,
    own: nearness(found, tool),
    ...(nearest && { nearer: { tool: nearest[0], ...nearest[1] } }),
  }
}

/** How near texts lead to one tool: the mean of one by its place, 0 … 1. */
export const nearness = (found: readonly (readonly ToolId[])[], tool: ToolId): number =>
  found.reduce((sum, tools) => sum + 1 / placeIn(tools, tool), 0) / (found.length || 1)

const placeIn = (tools: readonly ToolId[], tool: ToolId): number =>
  tools.indexOf(tool) + 1 || Infinity
