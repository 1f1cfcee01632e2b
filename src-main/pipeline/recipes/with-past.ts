import type { ToolId } from '../../domain/tool/tool'
import type { QueryPlan, Ranking } from '../../domain/query/query'
import type { Component } from '../../domain/tool/document'
import { fuse } from '../combine'
import { standardScoreWithPast } from '../fusion/fusion-methods'
import { POOL_DEPTH, type Weigh } from '../fusion/weights'
import type { DenseSource, DocumentOptions, Kit } from '../kit'
import { dense } from '../retrieval/dense'
import { lexical, type LexicalOptions } from '../retrieval/lexical'
import { pastQueries } from '../retrieval/past-queries'
import type { Stage } from '../stage'

/** A search by words and meaning that is to learn from past queries as well. */
interface SearchToTeach {
  /** Of what the documents are made whose words are matched, and how. */
  components: readonly Component[]
  analyser: readonly string[]
  /** What sections of these count. */
  documents: DocumentOptions
  /** The embedded documents. */
  meaning: DenseSource<ToolId>
  /** What words count for, beside meaning. */
  weigh: Weigh
  search: LexicalOptions
}

/** Searches by words and meaning as `hybrid` does, and by past queries: their words, and the nearest of them. */
export function fuseWithPast(kit: Kit, options: SearchToTeach): Stage<QueryPlan, Ranking> {
  const { components, documents, analyser, meaning, weigh } = options
  const search = { ...options.search, explain: POOL_DEPTH }
  const past = {
    history: kit.history,
    byTool: kit.dense(kit.past.byTool),
    each: kit.dense(kit.past.each),
    meaning,
  }
  return fuse(standardScoreWithPast(weigh), {
    words: lexical(kit.lexical(kit.documents(components, documents), analyser), search),
    'words of past queries': lexical(
      kit.lexical(kit.taught(components, documents), analyser),
      search,
    ),
    meaning: dense(meaning, search),
    'past queries': pastQueries(past, search),
  })
}
