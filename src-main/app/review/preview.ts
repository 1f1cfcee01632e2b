import type { ParsedInput, RouteOutput } from '../../contract/routes'
import { textsOfPart } from '../../authoring/gate/added-texts'
import { unseenBeside } from '../../authoring/gate/unseen-queries'
import { evenly } from '../../domain/evenly'
import type { GoldenQuery } from '../../domain/golden-set'
import type { TextProposal } from '../../domain/text-proposal'
import type { CatalogTool, ToolId } from '../../domain/tool'
import { turns } from '../../evaluation/turns'
import { answerQuery, prepareRecipe, type Prepared } from '../answering'
import type { Call } from '../app'
import { counting } from '../call-progress'
import type { Catalog } from '../catalog'
import type { AppContext } from '../handlers'
import { workspaceSettings } from '../models/workspace-models'
import { acceptedPart, withPart } from './accepted-part'
import { countedParts, rowsOf } from './list'
import { RECIPE, type MeasuringPlace } from './measure'
import { stateOf } from './proposed-texts'
import { rowOf } from './review-rows'
import { isRuled } from './ruled'

/** Rows shown of what a rule accepts. */
const MOST_ROWS = 50
/** Golden queries asked of all together. */
const MOST_QUERIES = 300
/** Texts that queries are compared with before others have a turn. */
const TEXTS_AT_ONCE = 2000

/** What a rule would accept, and what that would do together. */
export async function previewRule(
  context: AppContext,
  { dir, rule }: ParsedInput<'review.preview'>,
  call: Call,
): Promise<RouteOutput<'review.preview'>> {
  const session = await context.sessions.of(dir)
  return session.withCatalog(async (catalog) => {
    const { proposals, ...rows } = await rowsOf(context, session)
    const open = proposals.filter((each) => stateOf(each) === 'open')
    await rows.measures.workOut(open, turns(context.clock, call.signal))
    const accepted = open.filter(
      (each) =>
        isRuled(rows.measures.of(each), rule) && catalog.has(each.tool) && !rows.isStale(each),
    )
    const together = await measuredTogether({ context, session, dir, call }, catalog, accepted)
    const unmeasured = open.filter((each) => rows.measures.of(each) === undefined).length
    return {
      ...{
        accepted: accepted.length,
        unmeasured,
        left: open.length - accepted.length - unmeasured,
      },
      tools: new Set(accepted.map(({ tool }) => tool)).size,
      parts: countedParts(accepted),
      rows: accepted.slice(0, MOST_ROWS).map((each) => rowOf(each, rows)),
      ...(together && { together }),
    }
  })
}

type Together = RouteOutput<'review.preview'>['together']

async function measuredTogether(
  place: MeasuringPlace,
  catalog: Catalog,
  accepted: readonly TextProposal[],
): Promise<Together> {
  const { context, session, dir, call } = place
  const { goldenSets } = await session.store.read('goldenSets')
  const goldenSet = goldenSets.toSorted((a, b) => b.queries - a.queries)[0]?.name
  if (goldenSet === undefined || accepted.length === 0) return undefined
  const { k, embedder } = await workspaceSettings(context, dir)
  const pause = turns(context.clock, call.signal)
  const asking = (await session.goldenQueries(goldenSet)).filter(({ tools }) => tools.length > 0)
  const all = await unseen(asking, await textsKnown(catalog, accepted, pause), pause)
  const queries = evenly(all, MOST_QUERIES)
  const preparing = { dir, recipe: RECIPE, options: {}, k, embedder, wordings: session.wordings }
  const today = await prepareRecipe(context, { ...preparing, catalog }, call)
  const drafted = catalog.drafted(draftsOf(catalog, accepted))
  const then = await prepareRecipe(context, { ...preparing, catalog: drafted }, call)
  const onProgress = counting(call.emit, 'Asking golden queries', 'queries')
  const counts = { fixed: 0, broken: 0, recall: { before: 0, after: 0 } }
  for (const [at, query] of queries.entries()) {
    const [before, after] = [await found(today, query, call), await found(then, query, call)]
    for (const tool of query.tools) {
      if (after.has(tool) && !before.has(tool)) counts.fixed++
      if (before.has(tool) && !after.has(tool)) counts.broken++
    }
    counts.recall.before += recallOf(query, before) / queries.length
    counts.recall.after += recallOf(query, after) / queries.length
    if (await pause()) onProgress(at + 1, queries.length)
  }
  return { goldenSet, k, queries: queries.length, of: all.length, ...counts }
}

/** Texts that whoever wrote the proposals saw, or that would stand in their parts: those that measuring each goes by. */
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

async function found(
  prepared: Prepared,
  { text, turns }: GoldenQuery,
  { signal }: Call,
): Promise<ReadonlySet<ToolId>> {
  const asked = { text, ...(turns && { turns }) }
  const { set } = await answerQuery(prepared, { ...asked, signal, record: 'nothing' })
  return new Set(set.tools.map(({ tool }) => tool))
}

const recallOf = ({ tools }: GoldenQuery, given: ReadonlySet<ToolId>): number =>
  tools.filter((tool) => given.has(tool)).length / tools.length
