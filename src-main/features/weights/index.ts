import { listed, refuseIfTaken } from './keep-weights'
import { learnWeights, nameOf, WeightsLearnInput } from './learn-weights'
import { z } from 'zod'
import type { Feature } from '../feature'
import { Dir } from '../../contract/workspace'
import { action } from '../../app/action'
import { changeRecordsUndoably } from '../../app/editing/undoable-records'

export const weights = {
  actions: {
    'weights.list': action({
      summary: 'Learned weights: those learned here first, the newest of them before others',
      input: z.object({ dir: Dir }),
      async run({ sessions }, { dir }) {
        const { fieldWeights } = await (await sessions.of(dir)).store.read('fieldWeights')
        return fieldWeights.map(listed)
      },
    }),
    /**
     * @throws Problem `bad-input` for a set with too few labelled queries, `conflict` for a name
     * that published weights have.
     */
    'weights.learn': action({
      summary:
        'Learn weights from a golden set and keep them under a name, in the place of those learned under it before',
      input: WeightsLearnInput,
      async run(context, input, call) {
        // Before minutes of work, not after them.
        const { fieldWeights } = await (
          await context.sessions.of(input.dir)
        ).store.read('fieldWeights')
        refuseIfTaken(fieldWeights, nameOf(input))
        return learnWeights(context, input, call)
      },
    }),
    'weights.delete': action({
      summary: 'Remove those of the weights that are there',
      input: z.object({
        dir: Dir,
        names: z.array(z.string()).min(1).max(100).describe('their names'),
      }),
      async run({ sessions }, { dir, names }) {
        const session = await sessions.of(dir)
        return changeRecordsUndoably(session, async () => {
          const { fieldWeights } = await session.store.read('fieldWeights')
          const remove = fieldWeights.map(({ name }) => name).filter((name) => names.includes(name))
          return {
            change: { fieldWeights: { remove } },
            what: `Removed ${remove.length === 1 ? 'learned weights' : `${remove.length} sets of learned weights`}`,
            answer: { deleted: remove.length },
          }
        })
      },
    }),
  },
} satisfies Feature
