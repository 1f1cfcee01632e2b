import type { ListedWeights } from '../../src-main/features/weights/shared/listed-weights'
import type { FieldWeights } from '../../src-main/domain/recipe/field-weights'
import { FEWEST_LABELLED } from '../../src-main/domain/recipe/trial-text'
import { failure, type Answers } from './bridge-script'
import { forDevelopment } from '../fixtures/golden-sets'

const fieldWeights: FieldWeights = {
  description: 0.64,
  parameters: -0.04,
  response: 0.2,
  examples: 0.001,
  required: 0.66,
  optional: 0,
  threshold: 0.4,
  scale: 'standard',
}

/** Weights as a workspace lists them; learned where nothing else is said. */
export const listedWeights = (over: Partial<ListedWeights> = {}): ListedWeights => ({
  name: 'learned by meaning',
  origin: 'learned',
  comparedBy: 'meaning',
  embedder: 'builtin-1',
  weights: fieldWeights,
  folds: [20, 20, 20].map((queries) => ({ queries, weights: fieldWeights })),
  ...(over.origin !== 'published' && {
    learning: {
      goldenSet: 'dev',
      goldenHash: 'h',
      queries: 60,
      tools: 48,
      folds: 'random',
      seed: 1,
      learnedAt: '2026-08-01T10:00:00Z',
      heldOut: { learned: 0.731, equal: 0.696, other: 0.611 },
      other: { recipe: 'hybrid', title: 'Hybrid' },
      intervals: {
        learned: [0.673, 0.785],
        equal: [0.633, 0.751],
        other: [0.546, 0.673],
        overEqual: { mean: 0.036, ci95: [0.001, 0.075] },
        overOther: { mean: 0.12, ci95: [-0.071, 0.174] },
      },
      remarks: ['On queries held out they are clearly better than equal weights.'],
    },
  }),
  ...over,
})

/**
 * The golden sets of a workspace and the weights that it keeps, which are learned from them and
 * deleted.
 */
export function weightAnswers(
  sets: readonly { name: string; queries: number }[],
  first: readonly ListedWeights[] = [],
): Answers {
  let kept = [...first]
  return {
    'golden.list': () =>
      sets.map((set) =>
        forDevelopment({ ...set, distinctTools: 5, mostTools: 1, origins: ['human'] }),
      ),
    'weights.list': () => kept,
    'weights.learn': ({ goldenSet, comparedBy = 'meaning', name, folds = 'random', seed = 1 }) => {
      const { queries = 0 } = sets.find((set) => set.name === goldenSet) ?? {}
      if (queries < FEWEST_LABELLED)
        return failure({
          code: 'bad-input',
          message: `“${goldenSet}” has ${queries} different queries that name a tool of this catalog.`,
          fix: 'Label more queries, or use equal weights.',
        })
      const learned = listedWeights({ name: name ?? `learned by ${comparedBy}`, comparedBy })
      const { learning } = learned
      if (learning) Object.assign(learning, { goldenSet, queries, folds, seed })
      kept = [learned, ...kept.filter((each) => each.name !== learned.name)]
      return { ...learned, elapsedMs: 1200 }
    },
    'weights.delete': ({ names }) => {
      const before = kept.length
      kept = kept.filter(({ name }) => !names.includes(name))
      return { deleted: before - kept.length }
    },
  }
}
