import { AmongTexts, type ReviewPreviewAnswer } from '../../contract/review'
import { textsOfPart } from '../../authoring/gate/gate'
import { unseenBeside } from '../../authoring/gate/unseen-queries'
import { evenSample } from '../../domain/value/even-sample'
import type { GoldenQuery } from '../../domain/query/golden-set'
import type { TextProposal } from '../../domain/proposal/text'
import type { CatalogTool, ToolId } from '../../domain/tool/tool'
import { yieldToEventLoop } from '../../evaluation/yield-to-event-loop'
import type { Call } from '../app'
import {
  askingPlace,
  givenBy,
  prepareEach,
  refuseUnasked,
  type AskingPlace,
} from '../query/ask-recipe'
import { counting } from '../requests/call-progress'
import type { Catalog } from '../workspaces/catalog'
import { basisOf } from '../effect/draft'
import type { AppContext } from '../context'
import { acceptedPart, withPart } from './accepted-part'
import { countedParts, rowsOf } from './list'
import { isAmong, stateOf } from './proposed-texts'
import { rowOf } from './review-rows'
import { isRuled } from './ruled'
import { z } from 'zod'
import { AcceptRule } from '../../domain/proposal/gate'
import { RecipeFields } from '../../contract/recipe-fields'
import { judgedOn } from '../golden/set-uses'
import { Dir } from '../../contract/workspace'

export const ReviewPreviewInput = z.object({
  dir: Dir,
  rule: AcceptRule,
  among: AmongTexts,
  ...RecipeFields,
})
export type ReviewPreviewInput = z.output<typeof ReviewPreviewInput>

/** Rows shown of what a rule accepts. */
const MOST_ROWS = 50
/** Golden queries asked of all together. */
const MOST_QUERIES = 300
/** Texts that queries are compared with before others have a turn. */
const TEXTS_AT_ONCE = 2000

/** What a rule would accept, and what that would do together. */
export async function previewRule(
  context: AppContext,
  { rule, among, ...input }: ReviewPreviewInput,
  call: Call,
): Promise<ReviewPreviewAnswer> {
  const place = await askingPlace(context, input, call)
  const { session } = place
  return session.withCatalog(async (catalog) => {
    const { proposals, ...rows } = await rowsOf(place)
    const open = proposals.filter((each) => stateOf(each) === 'open').filter(isAmong(among))
    await rows.measures.workOut(open, yieldToEventLoop(context.clock, call.signal))
    const accepted = open.filter(
      (each) =>
        isRuled(rows.measures.of(each), rule) && catalog.has(each.tool) && !rows.isStale(each),
    )
    const together = await measuredTogether(place, catalog, accepted)
    const unmeasured = open.filter((each) => rows.measures.of(each) === undefined).length
    return {
      accepted: accepted.length,
      unmeasured,
      left: open.length - accepted.length - unmeasured,
      tools: new Set(accepted.map(({ tool }) => tool)).size,
      parts: countedParts(accepted),
      rows: accepted.slice(0, MOST_ROWS).map((each) => rowOf(each, rows)),
      ...(together && { together }),
    }
  })
}

async function measuredTogether(
  place: AskingPlace,
  catalog: Catalog,
  accepted: readonly TextProposal[],
): Promise<ReviewPreviewAnswer['together']> {
  const { context, session, call, mayAsk } = place
  const goldenSet = await judgedOn(session, (sets) =>
    sets.toSorted((a, b) => b.queries - a.queries),
  )
  if (goldenSet === undefined || accepted.length === 0) return undefined
  const pause = yieldToEventLoop(context.clock, call.signal)
  const asking = (await session.goldenQueries(goldenSet)).filter(({ tools }) => tools.length > 0)
  const all = await unseen(asking, await textsKnown(catalog, accepted, pause), pause)
  const queries = evenSample(all, MOST_QUERIES)
  const drafted = catalog.drafted(draftsOf(catalog, accepted))
  const [today, then] = await prepareEach(place, catalog, drafted)
  refuseUnasked(today, { answers: 2 * queries.length, mayAsk })
  const onProgress = counting(call.emit, 'Asking golden queries', 'queries')
  const counts = { fixed: 0, broken: 0, recall: { before: 0, after: 0 } }
  const degraded = new Set<string>()
  const found = async (prepared: typeof today, query: GoldenQuery) => {
    const given = await givenBy(prepared, query, call)
    for (const why of given.degraded) degraded.add(why)
    return new Set(given.set)
  }
  for (const [at, query] of queries.entries()) {
    const before = await found(today, query)
    const after = await found(then, query)
    for (const tool of query.tools) {
      if (after.has(tool) && !before.has(tool)) counts.fixed++
      if (before.has(tool) && !after.has(tool)) counts.broken++
    }
    counts.recall.before += recallOf(query, before) / queries.length
    counts.recall.after += recallOf(query, after) / queries.length
    if (await pause()) onProgress(at + 1, queries.length)
  }
  const { k, askedOf } = basisOf(today)
  const asked = { queries: queries.length, of: all.length, degraded: [...degraded] }
  return { goldenSet, askedOf, ...asked, ...counts, ...(k !== undefined && { k }) }
}

/**
 * Texts that whoever wrote the proposals saw, or that would stand in their parts: those that
 * measuring each goes by.
 */
async function textsKnown(
  catalog: Catalog,
  accepted: readonly TextProposal[],
  pause: () => Promise<unknown>,
): Promise<string[]> {
  const known = new Set<string>()
  for (const each of accepted) {
    const then = acceptedPart(catalog.tool(each.tool), each)
    for (const text of [...each.seen, ...textsOfPart(each.part, then)]) known.add(text)
    await pause()
  }
  return [...known]
}

/** The queries that say nothing of many texts, compared in turns. */
async function unseen(
  queries: readonly GoldenQuery[],
  texts: readonly string[],
  pause: () => Promise<unknown>,
): Promise<GoldenQuery[]> {
  let left = [...queries]
  for (let at = 0; at < texts.length; at += TEXTS_AT_ONCE) {
    const isUnseen = unseenBeside(texts.slice(at, at + TEXTS_AT_ONCE))
    const among = left
    left = []
    for (const query of among) {
      if (isUnseen(query)) left.push(query)
      await pause()
    }
  }
  return left
}

/** The tools as all that is accepted leaves them. */
function draftsOf(catalog: Catalog, accepted: readonly TextProposal[]): CatalogTool[] {
  const drafts = new Map<ToolId, CatalogTool>()
  for (const each of accepted) {
    const entry = drafts.get(each.tool) ?? catalog.tool(each.tool)
    drafts.set(each.tool, withPart(entry, acceptedPart(entry, each)))
  }
  return [...drafts.values()]
}

const recallOf = ({ tools }: GoldenQuery, given: ReadonlySet<ToolId>): number =>
  tools.filter((tool) => given.has(tool)).length / tools.length
