import type { LayerEffect } from '../../contract/effect-routes'
import type { ParsedInput, RouteOutput } from '../../contract/routes'
import {
  byWeight,
  countedChanges,
  placeEffects,
  type AskedTwice,
} from '../../authoring/effect/effect'
import { definitionOf } from '../../domain/definition'
import { evenly } from '../../domain/evenly'
import type { GoldenQuery } from '../../domain/golden-set'
import { idOf } from '../../domain/kept-tool'
import type { CatalogTool, ToolId } from '../../domain/tool'
import { EMBEDDED_COMPONENTS, MATCHED_COMPONENTS, type Component } from '../../domain/tool-document'
import { turns } from '../../evaluation/turns'
import { documentText } from '../../pipeline/knowledge-base/tool-document'
import { answerQuery, prepareRecipe, type Prepared } from '../answering'
import type { Call } from '../app'
import type { Catalog } from '../catalog'
import type { AppContext } from '../handlers'
import type { Session } from '../session'

/** Of the first tools, so many are looked at: a place further down says no more than that it is far. */
const DEPTH = 30
/** Tools most like the edited one, by their documents before the edit and after. */
const NEIGHBOURS = 8
/** Queries asked that name the tool, and as many that name a neighbour: a tenth of a second's worth among 4,000 tools. */
const MOST_ASKED = 25
/** Rows given: more than a person reads. */
const MOST_ROWS = 40

type Input = ParsedInput<'effect.measure'>

/** What an author's layer does to golden queries before it is saved. */
export async function layerEffect(
  context: AppContext,
  input: Input,
  call: Call,
): Promise<RouteOutput<'effect.measure'>> {
  const session = await context.sessions.of(input.dir)
  return session.withCatalog(async (catalog) => {
    const before = catalog.tool(input.id)
    const after = { ...before, layer: input.layer }
    const place = { context, session, input, call }
    const effect = await effectOf(place, catalog, after)
    return { ...(effect && { effect }), tokens: tokensOf(context, before, after) }
  })
}

interface Place {
  context: AppContext
  session: Session
  input: Input
  call: Call
}

async function effectOf(
  place: Place,
  catalog: Catalog,
  after: CatalogTool,
): Promise<LayerEffect | undefined> {
  const { context, session, input, call } = place
  const { id, recipe } = input
  const k = input.k ?? (await context.settings.read()).k
  const goldenSet = input.goldenSet ?? (await setNaming(session, id))
  if (goldenSet === undefined) return undefined
  const queries = await session.goldenQueries(goldenSet)
  const preparing = { dir: input.dir, recipe, options: {}, k: DEPTH, wordings: session.wordings }
  const today = await prepareRecipe(context, { ...preparing, catalog }, call)
  const drafted = catalog.drafted([after])
  const then = await prepareRecipe(context, { ...preparing, catalog: drafted }, call)
  const neighbours = await neighboursOf(after, { today, then, call })
  const own = queries.filter(({ tools }) => tools.includes(id))
  const others = queries.filter(
    ({ tools }) => !tools.includes(id) && tools.some((tool) => neighbours.has(tool)),
  )
  if (own.length + others.length === 0) return undefined
  const asked = [...evenly(own, MOST_ASKED), ...evenly(others, MOST_ASKED)]
  const askedTwice = await askTwice(asked, { today, then, context, call })
  const effects = placeEffects(askedTwice, { tool: id, neighbours, k })
  const shown = effects.toSorted(byWeight).slice(0, MOST_ROWS)
  return {
    ...{ goldenSet, k, depth: DEPTH, asked: asked.length, of: own.length + others.length },
    own: countedChanges(effects.filter(({ tool }) => tool === id)),
    neighbours: countedChanges(effects.filter(({ tool }) => tool !== id)),
    rows: shown.map(({ query, tool, ...row }) => ({
      ...{ query: query.id, text: query.text, tool, ...row },
      name: catalog.has(tool) ? catalog.tool(tool).tool.name : tool,
    })),
  }
}

/** The golden set that names the tool most often; where none does, the largest. */
async function setNaming(session: Session, id: ToolId): Promise<string | undefined> {
  const { goldenSets } = await session.store.read('goldenSets')
  const naming = await Promise.all(
    goldenSets.map(async ({ name, queries }) => {
      const all = await session.goldenQueries(name)
      return { name, queries, named: all.filter(({ tools }) => tools.includes(id)).length }
    }),
  )
  return naming.toSorted((a, b) => b.named - a.named || b.queries - a.queries)[0]?.name
}

interface Asking {
  today: Prepared
  then: Prepared
  call: Call
}

/** The tools most like the edited one, by what recipes compare: meaning where the recipe does so, else words. */
async function neighboursOf(after: CatalogTool, { today, then, call }: Asking) {
  const found = await Promise.all([
    likest(today, today.catalog.tool(idOf(after)), call),
    likest(then, after, call),
  ])
  return new Set(found.flat().filter((tool) => tool !== idOf(after)))
}

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

/** By the pipeline, which is the same for as long as the catalog is. */
const answered = new WeakMap<Prepared['pipeline'], Map<string, Promise<readonly ToolId[]>>>()

async function askTwice(
  queries: readonly GoldenQuery[],
  { today, then, context, call }: Asking & { context: AppContext },
): Promise<AskedTwice[]> {
  const known = answered.get(today.pipeline) ?? new Map<string, Promise<readonly ToolId[]>>()
  answered.set(today.pipeline, known)
  const pause = turns(context.clock, call.signal)
  const asked: AskedTwice[] = []
  for (const query of queries) {
    const before = known.get(query.text) ?? given(today, query, call)
    known.set(query.text, before)
    before.catch(() => known.delete(query.text))
    asked.push({ query, before: await before, after: await given(then, query, call) })
    await pause()
  }
  return asked
}

async function given(
  prepared: Prepared,
  { text }: GoldenQuery,
  { signal }: Call,
): Promise<ToolId[]> {
  const { set } = await answerQuery(prepared, { text, signal, record: 'nothing' })
  return set.tools.map(({ tool }) => tool)
}

function tokensOf({ tokenCounter }: AppContext, before: CatalogTool, after: CatalogTool) {
  const of = (text: (entry: CatalogTool) => string) => ({
    before: tokenCounter.count(text(before)).tokens,
    after: tokenCounter.count(text(after)).tokens,
  })
  return {
    retrieval: of((entry) => documentText(entry, MATCHED_COMPONENTS)),
    agent: of((entry) => JSON.stringify(definitionOf(entry))),
  }
}
