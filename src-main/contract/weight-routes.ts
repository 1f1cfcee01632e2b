import { z } from 'zod'
import { ComparedBy, FieldWeights, FieldWeightsRecord } from '../domain/field-weights'
import { Dir } from './workspace-routes'

/** Weights as they are listed: of folds, how many queries each holds out. */
const ListedWeights = FieldWeightsRecord.omit({ folds: true }).extend({
  folds: z.array(z.object({ queries: z.number().int(), weights: FieldWeights })),
})
export type ListedWeights = z.infer<typeof ListedWeights>

/** What fields of tools count for the recipe that weighs them. */
export const weightRoutes = {
  /** Learned here first, the newest of them before others. */
  'weights.list': { input: z.object({ dir: Dir }), output: z.array(ListedWeights) },
  /**
   * Learns weights from a golden set and keeps them under a name, in the place of those learned under it before.
   * @throws Problem `bad-input` for a set with too few labelled queries, `conflict` for a name that published weights have.
   */
  'weights.learn': {
    input: z.object({
      dir: Dir,
      goldenSet: z.string(),
      name: FieldWeightsRecord.shape.name.optional(),
      comparedBy: ComparedBy.default('meaning'),
      /** Drawn with the seed, or those that the data was published with. */
      folds: z.enum(['random', 'published']).default('random'),
      seed: z.number().int().min(0).default(1),
      embedder: z.string().optional(),
    }),
    output: ListedWeights.extend({ elapsedMs: z.number() }),
  },
  /** Removes those of the weights that are there. */
  'weights.delete': {
    input: z.object({ dir: Dir, names: z.array(z.string()).min(1).max(100) }),
    output: z.object({ deleted: z.number().int() }),
  },
}
