import { action } from '../action'
import { withRuns } from '../evaluation/measured-runs'
import { nameThings, QueueThingsInput } from './at-once'
import { listToDoOf, QueueToolInput } from './of-tool'
import { listToDo, QueueListInput } from './to-do'

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
  'queue.things': action({
    summary: 'What of one kind asks for a decision, by name: to be decided at once',
    input: QueueThingsInput,
    run: withRuns(nameThings),
  }),
}
