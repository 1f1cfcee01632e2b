import type { ListedWeights } from './shared/listed-weights'
import { Problem } from '../../domain/problem'
import { MOST_WEIGHTS, type FieldWeightsRecord } from '../../domain/recipe/field-weights'
import type { Session } from '../../app/workspaces/session'

/**
 * Keeps weights under their name, in the place of those learned under it.
 * @throws Problem `conflict`, see the action.
 */
export const keepWeights = (session: Session, record: FieldWeightsRecord): Promise<void> =>
  session.change(async () => {
    const { fieldWeights } = await session.store.read('fieldWeights')
    refuseIfTaken(fieldWeights, record.name)
    return { fieldWeights: { put: [record] } }
  })

/**
 * @throws Problem `conflict` where published weights have the name, and where there are too many.
 */
export function refuseIfTaken(known: readonly FieldWeightsRecord[], name: string): void {
  const namesake = known.find((each) => each.name === name)
  if (namesake?.origin === 'published') {
    const message = `“${name}” are published weights, which stay as they are. Nothing was kept.`
    throw new Problem('conflict', message, 'Choose another name.')
  }
  if (!namesake && known.length >= MOST_WEIGHTS) {
    const message = `This workspace holds ${MOST_WEIGHTS} weights, as many as it keeps.`
    throw new Problem('conflict', message, 'Delete those you no longer need.')
  }
}

export const listed = ({ folds, ...record }: FieldWeightsRecord): ListedWeights => ({
  ...record,
  folds: folds.map(({ texts, weights }) => ({ queries: texts.length, weights })),
})
