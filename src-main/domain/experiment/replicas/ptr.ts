import type { SplitBy } from '../../query/split'
import type { Replica, ReplicaTable } from './replica'

interface Data {
  name: string
  goldenSet: string
  queries: number
  /**
   * TRACC and recall at the golden count, with GPT-4o; and TRACC of the bundles that BM25 finds
   * alone.
   */
  tracc: number
  recall: number
  bundles: number
}
const RECTOOLS: Data = {
  name: 'RecTools',
  goldenSet: 'rectools',
  queries: 1_000,
  tracc: 0.591,
  recall: 0.609,
  bundles: 0.382,
}
const METATOOL: Data = {
  name: 'MetaTool',
  goldenSet: 'metatool',
  queries: 497,
  tracc: 0.69,
  recall: 0.774,
  bundles: 0.429,
}

const WAYS: Partial<Record<SplitBy, string>> = {
  first100: 'the first 100 rows',
  random: 'a random fifth',
  bundle: 'bundles not seen before',
}

const tablesOf = ({ name, goldenSet, queries, ...figures }: Data): ReplicaTable[] =>
  (['first100', 'random', 'bundle'] as const).map((by) => ({
    id: `${goldenSet}-${by}`,
    title: `${name}, ${WAYS[by]}`,
    goldenSet,
    queries,
    tools: 47,
    plan: {
      recipes: [{ recipe: 'ptr', options: {} }],
      k: [5],
      split: { by, seed: 1 },
    },
    published: [
      { measure: 'TRACC', value: figures.tracc, by: 'PTR with GPT-4o', recipe: 0 },
      { measure: 'Recall@|A|', value: figures.recall, by: 'PTR with GPT-4o', recipe: 0 },
      { measure: 'TRACC', value: figures.bundles, by: 'bundles found by BM25 alone', recipe: 0 },
    ],
  }))

export const ptr: Replica = {
  id: 'ptr',
  title: 'PTR: sets of the right size',
  source: 'Gao & Zhang 2024, PTR, section 4, tables 1 and 2',
  benchmark: 'RecTools and MetaTool with 47 tools each',
  protocol: [
    'Past queries with the tools that solved them are the history; a tested query gets a set whose size the recipe decides.',
    'TRACC is the overlap of the set with the right one, times one minus the difference of their sizes over their union.',
    'The published program tests the first 100 rows. “A random fifth” and “bundles not seen before” are ours.',
  ],
  differs: [
    'The published history holds the tested rows as well. Here it is the other rows alone.',
    'Published with GPT-4o for every stage. Here no model is asked: it is learned from the history. The paper’s stages are the setting “The paper’s”, which asks one.',
    'Published nDCG is normalised by the recommended list itself, and is left out.',
  ],
  tables: [...tablesOf(RECTOOLS), ...tablesOf(METATOOL)],
}
