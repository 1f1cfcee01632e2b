import { action } from '../action'
import { withRuns } from '../evaluation/measured-runs'
import { listToDo, QueueListInput } from './to-do'

export const queueActions = {
  'queue.list': action({
    summary:
      'The tools of which something asks for a decision: queries that miss them, findings, proposed texts and edges',
    input: QueueListInput,
    run: withRuns(listToDo),
  }),
}
