import { isBuiltIn } from '../../domain/model/names'
import { EMBEDDED_COMPONENTS, MATCHED_COMPONENTS } from '../../domain/tool/document'
import { yieldToEventLoop } from '../../evaluation/yield-to-event-loop'
import { ANALYSER_STEPS, splitIdentifier } from '../../pipeline/text/analyse'
import { FEWEST_KEPT } from '../../pipeline/knowledge-base/derived'
import { contentHash } from '../../pipeline/knowledge-base/weighed-text'
import {
  embedDocuments,
  storedUnder,
  storesParts,
  type DocumentStore,
} from '../../pipeline/knowledge-base/embed-documents'
import type { PrepareCall } from '../../pipeline/stage'
import type { Embedder } from '../../ports/embedder'
import type { Call } from '../app'
import { countingTokens, readingTools } from '../requests/call-progress'
import type { Catalog } from '../workspaces/catalog'
import type { AppContext } from '../context'
import { workspaceSettings } from '../models/workspace-models'
import { prepareCall } from './prepare-call'
import type { Session } from '../workspaces/session'
import { tellNone, type VectorStore } from '../workspaces/vector-indexes'
import type { Indexed } from '../indexings'

/** The most tools whose counts are read faster than the encoding is loaded. */
const MOST_COUNTED_AHEAD = 20_000

/** Embeds and stores what of a workspace's tool documents is not stored yet. */
export async function indexDocuments(
  context: AppContext,
  { session, embedder }: { session: Session; embedder: Embedder },
  call: Call,
): Promise<Indexed> {
  const { clock } = context
  const { store } = session
  const catalog = await session.catalog(readingTools(call, clock))
  const { tools } = catalog
  // Counted here and remembered, so that a query in a terminal need not load the encoding.
  if (tools.length <= MOST_COUNTED_AHEAD) {
    const onCounted = countingTokens(call, clock)
    await catalog.countTokens(yieldToEventLoop(clock, call.signal), { onCounted })
  }
  const texts = await catalog.kit(embedder.name).textsToEmbed(EMBEDDED_COMPONENTS, embedder)
  const preparing = await preparingWith(context, { dir: store.dir, embedder }, call)
  // Whoever asks for it has those tried again that got no vector before.
  const ports = { store: storingOrFailing(store), embedder, retries: true }
  const { embedded, reused, cut, none, newlyNone } = await embedDocuments(ports, texts, preparing)
  tellNone({ newlyNone, keys: texts.keys, embedder }, preparing)
  // Of the catalog as it is by then: another program may have imported and indexed more.
  await store.pruneDocuments(embedder.fingerprint, async () =>
    storedOf(await session.catalog(), embedder),
  )
  if (tools.length >= FEWEST_KEPT) {
    await session.withCatalog((now) => prepareSearch(now.kit(embedder.name), embedder, preparing))
  }
  return { tools, embedded, reused, cut, none }
}

/** That all is embedded again is news only of the embedder that answers. */
async function preparingWith(
  context: AppContext,
  { dir, embedder }: { dir: string; embedder: Embedder },
  call: Call,
): Promise<PrepareCall> {
  const preparing = prepareCall(context, dir, call)
  const { embedder: answering } = await workspaceSettings(context, dir)
  const isAnother = isBuiltIn(embedder.name) && embedder.name !== answering
  return isAnother ? { ...preparing, onRenewal: () => undefined } : preparing
}

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

/**
 * What queries search is made and kept, so that the first query of a large catalog need not wait
 * for it.
 */
async function prepareSearch(
  kit: ReturnType<Catalog['kit']>,
  embedder: Embedder,
  call: PrepareCall,
): Promise<void> {
  await kit.lexical(kit.documents(MATCHED_COMPONENTS), ANALYSER_STEPS).prepare(call)
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
