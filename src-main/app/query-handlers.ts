import type { CatalogTool } from '../domain/tool'
import { EMBEDDED_COMPONENTS } from '../domain/tool-document'
import {
  contentHash,
  embedDocuments,
  isCut,
  storedUnder,
  storesParts,
  type DocumentStore,
} from '../pipeline/knowledge-base/embed-documents'
import { FEWEST_KEPT } from '../pipeline/knowledge-base/derived'
import { splitIdentifier } from '../pipeline/knowledge-base/split-identifier'
import { turns } from '../evaluation/turns'
import { recipeOf } from '../pipeline/recipes/registry'
import { prepare } from '../pipeline/runner'
import type { PrepareCall } from '../pipeline/stage'
import type { Embedder } from '../ports/embedder'
import { answerQuery, prepareRecipe } from './answering'
import { countingTokens, readingTools } from './call-progress'
import type { Catalog } from './catalog'
import { explanationsOf } from './explain'
import type { AppContext, Handlers } from './handlers'
import { knownQuery } from './known-query'
import { meaningsOf } from './meaning-by-section'
import { prepareCall } from './prepare-call'
import { parseOptions } from './recipe-options'
import { questionOf, runQuery } from './run-query'
import { openEmbedder, storedDocuments } from './stored-documents'
import { tryModel } from './try-model'
import type { VectorStore } from './vector-indexes'

/** The most tools whose counts are read faster than the encoding is loaded. */
const MOST_COUNTED_AHEAD = 20_000

export const knowledgeHandlers = (context: AppContext): Handlers<'knowledge'> => ({
  async 'knowledge.status'({ dir, embedder: name }, call) {
    const { embedder, tools, stored } = await storedDocuments(context, { dir, name }, call)
    return {
      embedder: embedder.name,
      documents: tools.length,
      embedded: new Set(stored.filter(Boolean)).size,
      ...cutOf(
        tools,
        [...stored.keys()].filter((at) => isCut(stored[at])),
      ),
      dimensions: embedder.dimensions,
    }
  },
  async 'knowledge.index'({ dir, embedder: name }, call) {
    const { sessions, clock, notify } = context
    const started = clock.elapsedMs()
    const { store, ...session } = await sessions.of(dir)
    const embedder = await openEmbedder(context, { dir, name }, call.signal)
    const catalog = await session.catalog(readingTools(call, clock))
    const { tools } = catalog
    // Counted here and remembered, so that a query in a terminal need not load the encoding.
    if (tools.length <= MOST_COUNTED_AHEAD) {
      const onCounted = countingTokens(call, clock)
      await catalog.countTokens(turns(clock, call.signal), { onCounted })
    }
    const texts = await catalog.kit(embedder.name).textsToEmbed(EMBEDDED_COMPONENTS, embedder)
    const preparing = prepareCall({ notify }, store.dir, call)
    const { embedded, reused, cut } = await embedDocuments(
      { store: storingOrFailing(store), embedder },
      texts,
      preparing,
    )
    // Of the catalog as it is by then: another program may have imported and indexed more.
    await store.pruneDocuments(embedder.fingerprint, async () =>
      storedOf(await session.catalog(), embedder),
    )
    if (tools.length >= FEWEST_KEPT) {
      await session.withCatalog((now) => prepareSearch(now.kit(embedder.name), embedder, preparing))
    }
    return {
      embedder: embedder.name,
      documents: tools.length,
      embedded,
      reused,
      ...cutOf(tools, cut),
      elapsedMs: clock.elapsedMs() - started,
    }
  },
})

/** Tools named of those whose documents are cut. */
const MOST_CUT_NAMED = 20

const cutOf = (tools: readonly CatalogTool[], places: readonly number[]) => ({
  cut: places.length,
  cutTools: places.slice(0, MOST_CUT_NAMED).flatMap((at) => tools[at]?.tool.id ?? []),
})

/** All that the vectors of a catalog's documents and logged queries are stored under. */
async function storedOf(catalog: Catalog, embedder: Embedder): Promise<Set<string>> {
  const texts = await catalog.kit(embedder.name).textsToEmbed(EMBEDDED_COMPONENTS, embedder)
  const parts = storesParts(embedder) ? (await texts.parts()).flat() : []
  const logged = (await catalog.history()).map(({ query }) => splitIdentifier(query))
  return storedUnder([
    ...texts.hashes,
    ...[...parts.map(({ text }) => text), ...logged].map(contentHash),
  ])
}

/** What queries search is made and kept, so that the first query of a large catalog need not wait for it. */
async function prepareSearch(
  kit: ReturnType<Catalog['kit']>,
  embedder: Embedder,
  call: PrepareCall,
): Promise<void> {
  const recipe = recipeOf('bm25')
  await prepare(recipe.build(kit, parseOptions(recipe, {})), call)
  // Not the vectors: they are stored, and holding them here as well would take the most memory.
  await kit.textsToEmbed(EMBEDDED_COMPONENTS, embedder)
}

/** Where an index is what was requested, it must be stored: a failure to write is reported. */
const storingOrFailing = (store: VectorStore): DocumentStore => ({
  vectors: (fingerprint, hashes) => store.vectors(fingerprint, hashes),
  storedHashes: (fingerprint, hashes) => store.storedHashes(fingerprint, hashes),
  hasOnlyOtherEmbeddersDocuments: (fingerprint) =>
    store.hasOnlyOtherEmbeddersDocuments(fingerprint),
  async saveDocuments(fingerprint, documents) {
    await store.saveDocuments(fingerprint, documents)
    return true
  },
})

export const queryHandlers = (context: AppContext): Handlers<'query'> => ({
  async 'query.run'(input, call) {
    const session = await context.sessions.of(input.dir)
    return session.withCatalog(
      (catalog, state) =>
        runQuery(context, { ...input, catalog, state, wordings: session.wordings }, call),
      readingTools(call, context.clock),
    )
  },
  'query.tryModel': (input, call) => tryModel(context, input, call),
  'query.known': async ({ dir, text }) => knownQuery(await context.sessions.of(dir), text),
  async 'query.explain'(input, call) {
    const session = await context.sessions.of(input.dir)
    return session.withCatalog(
      async (catalog) => {
        for (const tool of input.tools) catalog.tool(tool)
        const choice = { ...input, catalog, wordings: session.wordings }
        const prepared = await prepareRecipe(context, choice, call)
        const { steps } = await answerQuery(prepared, {
          ...questionOf(input, catalog),
          signal: call.signal,
          record: 'explained steps',
        })
        const meanings = await meaningsOf(prepared, input, call)
        return explanationsOf(prepared, steps, input.tools).map((each, at) => ({
          ...each,
          ...(!each.filtered && meanings?.[at]?.length && { meaning: meanings[at] }),
        }))
      },
      readingTools(call, context.clock),
    )
  },
})
