import { z } from 'zod'
import type { Query, Ranking } from '../../domain/query/query'
import type { EffectCondition, OptionMeta } from '../../domain/recipe/option'
import { tagsOf } from '../../domain/tool/catalog-tool'
import type { ToolId } from '../../domain/tool/tool'
import { fuse } from '../combine'
import { overTools } from '../drafted'
import { clausesInTurn } from '../fusion/clauses-in-turn'
import { DEPTH_OF_PARTS } from '../fusion/cover'
import { standardScore } from '../fusion/fusion-methods'
import { byWordsFound, POOL_DEPTH, HALF_WEIGHT_WORDS, withOneMore } from '../fusion/weights'
import type { Documents, Kit } from '../kit'
import { analyser as wordsBy } from '../knowledge-base/analyse'
import { planAsIs } from '../planning/as-is'
import { readClauses } from '../planning/clauses'
import { diversity } from '../reranking/diversity'
import { dense } from '../retrieval/dense'
import { lexical } from '../retrieval/lexical'
import { onlyNew } from '../selection/only-new'
import { threshold } from '../selection/threshold'
import { topK } from '../selection/top-k'
import { pipe, type Pipeline, type Retriever } from '../stage'
import {
  documentOptions,
  embeddedOptions,
  lexicalOptions,
  retrievalOptions,
  selectionOptions,
} from './options'
import { recipe } from './recipe'

const OWN: EffectCondition = { option: 'preset', isOneOf: ['own'] }
const BY_WORDS: EffectCondition = { option: 'signals', isOneOf: ['words', 'words-and-tags'] }

const chosen = <Schema extends z.ZodType>(schema: Schema) =>
  schema.meta({ ...schema.meta(), appliesWhen: [OWN] })
const withEffect = <Schema extends z.ZodType>(schema: Schema) =>
  schema.meta({ ...schema.meta(), appliesWhen: [OWN, BY_WORDS] })

const ToolSeeOptions = z.strictObject({
  preset: z
    .enum(['own', 'paper'])
    .default('own')
    .meta({
      section: 'search',
      title: 'Settings',
      description: 'The paper’s: meaning alone, one search. Or those chosen below.',
      choices: { own: { label: 'As chosen below' }, paper: { label: 'The paper’s' } },
    } satisfies OptionMeta),
  signals: z
    .enum(['none', 'words', 'words-and-tags'])
    .default('words')
    .meta({
      section: 'search',
      title: 'Beside meaning',
      description: 'What is mixed with the likeness of meaning: nothing, words, or tags as well.',
      appliesWhen: [OWN],
      choices: {
        none: { label: 'Nothing' },
        words: { label: 'Words' },
        'words-and-tags': { label: 'Words and tags' },
      },
      leftOut: [{ value: 'none', label: 'without search by words' }],
    } satisfies OptionMeta),
  clauses: z
    .boolean()
    .default(true)
    .meta({
      section: 'search',
      title: 'Search each clause',
      description:
        'Whether each clause of a request for several things is searched too, as an agent would, and gets places of its own.',
      appliesWhen: [OWN],
    } satisfies OptionMeta),
  diversity: z
    .number()
    .min(0)
    .max(1)
    .default(0)
    .meta({
      section: 'selection',
      title: 'Diversity',
      description:
        'How much it counts against a tool to be like one before it; 0: not at all. A little seldom helps; 0.5 did harm on every set measured.',
      appliesWhen: [OWN],
    } satisfies OptionMeta),
  components: withEffect(documentOptions.components),
  documentForm: chosen(documentOptions.documentForm),
  wordWeights: withEffect(documentOptions.wordWeights),
  analyser: withEffect(lexicalOptions.analyser),
  k1: withEffect(lexicalOptions.k1),
  b: withEffect(lexicalOptions.b),
  countRepeats: withEffect(lexicalOptions.countRepeats),
  ...embeddedOptions,
  ...retrievalOptions,
  ...selectionOptions,
})
type ToolSeeOptions = z.output<typeof ToolSeeOptions>

/** What the paper does. */
const PAPER = {
  signals: 'none',
  clauses: false,
  diversity: 0,
  documentForm: 'joined',
} as const satisfies Partial<ToolSeeOptions>

/** The options as a preset changes them. */
const settled = (options: ToolSeeOptions): ToolSeeOptions =>
  options.preset === 'own' ? options : { ...options, ...PAPER }

/** The tags of each tool that has any, to be searched by their words. */
const tagDocuments = (kit: Kit): Documents<ToolId> => ({
  key: 'tags of tools',
  pooling: 'best',
  ...overTools(kit, ({ tools }, ids) =>
    [...ids].flatMap((key) => {
      const entry = tools.get(key)
      const text = entry ? tagsOf(entry).join(' ') : ''
      return text === '' ? [] : [{ key, text }]
    }),
  ),
})

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
  const weigh = byWordsFound(HALF_WEIGHT_WORDS)
  if (signals === 'words') return fuse(standardScore({ from: ['zero', 'mean'], weigh }), both)
  const tags = lexical(kit.lexical(tagDocuments(kit), analyser), search)
  const all = { from: ['zero', 'mean', 'zero'], weigh: withOneMore(weigh, SHARE_OF_TAGS) } as const
  return fuse(standardScore(all), { ...both, tags })
}
