import type { Hit, Pooling } from '../../ports/hit'
import type { LexicalDocument, LexicalIndex, LexicalSearch } from '../../ports/lexical-index'
import { bm25Scorer } from './bm25'
import { collect, type Collection } from './collection'
import { inKeyOrder, pooler } from './keys'
import { buildPostings, type Postings } from './postings'
import { topDocuments } from './top-documents'

/**
 * An exact index in memory. Searches share scratch arrays, which is safe as none of them yields half-way.
 * The statistics of a subset are kept as long as its `among` set lives: such a set must not change afterwards.
 */
export function buildMemoryLexicalIndex<Key extends string>(
  given: readonly LexicalDocument<Key>[],
  pooling: Pooling = 'best',
): LexicalIndex<Key> {
  const keyed = inKeyOrder<Key, LexicalDocument<Key>>(given)
  const { documents, keys } = keyed
  const postings = buildPostings(documents.map(({ terms }) => terms))
  const collectionOf = collections(
    documents.map(({ key }) => key),
    postings,
  )
  const scorer = bm25Scorer(postings)
  const pool = pooler(keyed, pooling)

  const termsOf = (among: readonly number[]): Record<string, number> => {
    // Copying it would cost more than the whole search: an object with other keys each time is dear to collect.
    if (among.length === 1) return scorer.explain(among[0] as number)
    const added: Record<string, number> = {}
    for (const document of among) {
      for (const [term, part] of Object.entries(scorer.explain(document))) {
        added[term] = (added[term] ?? 0) + part / among.length
      }
    }
    return added
  }
  const searchOne = (
    terms: readonly string[],
    { k1, b, depth, among, explain }: LexicalSearch<Key>,
  ): Hit<Key>[] => {
    const matched = scorer.match(terms, collectionOf(among), { k1, b })
    const { candidates, scores, documentsOf } = pool(matched.documents, matched.scores)
    return topDocuments(candidates, scores, depth).map((key) => ({
      key: keys[key] as Key,
      score: scores[key] as number,
      ...(explain && { terms: termsOf(documentsOf(key)) }),
    }))
  }
  return {
    size: keys.length,
    async search(queries, search) {
      search.signal?.throwIfAborted()
      return queries.map((terms) => searchOne(terms, search))
    },
  }
}

function collections<Key extends string>(
  keys: readonly Key[],
  postings: Postings,
): (among: ReadonlySet<Key> | undefined) => Collection {
  const everything = collect(postings)
  const subsets = new WeakMap<ReadonlySet<Key>, Collection>()
  return (among) => {
    if (!among) return everything
    const known = subsets.get(among)
    if (known) return known
    const members = Uint32Array.from(
      [...keys.keys()].filter((document) => among.has(keys[document] as Key)),
    )
    const subset = members.length === keys.length ? everything : collect(postings, members)
    subsets.set(among, subset)
    return subset
  }
}
