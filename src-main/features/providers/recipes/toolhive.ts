import { z } from 'zod'
import type { QueryPlan } from '../../../domain/query/query'
import { fuse, when } from '../../../pipeline/combine'
import { oneAfterTheOther } from '../../../pipeline/fusion/fusion-methods'
import { planAsIs } from '../../../pipeline/planning/as-is'
import { dense } from '../../../pipeline/retrieval/dense'
import { lexical } from '../../../pipeline/retrieval/lexical'
import { phrase } from '../../../pipeline/retrieval/phrase'
import { topK } from '../../../pipeline/selection/top-k'
import { pipe } from '../../../pipeline/stage'
import { inSection, real } from '../../../pipeline/recipes/option-builders'
import { recipe } from '../../../pipeline/recipes/recipe'
import {
  ASKED_AS_IS,
  LUCENE,
  namesAndDescriptions,
  OTHER_EMBEDDER,
  providerOptions,
} from './options'

/**
 * Words of its own queries: a request that holds one, or is a single word, is searched as one
 * phrase.
 */
const RESERVED: ReadonlySet<string> = new Set(
  `name description schema input output type properties required title id tool server meta data content text value field
   column table index key primary`
    .trim()
    .split(/\s+/),
)

function isPhrase(text: string): boolean {
  const words = text.trim().split(/\s+/)
  return words.length === 1 || words.some((word) => RESERVED.has(word.toLowerCase()))
}

export const toolhive = recipe({
  id: 'toolhive',
  title: 'ToolHive',
  summary:
    'What ToolHive’s find_tool finds: four tools by meaning, then four by SQLite’s full-text search, eight at most.',
  source: 'Stacklok ToolHive, vMCP optimizer',
  simulates: {
    by: 'ToolHive',
    page: 'https://github.com/stacklok/toolhive/blob/01cc3da84771ff5177bffbf3d7959d943e15e75f/pkg/vmcp/optimizer/internal/toolstore/sqlite_store.go',
    read: '2026-11-28',
    assumed: [
      ASKED_AS_IS,
      OTHER_EMBEDDER,
      'Words in half of all tools and more count a little, in SQLite next to nothing; name and description are one text.',
    ],
  },
  size: 'k',
  options: z.strictObject({
    ...providerOptions(8),
    share: inSection('search').option('Share by meaning', real(0, 1).default(0.5), {
      description:
        'What part of the tools is searched by meaning; the rest is searched by words. Published: 0.5.',
    }),
  }),
  build(kit, { limit, share, ...options }) {
    const documents = namesAndDescriptions(kit)
    const among = kit.among(options)
    const byMeaning = Math.round(limit * share)
    const search = { ...LUCENE, among, depth: limit - byMeaning }
    const lists = {
      ...(byMeaning > 0 && { meaning: dense(kit.dense(documents), { depth: byMeaning, among }) }),
      ...(byMeaning < limit && {
        words: when(
          { name: 'one phrase', test: ({ query }: QueryPlan) => isPhrase(query.text) },
          {
            gives: 'ranking',
            then: phrase(kit, documents, { ...search, analyser: ['fts5'] }),
            otherwise: lexical(kit.lexical(documents, ['fts5']), {
              ...search,
              countRepeats: false,
            }),
          },
        ),
      }),
    }
    return pipe(planAsIs()).to(fuse(oneAfterTheOther, lists)).to(topK())
  },
})
