import { coverSteps } from '../fusion/cover-steps'
import { interleave } from '../fusion/interleave'
import { standardScore } from '../fusion/standard-score'
import { byWordsFound, POOL_DEPTH, WORDS_FOR_HALF } from '../fusion/weights'
import { ANALYSER_STEPS, analyser as wordsBy } from '../knowledge-base/analyse'
import { planAsIs } from '../planning/as-is'
import { readClauses } from '../planning/clauses'
import { catalogView } from '../planning/catalog-summary'
import type { Reading } from '../planning/reading'
import { planAtOnce } from '../planning/plan-at-once'
import { rewrite } from '../planning/rewrite'
import { split } from '../planning/split'
import { splitByRule } from '../planning/split-by-rule'
import { stepBack, vary } from '../planning/vary'
import { shownBy } from '../prompts/quoted-parts'
import { grade } from '../reranking/grade'
import { rerankByMeaning } from '../reranking/rerank-by-meaning'
import { rerankByModel, type RerankOptions } from '../reranking/rerank-by-model'
import { searchAgain } from '../reranking/search-again'
import { dense } from '../retrieval/dense'
import { lexical } from '../retrieval/lexical'
import { eachStep, fuse } from '../combine'
import type { Kit } from '../kit'
import { pipe, type Pipeline, type Retriever, type Stage } from '../stage'
import type { Query, QueryPlan, Ranking } from '../../domain/query'
import { recipe } from './recipe'
import { selected } from './selected'
import { ASKS_MODEL, OWN_SIZE_WHERE, settled, ToolshedOptions } from './toolshed-options'
import { fuseWithPast } from './with-past'

/**
 * Toolshed / Advanced RAG-Tool Fusion: plans, searches each step with its variations, reranks twice, grades, searches again.
 * Each is a switch; by default nothing asks a model: rules plan, and places go by coverage.
 *
 * **Model calls** for a plan of n steps, at most (an answer that does not fit is asked for once more):
 * - planned by model, call by call: 1 to rewrite, 1 or 2 to split, n for variations, n to step back; fused: 1 for all these;
 * - reranked by model: n, one for each step, where steps have places of their own and planning is not fused; and 1 for all;
 * - grading 1, and searching again 1 for each round it may take.
 *
 * With the paper's settings 4 + 2n: for three steps 10; for one 5, as its list is ranked once. Fused 2. Texts of all steps are
 * embedded in one batch; so is each later search: of a planner that sees the catalog, and of each round.
 *
 * **Departures from the paper:**
 * - a step's own words are searched beside its variations, whose lists are merged by best score, not one by one;
 * - of a plan of one step the user's words are searched as well, and a rewriting that leaves out most of them is not used;
 * - places are dealt in turn, so that each step has its k / n at any k, and leaves places that it cannot fill to others;
 * - two calls, first thoughts and then what they come to, are made for splitting alone, and rerankers see 30 tools;
 * - beyond it: rules instead of a model, search by words and meaning, places by difficulty or coverage, planners that see the
 *   catalog, questions back to the user, and tools that an agent holds kept for a follow-up.
 */
export const toolshed = recipe({
  id: 'toolshed',
  title: 'Toolshed',
  summary: 'Plans, searches step by step, and may rerank, grade and search again by a model.',
  source: 'Lumer et al. 2024, Toolshed: Advanced RAG-Tool Fusion, sections 3.3 and 3.4',
  size: 'k',
  ownSizeWhere: OWN_SIZE_WHERE,
  options: ToolshedOptions,
  asksModelWhere: ASKS_MODEL,
  build(kit, given) {
    const options = settled(given)
    const shown = shownBy(kit)
    const search = searchBy(kit, options)
    const rerank = rerankerOf(kit, options)
    const isDealt = options.shares !== 'coverage'
    const isFused = options.planner === 'model' && options.prompting === 'fused'
    const perStep = isDealt && !(options.rerank === 'model' && isFused)
    const searched = perStep && rerank ? pipe(search).to(rerank({ shown })) : search
    const joined = isDealt ? eachStep(searched, interleave(dealt(options))) : coverSteps(search)
    const found = plannedBy(kit, options, search).to(joined)
    const ranked = rerank ? found.to(rerank({ shown, onlySeveralSteps: perStep })) : found
    const graded = options.grade ? ranked.to(grade({ shown })) : ranked
    const { searchAgain: most } = options
    const whole = most > 0 ? graded.to(searchAgain({ search, most, shown })) : graded
    return selected({ kit, ranked: whole }, options, OWN_SIZE_WHERE)
  },
})

function searchBy(kit: Kit, options: ToolshedOptions): Retriever {
  const { components, analyser, embeddedComponents } = options
  const search = { ...options, among: kit.among(options) }
  const meaning = kit.dense(kit.documents(embeddedComponents, options))
  if (options.search === 'dense') return dense(meaning, search)
  const weigh = byWordsFound(WORDS_FOR_HALF)
  if (options.history) {
    return fuseWithPast(kit, { components, documents: options, analyser, meaning, weigh, search })
  }
  const words = kit.lexical(kit.documents(components, options), analyser)
  return fuse(standardScore({ from: ['zero', 'mean'], weigh }), {
    words: lexical(words, { ...search, explain: POOL_DEPTH }),
    meaning: dense(meaning, search),
  })
}

const READING: Reading = {
  clausesOf: readClauses(wordsBy(['stop-words'])),
  contentWordsOf: wordsBy(['stop-words']),
  termsOf: wordsBy(ANALYSER_STEPS),
}

function plannedBy(
  kit: Kit,
  options: ToolshedOptions,
  search: Retriever,
): Pipeline<Query, QueryPlan> {
  const { planner, prompting, rewrite: rewrites, split: splits, variations } = options
  if (planner === 'rules') return pipe(splits ? splitByRule(READING) : planAsIs())
  const view = options.knowsCatalog ? catalogView(kit, kit.among(options), search) : undefined
  const planning = { reading: READING, shown: shownBy(kit), view }
  if (prompting === 'fused') return pipe(planAtOnce({ ...planning, rewrites, splits, variations }))
  const steps = splits
    ? split({ ...planning, calls: prompting === 'two-call' ? 2 : 1 })
    : planAsIs()
  const planned = rewrites ? pipe(rewrite(READING)).to(steps) : pipe(steps)
  const varied = variations > 0 ? planned.to(vary(variations)) : planned
  return options.stepBack ? varied.to(stepBack()) : varied
}

type Reranker = (options: RerankOptions) => Stage<Ranking, Ranking>

function rerankerOf(kit: Kit, options: ToolshedOptions): Reranker | undefined {
  if (options.rerank === 'none') return undefined
  if (options.rerank === 'model') return rerankByModel
  const meaning = kit.dense(kit.documents(options.embeddedComponents, options))
  return () => rerankByMeaning(meaning, kit.among(options))
}

const dealt = ({ shares }: ToolshedOptions) => (shares === 'difficulty' ? 'difficulty' : 'equal')
