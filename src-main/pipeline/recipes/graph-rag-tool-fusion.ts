import { boundDependencies } from '../dependencies/bound-dependencies'
import { concatenate } from '../dependencies/concatenate'
import { expectedRelevance } from '../dependencies/expected-relevance'
import { keepFirst } from '../dependencies/keep-first'
import { reservePlaces } from '../dependencies/reserve-places'
import { planAsIs } from '../planning/as-is'
import { shownBy } from '../prompts/quoted-parts'
import { rerankByModel } from '../reranking/rerank-by-model'
import { dense } from '../retrieval/dense'
import { topK } from '../selection/top-k'
import type { Query, Ranking } from '../../domain/query'
import type { Kit } from '../kit'
import { pipe, type Pipeline } from '../stage'
import { ASKS_MODEL, GraphOptions, settled } from './graph-options'
import { coverClauses, searchBoth } from './hybrid'
import { recipe } from './recipe'

/**
 * Graph RAG-Tool Fusion: searches for a few tools, and takes along what they need.
 *
 * **Presets:** `paper` puts each of the first tools before all it needs, in the author's order of edges, and cuts at k.
 * `expected` orders the same tools by how likely they are needed, and keeps places for tools that are likely to be meant.
 *
 * **Model calls:** none, or 1 where the tools found are reranked by a model.
 *
 * **Departures from the paper:** search by words and meaning, which is better than by meaning alone (`search` has the paper's);
 * a model that reranks for `expected` sees 30 tools, for `paper` the seeds, as published. Tools that the filters keep back are
 * not passed through. In a catalog without edges it is `hybrid`.
 */
export const graphRagToolFusion = recipe({
  id: 'graph-rag-tool-fusion',
  title: 'Graph RAG-Tool Fusion',
  summary: 'Searches for a few tools, and takes along the tools that they need.',
  source:
    'Lumer et al. 2025, Graph RAG-Tool Fusion, section 3; the order by expected relevance is Pegboard’s',
  size: 'k',
  options: GraphOptions,
  asksModelWhere: ASKS_MODEL,
  build(kit, given) {
    const options = settled(given)
    const graph = { kit, among: kit.among(options), otherwise: withoutGraph(kit, options) }
    const { mostDependencies: most, dependencyTokens: tokens, reserve } = options
    const found = foundBy(kit, options)
    const isPaper = options.preset === 'paper'
    const taken = isPaper
      ? found.to(concatenate(graph, options))
      : found.to(expectedRelevance(graph, options))
    const isBounded = most !== undefined || tokens !== undefined
    const bounded = isBounded ? taken.to(boundDependencies(kit, { most, tokens })) : taken
    if (isPaper) return bounded.to(topK())
    return (reserve > 0 ? bounded.to(reservePlaces(reserve)) : bounded).to(topK(options))
  },
})

/** What a catalog without edges is searched with further, so that the answer is that of `hybrid`. */
const withoutGraph = (kit: Kit, options: GraphOptions): Pipeline<Ranking, Ranking> | undefined =>
  options.search === 'hybrid' && options.rerank === 'none'
    ? pipe(coverClauses(kit, options))
    : undefined

function foundBy(kit: Kit, options: GraphOptions): Pipeline<Query, Ranking> {
  const search =
    options.search === 'hybrid'
      ? searchBoth(kit, options)
      : dense(kit.dense(kit.documents(options.embeddedComponents, options)), {
          ...options,
          among: kit.among(options),
        })
  const found = pipe(planAsIs()).to(search)
  if (options.rerank === 'none') return found
  const candidates = options.preset === 'paper' ? found.to(keepFirst(options.seeds)) : found
  return candidates.to(rerankByModel({ shown: shownBy(kit) }))
}
