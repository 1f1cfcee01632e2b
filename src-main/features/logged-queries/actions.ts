import { z } from 'zod'
import { action, inSession } from '../../app/action'
import { changeHistory } from '../../app/logged-queries/change-logged'
import { Dir } from '../../contract/workspace'
import { loggedText } from '../../domain/query/logged-queries'
import { yieldToEventLoop } from '../../evaluation/yield-to-event-loop'
import { editBundle, editQuery, HistoryEditBundleInput, HistoryEditInput } from './edit-logged'
import { HistoryBundlesInput, HistoryListInput, pageOfBundles, pageOfQueries } from './lists'
import { HistoryRemoveInput, removeNamed } from './remove-logged'
import type {
  HistoryEditAnswer,
  HistoryEditBundleAnswer,
  HistoryListAnswer,
  HistoryRemoveAnswer,
} from './shared/answers'

export const historyActions = {
  'history.list': action({
    summary: 'A page of logged queries; the search looks at queries and tools',
    input: HistoryListInput,
    async run({ sessions, clock }, input, { signal }): Promise<HistoryListAnswer> {
      return pageOfQueries(await sessions.of(input.dir), input, yieldToEventLoop(clock, signal))
    },
  }),
  'history.bundles': action({
    summary: 'A page of bundles: logged queries by the tools that they took, together',
    input: HistoryBundlesInput,
    run: inSession(pageOfBundles),
  }),
  /**
   * Where another says the same already, that one stays alone. @throws Problem `not-found` where it
   * is not there any more, or a new tool is not in the catalog.
   */
  'history.edit': action({
    summary: 'Change a logged query or its tools',
    input: HistoryEditInput,
    run: async ({ sessions }, { dir, ...input }): Promise<HistoryEditAnswer> =>
      editQuery(await sessions.of(dir), input),
  }),
  /** Throws as `history.edit`. */
  'history.editBundle': action({
    summary: 'Give all logged queries of one bundle other tools',
    input: HistoryEditBundleInput,
    run: async ({ sessions }, { dir, ...input }): Promise<HistoryEditBundleAnswer> =>
      editBundle(await sessions.of(dir), input),
  }),
  'history.remove': action({
    summary:
      'Remove those of the logged queries that are there: some by their ids, and all of some bundles',
    input: HistoryRemoveInput,
    run: async ({ sessions }, { dir, ...input }): Promise<HistoryRemoveAnswer> =>
      removeNamed(await sessions.of(dir), input),
  }),
  'history.clear': action({
    summary: 'Delete all logged queries and bundles',
    input: z.object({ dir: Dir }),
    run: async ({ sessions }, { dir }) =>
      changeHistory(await sessions.of(dir), (removed) => {
        const what = `Removed all ${loggedText(removed.length)}`
        return { removed, what, answer: { removed: removed.length } }
      }),
  }),
}
