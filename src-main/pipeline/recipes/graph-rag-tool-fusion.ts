import { z } from 'zod'
import { EDGE_KINDS } from '../../domain/graph/edge'
import type { Query, Ranking } from '../../domain/query/query'
import type { EffectCondition } from '../../domain/recipe/option'
import { DependencyKind } from '../../domain/tool/tool'
import { boundDependencies } from '../dependencies/bound-dependencies'
import { concatenate } from '../dependencies/concatenate'
import { expectedRelevance, reservePlaces } from '../dependencies/expected-relevance'
import type { Kit } from '../kit'
import { planAsIs } from '../planning/as-is'
import { shownBy } from '../prompts/quoted'
import { rerankByModel } from '../reranking/rerank'
import { keepFirst, topK } from '../selection/top-k'
import { pipe, type Pipeline } from '../stage'
import { inSection, real, whole } from './option-builders'
import { selectionOptions } from './options'
import { recipe } from './recipe'
import { coverClauses, searchBesideClauses, searchBy, searchOptions } from './words-and-meaning'

/**
 * Graph RAG-Tool Fusion: searches for a few tools, and adds what they depend on.
 *
 * **Presets:** `paper` puts each of the first tools before all it needs, in the author's order of
 * edges, and cuts at k. `expected` orders the same tools by how likely they are needed, and keeps
 * places for tools that are likely to be meant.
 *
 * **Model calls:** none, or 1 where the tools found are reranked by a model.
 *
 * **Departures from the paper:** search by words and meaning, which is better than by meaning alone
 * (`search` has the paper's); a model that reranks for `expected` sees 30 tools, for `paper` the
 * seeds, as published. Tools that the filters keep back are not passed through. In a catalog
 * without edges it is `hybrid`.
 */

const EXPECTED: EffectCondition = { option: 'preset', isOneOf: ['expected'] }
const EVERY_KIND = [...DependencyKind.options]
const dependencies = inSection('dependencies')

const GraphOptions = z.strictObject({
  preset: dependencies.choice('Order of the tools', 'expected', {
    description:
      'Orders tools by how likely each is needed, those that several tools need first; or as in the paper, each tool followed by its dependencies.',
    labels: { expected: 'By expected relevance', paper: 'The paper’s' },
  }),
  seeds: dependencies.option('Tools to start from', whole(1, 20).default(3), {
    description: 'The dependencies of how many of the first tools found are added.',
  }),
  edges: dependencies.option(
    'Kinds of dependency',
    z.array(DependencyKind).min(1).default(EVERY_KIND),
    {
      description: 'The edges of the graph that are followed.',
      choices: {
        ...edgeChoice('tool-direct', 'no direct edges of tools'),
        ...edgeChoice('tool-indirect', 'no indirect edges of tools'),
        ...edgeChoice('parameter-direct', 'no direct edges of parameters'),
        ...edgeChoice('parameter-indirect', 'no indirect edges of parameters'),
      },
    },
  ),
  farthest: dependencies.option('Most edges from a tool', whole(1, 50).optional(), {
    description: 'How many edges in a row are followed; 1 adds direct dependencies only.',
  }),
  mostDependencies: dependencies.option('Most dependencies', whole(0, 1000).optional(), {
    description: 'How many tools may be added as dependencies.',
  }),
  dependencyTokens: dependencies.option(
    'Most tokens of dependencies',
    whole(0, 1_000_000).optional(),
    { description: 'How many prompt tokens the definitions of all dependencies may take.' },
  ),
  // Flat around three seeds and .1 on the development mains of ToolLinkOS, see
  // `dependencies/README.md`.
  fill: dependencies.toggle('Fill up', true, {
    description: 'Fills the places left with the other tools found.',
    appliesWhen: [EXPECTED],
  }),
  reserve: dependencies.option('Keep tools from a chance of', real(0, 1).default(0.1), {
    description:
      'Keeps those of the first five tools found among the first k that are at least this likely to be right. 0 keeps none.',
    appliesWhen: [EXPECTED],
  }),
  rerank: inSection('reranking').choice('Rerank', 'none', {
    description:
      'A language model ranks the tools found again, before their dependencies are added.',
    labels: { none: 'No', model: 'By a language model' },
    leftOut: { none: 'without reranking' },
  }),
  ...searchOptions,
  ...selectionOptions,
})
type GraphOptions = z.output<typeof GraphOptions>

/** The options as a preset changes them: papers join a document to one text. */
const settled = (options: GraphOptions): GraphOptions =>
  options.preset === 'paper' ? { ...options, documentForm: 'joined' } : options

export const graphRagToolFusion = recipe({
  id: 'graph-rag-tool-fusion',
  title: 'Graph RAG-Tool Fusion',
  summary: 'Searches for a few tools, and adds the tools on which they depend.',
  source:
    'Lumer et al. 2025, Graph RAG-Tool Fusion, section 3; the order by expected relevance is Pegboard’s',
  size: 'k',
  options: GraphOptions,
  asksModelWhere: [[{ option: 'rerank', isOneOf: ['model'] }]],
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

/**
 * What a catalog without edges is searched with further, so that the answer is that of `hybrid`
 * with these options.
 */
const withoutGraph = (kit: Kit, options: GraphOptions): Pipeline<Ranking, Ranking> | undefined =>
  options.rerank === 'none'
    ? pipe(searchBesideClauses(kit, options)).to(coverClauses(kit, options))
    : undefined

function foundBy(kit: Kit, options: GraphOptions): Pipeline<Query, Ranking> {
  const found = pipe(planAsIs()).to(searchBy(kit, options, { besideClauses: false }))
  if (options.rerank === 'none') return found
  const candidates = options.preset === 'paper' ? found.to(keepFirst(options.seeds)) : found
  return candidates.to(rerankByModel({ shown: shownBy(kit) }))
}

function edgeChoice(kind: DependencyKind, without: string) {
  return { [kind]: { label: EDGE_KINDS[kind].label, without } }
}
