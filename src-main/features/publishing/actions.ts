import { z } from 'zod'
import type { PublishedAnswer, PublishAnswer } from './shared/answers'
import { action } from '../../app/action'
import { publishWorkspace, PublishInput } from './publish-workspace'

const Address = PublishInput.shape.address

/** Workspaces published as snapshots that never change, each with its number. */
export const publishingActions = {
  'publishing.publish': action({
    summary: 'Publish the workspace as it is now, for servers to read',
    input: PublishInput,
    run: (context, input, call): Promise<PublishAnswer> => publishWorkspace(context, input, call),
  }),
  'publishing.list': action({
    summary: 'What is published at an address, the newest first',
    input: z.object({ address: Address }),
    async run({ publishing }, input): Promise<PublishedAnswer> {
      const address = publishing.address(input.address)
      return { address, snapshots: (await publishing.list(address)).reverse() }
    },
  }),
  /**
   * Servers take it up as they would a new one. Nothing is removed: the same with another number
   * takes it back.
   */
  'publishing.rollback': action({
    summary: 'Have an older published snapshot answer again, or a newer one',
    input: z.object({
      address: Address,
      number: z.number().int().min(1).describe('the number of the snapshot, as listed'),
    }),
    async run({ publishing, clock }, { number, ...input }): Promise<PublishedAnswer> {
      const address = publishing.address(input.address)
      const snapshots = await publishing.rollBack(address, number, clock.timestamp())
      return { address, snapshots: snapshots.reverse() }
    },
  }),
}
