import { z } from 'zod'
import type { EffectCondition } from '../../domain/recipe/option'
import { EMBEDDED_COMPONENTS, MATCHED_COMPONENTS } from '../../domain/tool/document'
import { eachStep, fuse } from '../combine'
import type { Kit } from '../kit'
import { analyser, ANALYSER_STEPS } from '../text/analyse'
import { planAsIs } from '../planning/as-is'
import { shownBy } from '../prompts/quoted'
import { coverageGrounds, mapCoverage } from '../recommendation/coverage'
import { nearestBundle } from '../recommendation/nearest-bundle'
import { recommend } from '../recommendation/recommend'
import { byVotes, IN_A_VIEW, likeTheFirst, ofLikeQueries, oneEach } from '../recommendation/views'
import { dense } from '../retrieval/dense'
import { adaptiveSize } from '../selection/top-k'
import { pipe, type ToolSelection } from '../stage'
import { wishesOf } from './clauses'
import { inSection } from './option-builders'
import { filterOptions } from './options'
import { recipe } from './recipe'

/**
 * PTR, precision-driven tool recommendation: a set of the size that the query needs. It learns from
 * logged queries.
 *
 * **Model calls:** with the paper’s settings one for each query; otherwise none.
 *
 * **Departures from the paper:**
 * - the paper’s stages: extracting the functions, matching and assessing them are one call, not
 *   four; past bundles are those of the history alone, while its script also takes those of the
 *   tested queries;
 * - without a model: a linear model of each tool, votes of the nearest past queries and the
 *   documents in one logistic regression, and a choice between the tools it finds likely and the
 *   likeliest past bundle (`recommendation/README.md`).
 */

const PAPER: EffectCondition = { option: 'preset', isOneOf: ['paper'] }
const history = inSection('history')

const PtrOptions = z.strictObject({
  preset: history.choice('Settings', 'ours', {
    description:
      'Learns from logged queries without a language model, or runs the paper’s three stages, which ask one.',
    labels: { ours: 'Learned from logged queries', paper: 'The paper’s' },
  }),
  bundleBy: history.choice('Find logged tool sets by', 'words', {
    description: 'How the logged tool set most similar to the query is found.',
    labels: { words: 'Words (BM25)', meaning: 'Meaning' },
    appliesWhen: [PAPER],
  }),
  ...filterOptions,
})
type PtrOptions = z.output<typeof PtrOptions>

export const ptr = recipe({
  id: 'ptr',
  title: 'PTR',
  summary:
    'Gives as many tools as the query needs, learned from logged queries: whole tool sets, or tool by tool.',
  source: 'Gao & Zhang 2024, PTR: Precision-Driven Tool Recommendation, section 2',
  size: 'adaptive',
  options: PtrOptions,
  asksModelWhere: [[PAPER]],
  build: (kit, options) =>
    options.preset === 'paper' ? byModel(kit, options) : learned(kit, options),
})

const ANALYSER = [...ANALYSER_STEPS]

function learned(kit: Kit, options: PtrOptions): ToolSelection {
  return pipe(planAsIs()).to(
    recommend(kit, {
      words: kit.lexical(kit.documents(MATCHED_COMPONENTS), ANALYSER),
      meaning: kit.dense(kit.documents(EMBEDDED_COMPONENTS)),
      past: kit.vectors(kit.past.each),
      clausesOf: wishesOf,
      termsOf: analyser(ANALYSER),
      among: kit.among(options),
    }),
  )
}

function byModel(kit: Kit, options: PtrOptions): ToolSelection {
  const among = kit.among(options)
  const meaning = kit.dense(kit.documents(EMBEDDED_COMPONENTS))
  const views = fuse(byVotes, {
    direct: dense(meaning, { depth: IN_A_VIEW, among }),
    'similar queries': ofLikeQueries(kit, kit.dense(kit.past.each), among),
    'like the first': likeTheFirst(kit, meaning, among),
  })
  return pipe(nearestBundle(kit, { by: options.bundleBy, analyser: ANALYSER, among }))
    .to(mapCoverage(shownBy(kit)))
    .to(eachStep(views, oneEach))
    .to(adaptiveSize(coverageGrounds))
}
