import { z } from 'zod'
import type { Query, Ranking } from '../../domain/query/query'
import type { EffectCondition } from '../../domain/recipe/option'
import { tagsOf } from '../../domain/tool/catalog-tool'
import type { ToolId } from '../../domain/tool/tool'
import { fuse } from '../combine'
import { overTools } from '../drafted'
import { calibratedScores, CLAUSES_FROM } from '../fusion/calibrated'
import { clausesInTurn } from '../fusion/clauses-in-turn'
import { DEPTH_OF_PARTS } from '../fusion/cover'
import type { Documents, Kit } from '../kit'
import { planAsIs } from '../planning/as-is'
import { diversity } from '../reranking/diversity'
import { lexical } from '../retrieval/lexical'
import { onlyNew } from '../selection/only-new'
import { threshold } from '../selection/threshold'
import { topK } from '../selection/top-k'
import { pipe, type Pipeline, type Retriever } from '../stage'
import { clausesOf } from './clauses'
import { inSection, onlyWhere, real } from './option-builders'
import {
  documentOptions,
  embeddedOptions,
  retrievalOptions,
  selectionOptions,
  wordOptions,
} from './options'
import { recipe } from './recipe'
import { isWholeOfSeveral, wordsAndMeaning } from './words-and-meaning'

/**
 * ToolSEE: a light search between an agent and its catalog, which the agent may repeat in mid-run
 * (`expand`: what is found joins its tools, and what it holds already is left out).
 *
 * **Model calls**: none.
 *
 * **Departures from the paper**, all off with its settings:
 * - meaning is mixed with words as in `hybrid`, where the paper names lexical and tag signals and
 *   no formula;
 * - clauses of a request for several things are searched too, as though its agent had called a
 *   search for each;
 * - likeness counts on the scale of the first tool's score: the paper wants diverse tools and names
 *   no method.
 *
 * The threshold applies before places are given. Filters are those of every recipe.
 */

const OWN: EffectCondition = { option: 'preset', isOneOf: ['own'] }
const BY_WORDS: EffectCondition = { option: 'signals', isOneOf: ['words', 'words-and-tags'] }

const search = inSection('search')

const ToolSeeOptions = z.strictObject({
  preset: search.choice('Settings', 'own', {
    description: 'The settings below, or the paper’s: one search, by meaning alone.',
    labels: { own: 'As chosen below', paper: 'The paper’s' },
  }),
  signals: search.choice('Signals beside meaning', 'words', {
    description: 'Fuses the search by meaning with nothing, with words, or with words and tags.',
    labels: { none: 'Nothing', words: 'Words', 'words-and-tags': 'Words and tags' },
    appliesWhen: [OWN],
    leftOut: { none: 'without search by words' },
  }),
  clauses: search.toggle('Search each clause', true, {
    description:
      'Also searches each clause of a request for several things, as an agent would, and gives it places of its own.',
    appliesWhen: [OWN],
  }),
  diversity: inSection('selection').option('Diversity', real(0, 1).default(0), {
    description:
      'How much similarity to a tool ranked above lowers a tool; 0: not at all. A little rarely helps; 0.5 did harm on every set measured.',
    appliesWhen: [OWN],
  }),
  ...onlyWhere([OWN], documentOptions),
  ...onlyWhere([OWN, BY_WORDS], wordOptions),
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
} satisfies Partial<ToolSeeOptions>

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
  const from = options.signals === 'none' ? undefined : CLAUSES_FROM
  const ofClauses = { ...options, depth: Math.min(options.depth, DEPTH_OF_PARTS) }
  const ranked = options.clauses
    ? found.to(clausesInTurn(clausesOf, searchBy(kit, ofClauses), { from }))
    : found
  return options.threshold === undefined ? ranked : ranked.to(threshold(options.threshold))
}

/** Ours; tags are few words beside a description. */
const TAGS_COUNT = 0.25

function searchBy(kit: Kit, options: ToolSeeOptions): Retriever {
  const { words, meaning } = wordsAndMeaning(kit, options)
  if (options.signals === 'none') return meaning
  const whole = options.clauses ? { isWholeOfSeveral } : {}
  if (options.signals === 'words') return fuse(calibratedScores(whole), { words, meaning })
  const tagged = kit.lexical(tagDocuments(kit), options.analyser)
  const tags = lexical(tagged, { ...options, among: kit.among(options) })
  return fuse(calibratedScores(whole, [TAGS_COUNT]), { words, meaning, tags })
}
