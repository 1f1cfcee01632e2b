import { z } from 'zod'
import { EDGE_KINDS } from '../../domain/graph/edge'
import type { Query, Ranking } from '../../domain/query/query'
import type { EffectCondition, OptionMeta } from '../../domain/recipe/option'
import { DependencyKind } from '../../domain/tool/tool'
import { boundDependencies } from '../dependencies/bound-dependencies'
import { concatenate } from '../dependencies/concatenate'
import { expectedRelevance, reservePlaces } from '../dependencies/expected-relevance'
import type { Kit } from '../kit'
import { planAsIs } from '../planning/as-is'
import { shownBy } from '../prompts/quoted'
import { rerankByModel } from '../reranking/rerank'
import { dense } from '../retrieval/dense'
import { keepFirst, topK } from '../selection/top-k'
import { pipe, type Pipeline } from '../stage'
import { searchOptions, coverClauses, searchBoth } from './hybrid'
import { embeddedOptions, retrievalOptions, selectionOptions } from './options'
import { recipe } from './recipe'

const EXPECTED: EffectCondition = { option: 'preset', isOneOf: ['expected'] }
const BY_WORDS: EffectCondition = { option: 'search', isOneOf: ['hybrid'] }

const seedOptions = {
  preset: z
    .enum(['expected', 'paper'])
    .default('expected')
    .meta({
      section: 'dependencies',
      title: 'Order of the tools',
      description:
        'By how likely each is needed, so that what several tools need comes first; or as in the paper, each tool with all it needs behind it.',
      choices: {
        expected: { label: 'By expected relevance' },
        paper: { label: 'The paper’s' },
      },
    } satisfies OptionMeta),
  seeds: z
    .number()
    .int()
    .min(1)
    .max(20)
    .default(3)
    .meta({
      section: 'dependencies',
      title: 'Tools to start from',
      description: 'How many of the first tools found take along what they need.',
    } satisfies OptionMeta),
  edges: z
    .array(DependencyKind)
    .min(1)
    .default([...DependencyKind.options])
    .meta({
      section: 'dependencies',
      title: 'Kinds of dependency',
      description: 'Which edges of the graph are followed.',
      choices: {
        'tool-direct': {
          label: EDGE_KINDS['tool-direct'].label,
          without: 'no direct edges of tools',
        },
        'tool-indirect': {
          label: EDGE_KINDS['tool-indirect'].label,
          without: 'no indirect edges of tools',
        },
        'parameter-direct': {
          label: EDGE_KINDS['parameter-direct'].label,
          without: 'no direct edges of parameters',
        },
        'parameter-indirect': {
          label: EDGE_KINDS['parameter-indirect'].label,
          without: 'no indirect edges of parameters',
        },
      },
    } satisfies OptionMeta),
}

/** Flat around three seeds and .1 on the development mains of ToolLinkOS, see `dependencies/README.md`. */
const orderOptions = {
  fill: z
    .boolean()
    .default(true)
    .meta({
      section: 'dependencies',
      appliesWhen: [EXPECTED],
      title: 'Fill up',
      description: 'Whether places that are left go to the other tools found.',
    } satisfies OptionMeta),
  reserve: z
    .number()
    .min(0)
    .max(1)
    .default(0.1)
    .meta({
      section: 'dependencies',
      appliesWhen: [EXPECTED],
      title: 'Keep a place from a chance of',
      description:
        'Of the first five tools found, those at least so likely to be meant stay among the first k, whatever others need. 0 keeps none.',
    } satisfies OptionMeta),
}

const boundOptions = {
  farthest: z
    .number()
    .int()
    .min(1)
    .max(50)
    .optional()
    .meta({
      section: 'dependencies',
      title: 'Edges from a tool, at most',
      description: 'How far edges are followed; 1 takes along only what the tool itself needs.',
    } satisfies OptionMeta),
  mostDependencies: z
    .number()
    .int()
    .min(0)
    .max(1000)
    .optional()
    .meta({
      section: 'dependencies',
      title: 'Dependencies, at most',
      description: 'How many tools may come along because others need them.',
    } satisfies OptionMeta),
  dependencyTokens: z
    .number()
    .int()
    .min(0)
    .max(1_000_000)
    .optional()
    .meta({
      section: 'dependencies',
      title: 'Tokens of dependencies, at most',
      description: 'What the definitions of these tools may cost in an agent’s prompt, together.',
    } satisfies OptionMeta),
}

const searchBy = {
  search: z
    .enum(['hybrid', 'dense'])
    .default('hybrid')
    .meta({
      section: 'matching',
      title: 'Search',
      description: 'By words and meaning together, or by meaning alone as in the paper.',
      choices: { hybrid: { label: 'Words and meaning' }, dense: { label: 'Meaning' } },
      leftOut: [{ value: 'dense', label: 'without search by words' }],
    } satisfies OptionMeta),
}

const rerankOptions = {
  rerank: z
    .enum(['none', 'model'])
    .default('none')
    .meta({
      section: 'reranking',
      title: 'Rerank',
      description:
        'Whether a language model orders the tools found again, before they take along what they need.',
      choices: { none: { label: 'No' }, model: { label: 'By a language model' } },
      leftOut: [{ value: 'none', label: 'without reranking' }],
    } satisfies OptionMeta),
}

/** The options of a search by words as well, each with an effect only where that is chosen. */
function byWords<Shape extends z.ZodRawShape>(shape: Shape): Shape {
  const whatever = new Set<string>([
    ...Object.keys({ ...retrievalOptions, ...embeddedOptions }),
    'documentForm',
  ])
  const entries = Object.entries(shape).map(([name, schema]) => {
    const { appliesWhen = [], ...meta } = (schema as z.ZodType).meta() as unknown as OptionMeta
    const conditions = [...appliesWhen, ...(whatever.has(name) ? [] : [BY_WORDS])]
    return [name, (schema as z.ZodType).meta({ ...meta, appliesWhen: conditions })]
  })
  return Object.fromEntries(entries) as Shape
}

const GraphOptions = z.strictObject({
  ...seedOptions,
  ...boundOptions,
  ...orderOptions,
  ...rerankOptions,
  ...searchBy,
  ...byWords(searchOptions),
  ...selectionOptions,
})
type GraphOptions = z.output<typeof GraphOptions>

/** The options as a preset changes them: papers join a document to one text. */
const settled = (options: GraphOptions): GraphOptions =>
  options.preset === 'paper' ? { ...options, documentForm: 'joined' } : options

/** The options with which a model is asked. */
const ASKS_MODEL: EffectCondition[][] = [[{ option: 'rerank', isOneOf: ['model'] }]]

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
