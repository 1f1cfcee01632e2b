import type { DocumentStore } from '../../src-main/pipeline/knowledge-base/embed-documents'
import type { StoredDocument } from '../../src-main/ports/workspace-store'

export interface FakeDocumentStore extends DocumentStore {
  /** What is stored of one embedder, in the order written. */
  documents(fingerprint: string): StoredDocument[]
}

/** Keeps documents in memory, or nothing at all where it is `readOnly`. */
export function memoryDocumentStore({ readOnly = false } = {}): FakeDocumentStore {
  const stored = new Map<string, Map<string, StoredDocument>>()
  const of = (fingerprint: string) => stored.get(fingerprint) ?? new Map<string, StoredDocument>()
  return {
    documents: (fingerprint) => [...of(fingerprint).values()],
    storedHashes: async (fingerprint, hashes) =>
      new Set([...of(fingerprint).keys()].filter((hash) => hashes.has(hash))),
    hasOnlyOtherEmbeddersDocuments: async (fingerprint) =>
      stored.size > 0 && !stored.has(fingerprint),
    vectors: async (fingerprint, hashes) =>
      new Map(
        [...of(fingerprint).values()].flatMap(({ hash, vector }) =>
          hashes.has(hash) ? [[hash, vector]] : [],
        ),
      ),
    async saveDocuments(fingerprint, documents) {
      if (readOnly) return false
      const added = documents.map((document) => [document.hash, document] as const)
      stored.set(fingerprint, new Map([...of(fingerprint), ...added]))
      return true
    },
  }
}
