import { NEAREST_PAST } from '../../src-main/domain/trace/score'
import type { ScoreOrigin, ScorePart } from '../../src-main/domain/query/query'

/** What a part of a score is made of; `other` where its stage does not say. */
export type SourceName = ScoreOrigin | 'other'

export const sourceNameOf = ({ origin }: ScorePart): SourceName => origin ?? 'other'

/** What a source is called and does, in everyday words. */
export const SOURCES: Record<SourceName, { title: string; meaning: string }> = {
  words: { title: 'words', meaning: 'Words that the query and the tool share.' },
  meaning: { title: 'meaning', meaning: 'How close query and tool are in meaning.' },
  coverage: {
    title: 'coverage',
    meaning: 'What it adds for parts of the request that no tool before it covers.',
  },
  history: { title: 'history', meaning: 'What helped with similar queries before.' },
  graph: { title: 'dependencies', meaning: 'What other tools need.' },
  fields: { title: 'fields', meaning: 'How well single fields of the tool fit.' },
  model: { title: 'model', meaning: 'What a language model thinks of it.' },
  other: { title: 'other', meaning: 'What the recipe adds by a rule of its own.' },
}

const RAW_TITLES: Record<string, string> = {
  bm25: 'BM25',
  cosine: 'similarity',
  [NEAREST_PAST]: 'nearness of the nearest logged query',
}

/** A raw score by the field's own name: `BM25`, `similarity`, else as its stage calls it. */
export const rawTitle = ({ source }: ScorePart): string => RAW_TITLES[source] ?? source
