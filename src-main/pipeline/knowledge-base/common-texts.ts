import { descriptionOf, tagsOf } from '../../domain/tool/catalog-tool'
import { readInPassing } from '../../domain/tool/stored-tool'
import type { CatalogTool, ToolId } from '../../domain/tool/tool'
import { shortened } from './tool-document'
import { FEWEST_KEPT, packJson, unpackJson, type Derived } from './derived'
import { mapYielding } from './map-yielding'
import type { Earlier } from './open-once'
import { comparable, sentencesOf } from '../text/sentences'

/** What so many tools of a catalog share that it tells none of them from the others. */
export interface CommonTexts {
  /** Sentences of descriptions, {@link comparable}. */
  sentences: ReadonlySet<string>
  /** Servers and tags, as they are written. */
  groups: ReadonlySet<string>
}

/** How many tools hold a text, of those that more than `above` of them hold. */
interface Often {
  counts: ReadonlyMap<string, number>
  above: number
}

/**
 * What a catalog has in common as it was counted, with what tells whether that holds for a later
 * one.
 */
export interface CountedTexts extends CommonTexts {
  often: Record<keyof CommonTexts, Often>
}

/**
 * A sentence that more than this share of the tools hold, and more than {@link FEW}, is
 * boilerplate.
 */
const SHARE_OF_SENTENCES = 0.02
const FEW = 4
/** A server or tag of more than this share of the tools says nothing of any. */
const SHARE_OF_GROUPS = 0.5

/** As many tools may hold a text that is not common. */
const MOST: Record<keyof CommonTexts, (tools: number) => number> = {
  sentences: (tools) => Math.max(FEW, SHARE_OF_SENTENCES * tools),
  groups: (tools) => SHARE_OF_GROUPS * tools,
}
const KINDS = ['sentences', 'groups'] as const

/** Whether a sentence that so many of the tools hold is boilerplate. */
export const isCommonSentence = (count: number, tools: number): boolean =>
  count > MOST.sentences(tools)

/** What the tools of a catalog have in common. Takes turns with other work. */
export async function commonTexts(tools: readonly CatalogTool[]): Promise<CountedTexts> {
  const counts = { sentences: new Map<string, number>(), groups: new Map<string, number>() }
  let characters = 0
  const countTexts = (entry: CatalogTool) => {
    const read = readInPassing(entry)
    characters = read.tool.description.length
    for (const kind of KINDS) count(counts[kind], textsIn(read, kind))
    return []
  }
  await mapYielding(tools, countTexts, { charactersOf: () => characters })
  const most = (kind: keyof CommonTexts) => MOST[kind](tools.length)
  const often = (kind: keyof CommonTexts): Often => {
    const above = Math.floor(most(kind) / 2)
    const held = [...counts[kind]].filter(([, tools]) => tools > above)
    return { counts: new Map(held), above }
  }
  return counted({ sentences: often('sentences'), groups: often('groups') }, most)
}

const counted = (
  often: CountedTexts['often'],
  most: (kind: keyof CommonTexts) => number,
): CountedTexts => {
  const common = (kind: keyof CommonTexts) =>
    new Set([...often[kind].counts].flatMap(([text, held]) => (held > most(kind) ? [text] : [])))
  return { sentences: common('sentences'), groups: common('groups'), often }
}

/** What a later catalog is, as far as it counts for {@link areStillCommon}. */
interface Later {
  /** How many tools there are. */
  tools: number
  /** How many were changed, added or removed since all were counted. */
  changed: number
  /** Those of them that are there, as they are. */
  now: readonly CatalogTool[]
}

/**
 * Whether what was counted as common is just what a later catalog has in common, told without a
 * look at the tools that did not change; false where that is not sure.
 */
const areStillCommon = (counted: CountedTexts, { tools, changed, now }: Later): boolean =>
  KINDS.every((kind) => {
    const { counts, above } = counted.often[kind]
    const added = new Map<string, number>()
    for (const entry of now) count(added, textsIn(entry, kind))
    const most = MOST[kind](tools)
    const isSure = (text: string, before: number) =>
      counted[kind].has(text) ? before - changed > most : before + (added.get(text) ?? 0) <= most
    return (
      above <= most &&
      [...counts].every(([text, before]) => isSure(text, before)) &&
      [...added.keys()].every((text) => counts.has(text) || isSure(text, above))
    )
  })

function count(all: Map<string, number>, texts: Iterable<string>): void {
  for (const text of new Set(texts)) all.set(text, (all.get(text) ?? 0) + 1)
}

const textsIn = (entry: CatalogTool, kind: keyof CommonTexts): string[] =>
  kind === 'groups' ? groupsOf(entry) : sentencesOf(shortened(descriptionOf(entry))).map(comparable)

/** A tool's server and tags. */
const groupsOf = (entry: CatalogTool): string[] => [
  ...(entry.tool.server ? [entry.tool.server] : []),
  ...tagsOf(entry),
]

/** What it is kept under; to be counted up whenever sentences are told otherwise. */
const NAME = 'common texts 2'

/** As it is kept. */
type Kept = Record<keyof CommonTexts, { counts: [string, number][]; above: number }> & {
  tools: number
}

const packed = ({ often }: CountedTexts, tools: number): Kept => {
  const of = ({ counts, above }: Often) => ({ counts: [...counts], above })
  return { tools, sentences: of(often.sentences), groups: of(often.groups) }
}

const unpacked = ({ tools, ...kept }: Kept): CountedTexts => {
  const of = ({ counts, above }: Kept['groups']): Often => ({ counts: new Map(counts), above })
  return counted({ sentences: of(kept.sentences), groups: of(kept.groups) }, (kind) =>
    MOST[kind](tools),
  )
}

/** What a catalog has in common, and the tools that are others since it was counted. */
export interface CommonSince {
  texts: CountedTexts
  changed: ReadonlySet<ToolId>
}

/** What a catalog is that may follow another. */
interface Following {
  tools: readonly CatalogTool[]
  toolOf(id: ToolId): CatalogTool | undefined
  derived?: Derived | undefined
}

/**
 * What a catalog has in common: as it was counted of an earlier one, in memory or by an earlier
 * process, where that is sure to hold, else counted now, and kept of a large one.
 */
export async function commonSince(
  following: Following,
  earlier?: Earlier<CommonSince>,
): Promise<CommonSince> {
  const { tools, derived } = following
  const before = await earlier?.value.catch(() => undefined)
  if (before && earlier) {
    const changed = new Set([...before.changed, ...earlier.changed])
    if (holds(before.texts, changed, following)) return { texts: before.texts, changed }
  }
  const isKept = tools.length >= FEWEST_KEPT
  const kept = isKept && !before ? await derived?.read(NAME) : undefined
  const known = kept && unpackJson<Kept>(kept.content)
  if (known) {
    const texts = unpacked(known)
    if (holds(texts, kept.changed, following)) return { texts, changed: kept.changed }
  }
  const texts = await commonTexts(tools)
  if (isKept) await derived?.keep(NAME, packJson(packed(texts, tools.length)))
  return { texts, changed: new Set() }
}

function holds(
  texts: CountedTexts,
  changed: ReadonlySet<ToolId>,
  { tools, toolOf }: Following,
): boolean {
  if (changed.size === 0) return true
  const now = [...changed].flatMap((id) => toolOf(id) ?? [])
  return areStillCommon(texts, { tools: tools.length, changed: changed.size, now })
}

/** Names what is common: the same where the same texts are. */
export const nameOfCommon = ({ sentences, groups }: CommonTexts): string =>
  JSON.stringify([[...sentences].sort(), [...groups].sort()])
