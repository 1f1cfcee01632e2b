import { placeEffects, type AnswerPair, type PlaceEffect } from '../../authoring/gate/effect'
import { definitionOf } from '../../domain/tool/catalog-tool'
import { evenSample } from '../../domain/value/even-sample'
import { asHistory } from '../../domain/query/logged-queries'
import type { GoldenQuery } from '../../domain/query/golden-set'
import { idOf } from '../../domain/tool/stored-tool'
import type { CatalogTool, ToolId } from '../../domain/tool/tool'
import { EMBEDDED_COMPONENTS, MATCHED_COMPONENTS, type Component } from '../../domain/tool/document'
import { yieldToEventLoop } from '../../evaluation/yield-to-event-loop'
import { LABELLED_KEY } from '../../pipeline/kit'
import { documentText } from '../../pipeline/knowledge-base/tool-document'
import { taughtSearch } from '../../pipeline/recipes/recipe'
import { mostCalls, sourcesOf } from '../../pipeline/stage'
import { prepareRecipe, type Prepared } from '../query/answering'
import type { Call } from '../app'
import {
  givenBy,
  looksDeeper,
  prepareEach,
  refuseUnasked,
  type AskingPlace,
} from '../query/ask-recipe'
import { counting } from '../requests/call-progress'
import type { Catalog } from '../workspaces/catalog'
import type { AppContext } from '../context'
import { judgedOn } from '../golden/set-uses'
import type { Session } from '../workspaces/session'

/**
 * Of the first tools, so many are looked at: a place further down says no more than that it is far.
 */
export const DEPTH = 30
/** Tools most like the edited one, by their documents before the edit and after. */
const NEIGHBOURS = 8

/** A catalog that is searched as it is and as it would be. Nothing is written or indexed. */
export interface CatalogDraft {
  today: Prepared
  then: Prepared
  place: AskingPlace
}

/** One tool as it would be. */
export interface Draft extends CatalogDraft {
  tool: ToolId
  /** The tools most like it, before or after. */
  neighbours: ReadonlySet<ToolId>
}

/** Many tools as they would be, new ones among them; one that goes is hidden. */
export async function openCatalogDraft(
  place: AskingPlace,
  catalog: Catalog,
  after: readonly CatalogTool[],
): Promise<CatalogDraft> {
  const [today, then] = await prepareEach(place, catalog, catalog.drafted(after))
  return { today, then, place }
}

export async function openDraft(
  place: AskingPlace,
  catalog: Catalog,
  after: CatalogTool,
): Promise<Draft> {
  const { call } = place
  const [today, then] = await prepareEach(place, catalog, catalog.drafted([after]))
  const found = await Promise.all([
    likest(today, catalog.tool(idOf(after)), call),
    likest(then, after, call),
  ])
  const neighbours = new Set(found.flat().filter((tool) => tool !== idOf(after)))
  return { tool: idOf(after), today, then, neighbours, place }
}

/** How a draft was asked. */
export interface DraftBasis {
  /** The recipe’s title. */
  askedOf: string
  /** How many tools are given; absent where the recipe decides. */
  k?: number
  /** How many of the first tools are looked at; absent where only those given can be. */
  depth?: number
}

export function basisOf(prepared: Prepared): DraftBasis {
  const { recipe, size, runWith } = prepared
  const { k } = runWith
  return {
    askedOf: recipe.title,
    ...(size === 'k' && { k }),
    ...(looksDeeper(prepared) && { depth: Math.max(DEPTH, k) }),
  }
}

/** What golden queries say of a draft. */
export interface DraftEffect {
  effects: PlaceEffect[]
  /** Queries that were asked, of those that name the tool or a neighbour. */
  asked: number
  of: number
  /** What stages could not do, each once. */
  degraded: string[]
}

/** Golden queries that name a drafted tool, and others that name a neighbour of it. */
export interface QueriesAbout {
  own: readonly GoldenQuery[]
  others: readonly GoldenQuery[]
}

