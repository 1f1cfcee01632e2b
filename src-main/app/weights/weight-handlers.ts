import type { AppContext, Handlers } from '../handlers'
import { listed, refuseIfTaken } from './keep-weights'
import { learnWeights, nameOf } from './learn-weights'

export const weightHandlers = (context: AppContext): Handlers<'weights'> => {
  const { sessions } = context
  return {
    async 'weights.list'({ dir }) {
      const { fieldWeights } = await (await sessions.of(dir)).store.read('fieldWeights')
      return fieldWeights.map(listed)
    },
    async 'weights.learn'(input, call) {
      // Before minutes of work, not after them.
      const { fieldWeights } = await (await sessions.of(input.dir)).store.read('fieldWeights')
      refuseIfTaken(fieldWeights, nameOf(input))
      return learnWeights(context, input, call)
    },
    async 'weights.delete'({ dir, names }) {
      const session = await sessions.of(dir)
      return session.change(async () => {
        const { fieldWeights } = await session.store.read('fieldWeights')
        const remove = fieldWeights.map(({ name }) => name).filter((name) => names.includes(name))
        return {
          ...(remove.length > 0 && { fieldWeights: { remove } }),
          answer: { deleted: remove.length },
        }
      })
    },
  }
}
