import { definitionOf } from '../domain/definition'
import { Problem } from '../domain/problem'
import type { CatalogTool, ToolId } from '../domain/tool'
import { embedDocuments, type DocumentStore } from '../pipeline/knowledge-base/embed-documents'
import { openKnowledgeBase, type KnowledgeBase } from '../pipeline/knowledge-base/knowledge-base'
import type { AppPorts } from './ports'

/** The tools of one revision, read once and shared by everything that asks about them. */
export interface Catalog {
  /** By id. */
  readonly tools: CatalogTool[]
  /** @throws Problem `not-found`. */
  tool(id: ToolId): CatalogTool
  has(id: ToolId): boolean
  /** Tokens of a tool's model-facing definition; 0 for a tool that is not in the catalog. */
  promptTokens(id: ToolId): number
  /** The catalog searchable with an embedder; nothing is embedded before a dense search asks. */
  knowledgeBase(embedder: string): KnowledgeBase
  close(): Promise<void>
}

type CatalogPorts = Pick<AppPorts, 'embedders' | 'tokenCounter' | 'buildIndex'>

export function openCatalog(
  tools: CatalogTool[],
  store: DocumentStore,
  { embedders, tokenCounter, buildIndex }: CatalogPorts,
): Catalog {
  const byId = new Map(tools.map((entry) => [entry.tool.id, entry]))
  const tokens = new Map<ToolId, number>()
  const bases = new Map<string, KnowledgeBase>()
  const count = (entry: CatalogTool | undefined) =>
    entry ? tokenCounter.count(JSON.stringify(definitionOf(entry))) : 0

  return {
    tools,
    tool(id) {
      const entry = byId.get(id)
      if (entry) return entry
      throw new Problem('not-found', `There is no tool “${id}” in this catalog.`)
    },
    has: (id) => byId.has(id),
    promptTokens: (id) => remember(tokens, id, () => count(byId.get(id))),
    knowledgeBase: (name) =>
      remember(bases, name, () =>
        openKnowledgeBase({
          tools,
          buildIndex,
          embedder: () => embedders.open(name, new AbortController().signal),
          embed: async (embedder, texts, call) =>
            (await embedDocuments({ store: keepingWhatItCan(store), embedder }, texts, call))
              .vectors,
        }),
      ),
    async close() {
      for (const base of bases.values()) await base.close()
    },
  }
}

/** Vectors are derived: where they cannot be stored, in a read-only folder say, searching goes on without storing. */
const keepingWhatItCan = (store: DocumentStore): DocumentStore => ({
  vectors: (fingerprint, hashes) => store.vectors(fingerprint, hashes),
  hasOnlyOtherEmbeddersDocuments: (fingerprint) =>
    store.hasOnlyOtherEmbeddersDocuments(fingerprint),
  async saveDocuments(fingerprint, documents) {
    try {
      await store.saveDocuments(fingerprint, documents)
    } catch (error) {
      const isUnwritable = error instanceof Problem && ['storage', 'busy'].includes(error.code)
      if (!isUnwritable) throw error
    }
  },
})

function remember<Key, Value>(known: Map<Key, Value>, key: Key, compute: () => Value): Value {
  const value = known.get(key) ?? compute()
  known.set(key, value)
  return value
}