export function queriesAbout(
  { tool: id, neighbours }: Pick<Draft, 'tool' | 'neighbours'>,
  queries: readonly GoldenQuery[],
): QueriesAbout {
  const own = queries.filter(({ tools }) => tools.includes(id))
  const others = queries.filter(
    ({ tools }) => !tools.includes(id) && tools.some((tool) => neighbours.has(tool)),
  )
  return { own, others }
}

/**
 * Asks golden queries before and after.
 * @param most of those that name the tool, and of the others
 * @param besides other answers that the recipe is to give of the same draft
 * @throws Problem `asks-model` where a model would be asked and may not.
 */
export async function askDraft(
  draft: CatalogDraft & Partial<Draft>,
  { own, others }: QueriesAbout,
  { most, besides = 0 }: { most: number; besides?: number },
): Promise<DraftEffect> {
  const asked = [...evenSample(own, most), ...evenSample(others, most)]
  const { today, place } = draft
  refuseUnasked(today, { answers: 2 * asked.length + besides, mayAsk: place.mayAsk })
  const { answers, degraded } = await eachTwice(asked, (query) => answerTwice(draft, query), place)
  const effects = placeEffects(answers, draft.tool)
  return { effects, asked: asked.length, of: own.length + others.length, degraded }
}

/**
 * The golden set that a tool is judged on; where none is chosen, the one that names it most often,
 * and else the largest.
 */
export const setNaming = (session: Session, id: ToolId): Promise<string | undefined> =>
  judgedOn(session, async (sets) => {
    const naming = await Promise.all(
      sets.map(async (set) => {
        const all = await session.goldenQueries(set.name)
        return { set, named: all.filter(({ tools }) => tools.includes(id)).length }
      }),
    )
    return naming
      .toSorted((a, b) => b.named - a.named || b.set.queries - a.set.queries)
      .map(({ set }) => set)
  })

/**
 * The tools most like one, by what recipes compare: meaning where the recipe does so, else words.
 */
async function likest(
  { kit, embedder }: Prepared,
  entry: CatalogTool,
  { signal }: Call,
): Promise<ToolId[]> {
  const search = { depth: NEIGHBOURS + 1, signal }
  const of = (components: readonly Component[]) =>
    [kit.documents(components), [documentText(entry, components)]] as const
  const [words, wordsAsked] = of(MATCHED_COMPONENTS)
  // The very documents that the recipe searches: others would have to be embedded first.
  const [meaning, meaningAsked] = of(EMBEDDED_COMPONENTS)
  const [hits] =
    embedder === undefined
      ? await kit.lexical(words, WORDS).search(wordsAsked, { ...search, ...PLAIN })
      : await kit.dense(meaning).search(meaningAsked, search)
  return (hits ?? []).map(({ key }) => key)
}

const WORDS = ['split-identifiers', 'stop-words', 'stemming']
const PLAIN = { k1: 1.5, b: 0.75, countRepeats: false, explain: 0 }

type Given = Awaited<ReturnType<typeof givenBy>>

/** By the pipeline, which is the same for as long as the catalog is. */
const answered = new WeakMap<Prepared['pipeline'], Map<string, Given>>()

/** What is asked: a text, and what was said before it. */
type Asked = Pick<GoldenQuery, 'text' | 'turns'>

/** What a query is given before and after, and what stages could not do. */
export interface BeforeAndAfter extends AnswerPair {
  degraded: readonly string[]
}

/** How a query is asked twice. */
interface AskingTwice {
  /** How many of the first tools are looked at, where that is more than are given. */
  depth?: number
  /** Logged queries that it must not learn from. */
  without?: readonly string[]
}

/** What a query is given by the catalog as it is and as it would be. */
export async function answerTwice(
  draft: CatalogDraft,
  query: GoldenQuery,
  { depth = DEPTH, without = [] }: AskingTwice = {},
): Promise<BeforeAndAfter> {
  const before = await answerToday(draft, query, { depth, without })
  const after = await given(draft.then, query, { ...draft.place.call, depth, without })
  return { query, before, after, degraded: [...before.degraded, ...after.degraded] }
}

