import type { ExperimentPlan } from '../plan'
import { JOINED } from './joined'
import type { PublishedFigure, Replica, ReplicaTable } from './replica'

/** Two ways of ToolSEE, and plain BM25 that only drops stop words. */
const RECIPES: ExperimentPlan['recipes'] = [
  { recipe: 'toolsee', options: { preset: 'paper' } },
  { recipe: 'toolsee', options: {} },
  {
    recipe: 'bm25',
    options: { ...JOINED, components: ['name', 'description'], analyser: ['stop-words'] },
  },
  { recipe: 'hybrid', options: {} },
]

const MEASURE = 'ToolCorrectness@n+5'

const table = (
  rest: Omit<ReplicaTable, 'plan' | 'published' | 'tools'>,
  { toolsee, bm25 }: { toolsee: number; bm25: number },
  sample?: ReplicaTable['plan']['sample'],
): ReplicaTable => {
  const figures: PublishedFigure[] = [
    { measure: MEASURE, value: toolsee, by: 'ToolSEE', recipe: 0 },
    { measure: MEASURE, value: bm25, by: 'plain BM25, computed again independently', recipe: 2 },
  ]
  // The largest k reaches as far as five more tools than are right.
  return { ...rest, tools: 199, plan: { recipes: RECIPES, k: [5, 10], sample }, published: figures }
}

export const toolsee: Replica = {
  id: 'toolsee',
  title: 'ToolSEE: tool correctness',
  source: 'Vadlapati 2025, ToolSEE, section III',
  benchmark: 'ToolE (MetaTool) with 199 tools',
  protocol: [
    'Each query gets five more tools than it needs: k = n + 5, so that k differs by query and knows the answer’s size.',
    'A query passes where at least half of its right tools are among them, which is the standard threshold of DeepEval’s tool correctness: one of two tools is enough.',
    'Of queries for two tools all 497 are asked; of those for one, 500 that Python’s random.seed(42) and random.sample draw.',
  ],
  differs: [
    'The paper does not name its embedder; here it is the workspace’s.',
    'The 500 queries are drawn by our own seed, so they are others than the paper’s.',
    'The statistic is no recall. Hit, All and Recall at the same cut stand beside it in the measures of each run.',
    'Plain BM25 matches names and descriptions, without their stop words; names are not split and words are not stemmed. How names are split moves it by ten points.',
    'The paper has no intervals; ours are over queries.',
  ],
  tables: [
    table(
      { id: 'multi', title: 'Queries for two tools', goldenSet: 'multi', queries: 497 },
      { toolsee: 0.8833, bm25: 0.702 },
    ),
    table(
      { id: 'single', title: '500 queries for one tool', goldenSet: 'single', queries: 20_614 },
      { toolsee: 0.81, bm25: 0.51 },
      { size: 500, seed: 42 },
    ),
  ],
}
