import { Problem } from '../../domain/problem'
import type { ToolId } from '../../domain/tool'
import { requireVector, sharedDimensions } from '../../domain/vector'
import type { BuildToolIndex, Hit, IndexedDocument, ToolIndex } from '../../ports/tool-index'
import { bm25Scorer } from './bm25'
import { collect, type Collection } from './collection'
import { buildPostings, type Postings } from './postings'
import { topDocuments } from './top-documents'
import { buildVectorBlock, dotProducts } from './vector-block'

/**
 * An exact index in memory. Searches share scratch arrays, which is safe as none of them yields half-way.
 * The statistics of a subset are kept as long as its `among` set lives: such a set must not change afterwards.
 * @throws Problem `bad-input` also on a tool given twice.
 */
export const buildMemoryToolIndex: BuildToolIndex = async (given) => {
  const documents = inOrder(given)
  const tools = documents.map(({ tool }) => tool)
  const postings = buildPostings(documents.map(({ terms }) => terms))
  const collectionOf = collections(tools, postings)
  return {
    size: tools.length,
    lexical: lexicalSearch(tools, postings, collectionOf),
    dense: denseSearch(documents, collectionOf),
    close: async () => undefined,
  }
}

type CollectionOf = (among: ReadonlySet<ToolId> | undefined) => Collection

/** Sorted by tool id, so that the lower document number wins a tie. */
function inOrder(documents: IndexedDocument[]): IndexedDocument[] {
  const sorted = [...documents].sort((a, b) => (a.tool < b.tool ? -1 : 1))
  const twice = sorted.find(({ tool }, position) => sorted[position + 1]?.tool === tool)
  if (twice) {
    throw new Problem(
      'bad-input',
      `The tool ${twice.tool} came twice to be indexed.`,
      'Give each tool one document.',
    )
  }
  return sorted
}

function collections(tools: ToolId[], postings: Postings): CollectionOf {
  const everything = collect(postings)
  const subsets = new WeakMap<ReadonlySet<ToolId>, Collection>()
  return (among) => {
    if (!among) return everything
    const known = subsets.get(among)
    if (known) return known
    const members = Uint32Array.from(
      [...tools.keys()].filter((document) => among.has(tools[document] as ToolId)),
    )
    const subset = members.length === tools.length ? everything : collect(postings, members)
    subsets.set(among, subset)
    return subset
  }
}

function lexicalSearch(
  tools: ToolId[],
  postings: Postings,
  collectionOf: CollectionOf,
): ToolIndex['lexical'] {
  const scorer = bm25Scorer(postings)
  return async ({ terms, k1, b, depth, among, explain, signal }) => {
    signal?.throwIfAborted()
    const { documents, scores } = scorer.match(terms, collectionOf(among), { k1, b })
    return topDocuments(documents, scores, depth).map((document): Hit => ({
      tool: tools[document] as ToolId,
      score: scores[document] as number,
      ...(explain && { terms: scorer.explain(document) }),
    }))
  }
}

function denseSearch(documents: IndexedDocument[], collectionOf: CollectionOf): ToolIndex['dense'] {
  const dimensions = sharedDimensions(documents)
  const block = buildVectorBlock(
    documents.map(({ vector }) => vector),
    dimensions,
  )
  const scores = new Float64Array(documents.length)
  return async ({ vector, depth, among, signal }) => {
    signal?.throwIfAborted()
    if (documents.length === 0) return []
    requireVector(vector, dimensions, 'the query')
    if (vector.every((value) => value === 0)) return []
    dotProducts(block, vector, scores)
    const { member } = collectionOf(among)
    const candidates = member
      ? block.documents.filter((document) => member[document] === 1)
      : block.documents
    return topDocuments(candidates, scores, depth).map((document): Hit => ({
      tool: documents[document]?.tool as ToolId,
      score: scores[document] as number,
    }))
  }
}
