import {
  ProposalId,
  Selection,
  type ReviewListAnswer,
  type ReviewProposalAnswer,
  type ReviewState,
} from '../../contract/review'
import { Problem } from '../../domain/problem'
import type {
  TextDecision,
  TextProposal,
  ProposedPart,
  ProposedText,
} from '../../domain/proposal/text'
import { yieldToEventLoop } from '../../evaluation/yield-to-event-loop'
import type { Call } from '../app'
import type { Catalog } from '../workspaces/catalog'
import { containing } from '../requests/containing'
import type { AppContext } from '../context'
import { acceptedPart, partInForce, partOf } from './accepted-part'
import { gatesOf } from './measure-all'
import { openMeasures } from './stored-measures'
import { proposalsOf, proposalWith, stateOf } from './proposed-texts'
import { stalenessIn } from './staleness'
import { rowOf, type Rows } from './review-rows'
import type { AskingPlace } from '../query/ask-recipe'
import { chosenRecipe } from '../recipes/works-with'
import { z } from 'zod'
import { Dir } from '../../contract/workspace'
import { page } from '../../contract/page'

export const ReviewListInput = z.object({
  ...Selection,
  ...page(100),
})
export type ReviewListInput = z.output<typeof ReviewListInput>

export const ReviewProposalInput = z.object({ dir: Dir, id: ProposalId })
export type ReviewProposalInput = z.output<typeof ReviewProposalInput>

/** A page of proposed texts. */
export async function listProposals(
  context: AppContext,
  { dir, state, parts, tool, gates, search, offset, limit }: ReviewListInput,
  call: Call,
): Promise<ReviewListAnswer> {
  const place = await gatePlace(context, dir, call)
  const { proposals, ...rows } = await rowsOf(place)
  const holds = containing(search)
  const open = proposals.filter((each) => stateOf(each) === 'open')
  await rows.measures.workOut(open, yieldToEventLoop(context.clock, call.signal))
  const gateOf = (each: TextProposal) => rows.measures.of(each)?.verdict ?? 'unmeasured'
  const found = proposals.filter(
    (each) =>
      stateOf(each) === state &&
      (parts?.includes(each.part) ?? true) &&
      (tool === undefined || each.tool === tool) &&
      (gates?.includes(gateOf(each)) ?? true) &&
      holds({ id: each.tool, text: nameIn(rows.catalog, each) }),
  )
  if (state !== 'open') found.sort(byDecision)
  const counts: Record<ReviewState, number> = { open: 0, accepted: 0, rejected: 0, skipped: 0 }
  for (const each of proposals) counts[stateOf(each)]++
  return {
    total: found.length,
    rows: found.slice(offset, offset + limit).map((each) => rowOf(each, rows)),
    counts,
    gates: gatesOf(open, rows.measures),
    parts: countedParts(open),
  }
}

/**
 * The recipe of which proposals are measured unless another one is asked: the one that the
 * workspace works with.
 */
export const gatePlace = async (context: AppContext, dir: string, call: Call) => ({
  context,
  dir,
  call,
  session: await context.sessions.of(dir),
  choice: await chosenRecipe(context, dir, {}),
})

/** @param place.choice the recipe by whose measures the rows go */
export async function rowsOf(
  place: Omit<AskingPlace, 'mayAsk'>,
): Promise<Rows & { proposals: TextProposal[] }> {
  const { session } = place
  const catalog = await session.catalog()
  const proposals = await proposalsOf(session)
  const measures = await openMeasures(place, catalog)
  return { catalog, proposals, measures, isStale: stalenessIn(catalog, proposals) }
}

const nameIn = (catalog: Catalog, { tool }: TextProposal): string =>
  catalog.has(tool) ? `${catalog.tool(tool).tool.name} ${tool}` : tool

/** The last decided first. */
const byDecision = (a: TextProposal, b: TextProposal): number =>
  (a.decision?.decidedAt ?? '') < (b.decision?.decidedAt ?? '') ? 1 : -1

/** How many proposals there are of each part. */
export const countedParts = (proposals: readonly TextProposal[]): ReviewListAnswer['parts'] =>
  Object.fromEntries(
    [...Map.groupBy(proposals, ({ part }) => part)].map(([part, of]) => [part, of.length]),
  )

/** One proposal whole, with what stands in its place. */
export async function oneProposal(
  context: AppContext,
  { dir, id }: ReviewProposalInput,
  call: Call,
): Promise<ReviewProposalAnswer> {
  const { proposals, ...rows } = await rowsOf(await gatePlace(context, dir, call))
  const proposal = proposalWith(proposals, id)
  const { part, at, seen, decision, run } = proposal
  const entry = rows.catalog.has(proposal.tool) ? rows.catalog.tool(proposal.tool) : undefined
  const sides =
    decision?.verdict === 'accepted' || !entry
      ? { now: decision?.before ?? {}, then: decision?.written ?? proposal.proposed }
      : { now: partInForce(entry, part), then: acceptedPart(entry, proposal) }
  const others = proposals.filter(({ tool }) => tool === proposal.tool)
  return {
    ...rowOf(proposal, rows),
    at,
    seen: seen.length,
    layer: entry ? partOf(entry.layer, part) : {},
    now: shortened(part, sides.now),
    then: shortened(part, sides.then),
    ...(decision && { decision: toldOf(decision) }),
    ...(run !== undefined && { run: { id: run, accepted: acceptedOf(proposals, run) } }),
    isChangedSince: others.some(
      (other) =>
        other.part === part &&
        (other.decision?.decidedAt ?? '') > at &&
        stateOf(other) === 'accepted' &&
        other.id !== id,
    ),
  }
}

const acceptedOf = (proposals: readonly TextProposal[], run: string): number =>
  proposals.filter((each) => each.run === run && stateOf(each) === 'accepted').length

const toldOf = ({ before: _, written: __, ...decision }: TextDecision) => decision

/** @throws Problem `bad-input` where something single was not named alone. */
export function requireOne(ids: readonly string[] | undefined): string {
  const [id, ...others] = ids ?? []
  if (id !== undefined && others.length === 0) return id
  throw new Problem('bad-input', 'A text of one’s own is written in place of a single proposal.')
}

/** Characters of one text, and entries of a list, that are shown: far more than may be accepted. */
const LONGEST = 10_000
const MOST_ENTRIES = 200

const short = (text: string): string =>
  text.length > LONGEST
    ? `${text.slice(0, LONGEST).toWellFormed()} … (${text.length - LONGEST} more characters)`
    : text

/** A part as it is shown: of texts that nobody reads whole, the beginning. */
function shortened(part: ProposedPart, value: ProposedText): ProposedText {
  const texts = value[part]
  if (texts === undefined) return {}
  if (typeof texts === 'string') return { [part]: short(texts) }
  if (Array.isArray(texts)) return { [part]: texts.slice(0, MOST_ENTRIES).map(short) }
  const some = Object.entries(texts).slice(0, MOST_ENTRIES)
  return { [part]: Object.fromEntries(some.map(([name, text]) => [name, short(text)])) }
}