/** Queries before and after, one by one, and each once what stages could not do. */
export async function eachTwice(
  queries: readonly GoldenQuery[],
  give: (query: GoldenQuery) => Promise<BeforeAndAfter>,
  { context, call }: Pick<AskingPlace, 'context' | 'call'>,
): Promise<{ answers: AnswerPair[]; degraded: string[] }> {
  const pause = yieldToEventLoop(context.clock, call.signal)
  const onProgress = counting(call.emit, 'Asking golden queries', 'queries')
  const answers: AnswerPair[] = []
  const degraded = new Set<string>()
  for (const query of queries) {
    const answer = await give(query)
    for (const why of answer.degraded) degraded.add(why)
    answers.push(answer)
    if (await pause()) onProgress(answers.length, queries.length)
  }
  return { answers, degraded: [...degraded] }
}

/**
 * The first tools that a text finds where a search has learned from labelled queries, but for some
 * of them.
 */
export async function answerTaught(
  { place: { context, session, dir, call }, today: { embedder } }: Pick<Draft, 'place' | 'today'>,
  { catalog, queries }: { catalog: Catalog; queries: readonly GoldenQuery[] },
  { text, without }: { text: string; without: readonly string[] },
): Promise<readonly ToolId[]> {
  const preparing = {
    dir,
    ...taughtSearch(context.recipes),
    k: DEPTH,
    embedder,
    promptOverrides: session.promptOverrides,
  }
  const taught = await prepareRecipe(
    context,
    { ...preparing, catalog: taughtCatalog(catalog, queries) },
    call,
  )
  return (await givenBy(taught, { text }, { signal: call.signal, without })).set
}

/**
 * Golden queries that are learned from, spread over all: an embedder over the network takes seconds
 * for a hundred.
 */
const MOST_TAUGHT = 5_000

/** By the catalog, the last golden set that one was made with: its indexes are made once. */
const taughtBy = new WeakMap<Catalog, { queries: readonly GoldenQuery[]; catalog: Catalog }>()

function taughtCatalog(catalog: Catalog, queries: readonly GoldenQuery[]): Catalog {
  const known = taughtBy.get(catalog)
  if (known?.queries === queries) return known.catalog
  const taught = asHistory(evenSample(queries, MOST_TAUGHT))
  const made = { queries, catalog: catalog.withHistory(taught) }
  taughtBy.set(catalog, made)
  return made.catalog
}

/**
 * What a text is given in the catalog as it is; asked once for as long as the catalog is the same.
 */
export async function answerToday(
  { today, place }: Pick<CatalogDraft, 'today' | 'place'>,
  asked: Asked,
  { depth = DEPTH, without = [] }: AskingTwice = {},
): Promise<Given> {
  const giving = { ...place.call, depth, without }
  if (!givesTheSame(today)) return given(today, asked, giving)
  const known = answered.get(today.pipeline) ?? new Map<string, Given>()
  answered.set(today.pipeline, known)
  const key = JSON.stringify([asked.text, asked.turns, today.runWith.k, depth, without])
  // An answer and no promise of one: who waits for another's is stopped with it.
  const before = known.get(key) ?? (await given(today, asked, giving))
  known.set(key, before)
  return before
}

/**
 * Not where a model has a part in it, which may be another one by then, nor where golden queries
 * do, which may be changed.
 */
const givesTheSame = ({ pipeline }: Prepared): boolean =>
  mostCalls(pipeline, 2) === 0 && !sourcesOf(pipeline).some(({ key }) => key === LABELLED_KEY)

const given = (
  prepared: Prepared,
  asked: Asked,
  { signal, depth, without }: Pick<Call, 'signal'> & Required<AskingTwice>,
): Promise<Given> => givenBy(prepared, asked, { signal, depth, without })

/**
 * Tokens of both texts before and after: of what is matched, by the default components, and of what
 * an agent is sent.
 */
export function tokensOf(
  { tokenCounter }: Pick<AppContext, 'tokenCounter'>,
  before: CatalogTool,
  after: CatalogTool,
) {
  const of = (text: (entry: CatalogTool) => string) => ({
    before: tokenCounter.count(text(before)).tokens,
    after: tokenCounter.count(text(after)).tokens,
  })
  return {
    retrieval: of((entry) => documentText(entry, MATCHED_COMPONENTS)),
    agent: of((entry) => JSON.stringify(definitionOf(entry))),
  }
}
