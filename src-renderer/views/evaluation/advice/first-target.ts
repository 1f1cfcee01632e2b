import { partsOfName } from '../../../../src-main/domain/measure/name'
import type { Run } from '../../../../src-main/domain/run/run'

/** What is asked for until the person says what is wanted: most of the best recall there is, as a round figure. */
export function firstTarget(runs: readonly Run[]): number {
  const recalls = runs.flatMap(({ measures }) =>
    Object.entries(measures).flatMap(([name, { mean }]) =>
      partsOfName(name).measure === 'Recall' ? [mean] : [],
    ),
  )
  return Math.floor(0.9 * Math.max(0, ...recalls) * 20) / 20
}
