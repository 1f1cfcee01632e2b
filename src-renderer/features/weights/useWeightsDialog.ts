import { shallowRef } from 'vue'
import type { ListedWeights } from '../../../src-main/features/weights/shared/listed-weights'
import type { JsonObject } from '../../../src-main/domain/tool/tool'
import { sharedState } from '../../composables/shared-state'

type Known = Pick<ListedWeights, 'name' | 'origin' | 'comparedBy'>

interface WeightsRequest {
  /** Takes weights, one of all that are kept, for the recipe from which the dialog was opened. */
  use(weights: Known, all: readonly Known[]): void
}

/**
 * Opens the dialog in which weights of fields are learned, looked at and chosen, from wherever a
 * recipe takes them.
 */
export const useWeightsDialog = sharedState('weights dialog', () => {
  const request = shallowRef<WeightsRequest>()

  /**
   * @param setOptions of the recipe that is to use what is chosen: given its options as they are
   */
  function openWeights(setOptions: (change: (options: JsonObject) => JsonObject) => void): void {
    request.value = {
      use: (weights, all) => setOptions((options) => withWeights(options, weights, all)),
    }
  }

  return { request, openWeights, closeWeights: () => void (request.value = undefined) }
})

/**
 * A recipe’s options that take these weights, by name where there are others like them, and compare
 * fields as they were learned.
 */
export function withWeights(
  { comparedBy: _, named: __, ...options }: JsonObject,
  { name, origin, comparedBy }: Known,
  all: readonly Known[],
): JsonObject {
  const fitting = origin === 'published' ? 'words' : 'meaning'
  const alike = all.filter((each) => each.origin === origin && each.comparedBy === comparedBy)
  return {
    ...options,
    weights: origin,
    ...(alike.length > 1 && { named: name }),
    ...(comparedBy !== fitting && { comparedBy }),
  }
}
