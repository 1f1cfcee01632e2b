import type { DocumentStore } from '../../src-main/pipeline/knowledge-base/embed-documents'
import type { StoredDocument } from '../../src-main/ports/workspace-store'

export interface FakeDocumentStore extends DocumentStore {
  /** What is stored of one embedder, in the order written. */
  documents(fingerprint: string): StoredDocument[]
}

export function memoryDocumentStore(): FakeDocumentStore {
  const stored = new Map<string, Map<string, StoredDocument>>()
  const of = (fingerprint: string) => stored.get(fingerprint) ?? new Map<string, StoredDocument>()
  return {
    documents: (fingerprint) => [...of(fingerprint).values()],
    async vectors(fingerprint, hashes) {
      const known = [...of(fingerprint).values()].filter(({ hash }) => hashes.has(hash))
      return new Map(known.map(({ hash, vector }) => [hash, vector]))
    },
    hasOnlyOtherEmbeddersDocuments: async (fingerprint) =>
      stored.size > 0 && !stored.has(fingerprint),
    async saveDocuments(fingerprint, documents) {
      const added = documents.map((document) => [document.hash, document] as const)
      stored.set(fingerprint, new Map([...of(fingerprint), ...added]))
    },
  }
}
