import type { Query, Ranking } from '../../domain/query'
import { fuse } from '../combine'
import { clausesInTurn } from '../fusion/clauses-in-turn'
import { DEPTH_OF_PARTS } from '../fusion/cover'
import { standardScore } from '../fusion/standard-score'
import { byWordsFound, POOL_DEPTH, WORDS_FOR_HALF, withOneMore } from '../fusion/weights'
import { analyser as wordsBy } from '../knowledge-base/analyse'
import type { Kit } from '../kit'
import { planAsIs } from '../planning/as-is'
import { readClauses } from '../planning/clauses'
import { diversity } from '../reranking/diversity'
import { dense } from '../retrieval/dense'
import { lexical } from '../retrieval/lexical'
import { tagDocuments } from '../retrieval/tag-documents'
import { onlyNew } from '../selection/only-new'
import { threshold } from '../selection/threshold'
import { topK } from '../selection/top-k'
import { pipe, type Pipeline, type Retriever } from '../stage'
import { recipe } from './recipe'
import { settled, ToolSeeOptions } from './toolsee-options'

/**
 * ToolSEE: a light search between an agent and its catalog, which the agent may repeat in mid-run (`expand`: what is found
 * joins its tools, and what it holds already is left out).
 *
 * **Model calls**: none.
 *
 * **Departures from the paper**, all off with its settings:
 * - meaning is mixed with words as in `hybrid`, where the paper names lexical and tag signals and no formula;
 * - clauses of a request for several things are searched too, as though its agent had called a search for each;
 * - likeness counts on the scale of the first tool's score: the paper wants diverse tools and names no method.
 *
 * The threshold applies before places are given. Filters are those of every recipe.
 */
export const toolsee = recipe({
  id: 'toolsee',
  title: 'ToolSEE',
  summary: 'A light search by meaning and words, which an agent may repeat when it misses a tool.',
  source: 'Vadlapati 2025, ToolSEE: Agent Tool Search Engine, sections II B to II D',
  size: 'k',
  options: ToolSeeOptions,
  build(kit, given) {
    const options = settled(given)
    const found = searched(kit, options)
    const likeness = kit.dense(kit.documents(options.embeddedComponents, options))
    const { diversity: weight } = options
    return (weight > 0 ? found.to(diversity(likeness, weight)) : found).to(topK())
  },
  expand: (kit, given) => searched(kit, settled(given)).to(onlyNew()).to(topK()),
})

function searched(kit: Kit, options: ToolSeeOptions): Pipeline<Query, Ranking> {
  const found = pipe(planAsIs()).to(searchBy(kit, options))
  const ofClauses = { ...options, depth: Math.min(options.depth, DEPTH_OF_PARTS) }
  const ranked = options.clauses
    ? found.to(clausesInTurn(clausesOf, searchBy(kit, ofClauses)))
    : found
  return options.threshold === undefined ? ranked : ranked.to(threshold(options.threshold))
}

const clausesOf = readClauses(wordsBy(['stop-words']))

/** Ours; tags are few words beside a description. */
const SHARE_OF_TAGS = 0.1

function searchBy(
  kit: Kit,
  { components, analyser, signals, ...options }: ToolSeeOptions,
): Retriever {
  const search = { ...options, among: kit.among(options) }
  const meaning = dense(kit.dense(kit.documents(options.embeddedComponents, options)), search)
  if (signals === 'none') return meaning
  const words = kit.lexical(kit.documents(components, options), analyser)
  const both = { words: lexical(words, { ...search, explain: POOL_DEPTH }), meaning }
  const weigh = byWordsFound(WORDS_FOR_HALF)
  if (signals === 'words') return fuse(standardScore({ from: ['zero', 'mean'], weigh }), both)
  const tags = lexical(kit.lexical(tagDocuments(kit), analyser), search)
  const all = { from: ['zero', 'mean', 'zero'], weigh: withOneMore(weigh, SHARE_OF_TAGS) } as const
  return fuse(standardScore(all), { ...both, tags })
}
