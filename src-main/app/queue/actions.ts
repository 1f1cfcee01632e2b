import { action } from '../action'
import { withRuns } from '../evaluation/measured-runs'
import { listToDo, listToDoOf, QueueListInput, QueueToolInput } from './to-do'

export const queueActions = {
  'queue.list': action({
    summary:
      'The tools of which something asks for a decision: queries that miss them, findings, proposed texts and edges',
    input: QueueListInput,
    run: withRuns(listToDo),
  }),
  'queue.tool': action({
    summary: 'Everything of one tool that asks for a decision',
    input: QueueToolInput,
    run: withRuns(listToDoOf),
  }),
}
