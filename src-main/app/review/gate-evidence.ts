import { addedTexts, textsOfPart, nearestTool, nearness } from '../../authoring/gate/gate'
import type { PlaceEffect } from '../../authoring/gate/effect'
import { unseenQueries } from '../../authoring/gate/unseen-queries'
import type { TextEvidence } from '../../domain/proposal/gate'
import { sameText } from '../../domain/value/same-text'
import type { ProposedPart, ProposedText, TextProposal } from '../../domain/proposal/text'
import type { GoldenQuery } from '../../domain/query/golden-set'
import type { CatalogTool, ToolId } from '../../domain/tool/tool'
import type { Catalog } from '../workspaces/catalog'
import type { AskingPlace } from '../query/ask-recipe'
import {
  askDraft,
  basisOf,
  answerTaught,
  answerToday,
  openDraft,
  queriesAbout,
  setNaming,
  type Draft,
  type DraftBasis,
} from '../effect/draft'
import { partInForce, withPart } from './accepted-part'

/** Golden queries asked that name the tool, and as many of its neighbours. */
const MOST_ASKED = 60
/**
 * Texts of a proposal that are asked as if they were queries, and characters of each: what a query
 * box takes.
 */
const MOST_TEXTS = 20
const LONGEST_TEXT = 2000
/** How often a recipe is asked of one proposal at most: before and after, and its texts. */
export const MOST_ANSWERS = 4 * MOST_ASKED + MOST_TEXTS
/**
 * Parts of which each text is about the tool alone: limits name other tools, and many tools have
 * the same parameters.
 */
const SPEAKING: ReadonlySet<ProposedPart> = new Set([
  'description',
  'whenToUse',
  'questions',
  'topics',
])
/** Texts that queries are compared with. */
const MOST_SEEN = 500

interface Judging {
  place: AskingPlace
  catalog: Catalog
  entry: CatalogTool
  proposal: TextProposal
  /** The part as it would be. */
  then: ProposedText
}

/** What golden queries, and the texts themselves, say of a proposal. */
interface Evidence extends DraftBasis {
  effects: PlaceEffect[]
  /**
   * Golden queries that were asked, of those that name the tool or a neighbour and were not seen.
   */
  asked: number
  of: number
  /** What stages could not do, each once. */
  degraded: string[]
  /** Queries that were left out, as who wrote the proposal saw them. */
  heldOut: number
  texts: TextEvidence
  goldenSet?: string
  neighbours: readonly ToolId[]
}

export async function gateEvidence(judging: Judging): Promise<Evidence> {
  const { place, catalog, entry, proposal, then } = judging
  const { part, tool } = proposal
  const draft = await openDraft(place, catalog, withPart(entry, then))
  const goldenSet = await setNaming(place.session, tool)
  const all = goldenSet === undefined ? [] : await place.session.goldenQueries(goldenSet)
  const about = queriesAbout(draft, all)
  const seen = [...proposal.seen, ...textsOfPart(part, then)].slice(0, MOST_SEEN)
  const own = unseenQueries(about.own, seen)
  const others = unseenQueries(about.others, seen)
  const unseen = new Set([...own, ...others])
  const without = [...about.own, ...about.others]
    .filter((query) => !unseen.has(query))
    .map(({ id }) => id)
  const added = SPEAKING.has(part) ? addedTexts(part, { now: partInForce(entry, part), then }) : []
  const texts = added.slice(0, MOST_TEXTS).map((text) => text.slice(0, LONGEST_TEXT))
  const most = { most: MOST_ASKED, besides: texts.length }
  const asked = await askDraft(draft, { own, others }, most)
  return {
    ...basisOf(draft.today),
    ...asked,
    ...(goldenSet !== undefined && { goldenSet }),
    heldOut: about.own.length + about.others.length - asked.of,
    texts: await textEvidence(draft, { catalog, queries: all, without }, texts),
    neighbours: [...draft.neighbours],
  }
}

async function textEvidence(
  draft: Draft,
  {
    without,
    ...taught
  }: { catalog: Catalog; queries: readonly GoldenQuery[]; without: readonly string[] },
  texts: readonly string[],
): Promise<TextEvidence> {
  const found: (readonly ToolId[])[] = []
  const untaught: (readonly ToolId[])[] = []
  for (const text of texts) {
    found.push(await answerTaught(draft, taught, { text, without }))
    untaught.push((await answerToday(draft, { text })).listed)
  }
  const { nearer, ...told } = nearestTool(found, draft.tool)
  if (!nearer) return told
  const own = draft.tool
  const other = nearer.tool
  const [said, saidOfOther] = [own, other].map((tool) => descriptionOf(taught.catalog, tool))
  const doubts = {
    isSaidAlike: said !== '' && said === saidOfOther,
    isOnlyTaught: nearness(untaught, own) > nearness(untaught, other),
  }
  return { ...told, nearer: { ...nearer, ...doubts, name: taught.catalog.tool(other).tool.name } }
}

const descriptionOf = (catalog: Catalog, tool: ToolId): string =>
  sameText(partInForce(catalog.tool(tool), 'description').description ?? '')
