import { z } from 'zod'
import { ToDoFilters, type QueueToolAnswer, type ToDoItem } from '../../contract/to-do'
import type { ReviewRow } from '../../contract/review'
import { Dir } from '../../contract/workspace'
import type { GateVerdict } from '../../domain/proposal/gate'
import { ToolId } from '../../domain/tool/tool'
import type { Call } from '../app'
import { lastLook } from '../proposals/looks'
import { edgeRowsOf } from '../proposals/list'
import { rowOf } from '../review/review-rows'
import { fitting, gatesBy, ofKinds, requireKnown } from './fitting-things'
import { kindOf, type Thing } from './things'
import { openQueue, ruleTitles, thingsOf, type Queue, type QueueContext } from './to-do'

export const QueueToolInput = z.object({
  dir: Dir,
  tool: ToolId.describe('the tool, by its id'),
  ...ToDoFilters,
})
export type QueueToolInput = z.output<typeof QueueToolInput>

/** Things of a kind that are listed of one tool. */
const MOST_OF_A_TOOL = 500

/**
 * Everything of one tool that asks for a decision, what is missed first, then what is proposed,
 * then what lint finds.
 */
export async function listToDoOf(
  context: QueueContext,
  { dir, tool, ...filters }: QueueToolInput,
  call: Call,
): Promise<QueueToolAnswer> {
  requireKnown(filters, context.places)
  const queue = await openQueue(context, dir, call)
  const { catalog, failed, missed } = queue
  const ofTool = queue.all.filter((thing) => thing.tool === tool)
  // Of a tool that is gone there may be texts and edges to decide.
  const { name, server } =
    catalog.has(tool) || ofTool.length === 0 ? catalog.tool(tool).tool : { name: tool }
  const gateOf = gatesBy(queue.texts.measures)
  const shown = ofTool.filter(fitting(filters, { catalog, gateOf })).filter(ofKinds(filters.kinds))
  const inState = ofTool.filter(({ state }) => state === filters.state)
  const items = await itemsOf(queue, shown)
  return {
    tool,
    name,
    ...(server && { server }),
    items,
    leftOut: inState.length - items.length,
    ...(failed.length > 0 && { failed }),
    ...(missed && { basis: missed.basis }),
  }
}

async function itemsOf(queue: Queue, shown: readonly Thing[]): Promise<ToDoItem[]> {
  const titleOf = ruleTitles(queue.context)
  const edgeRow = edgeRowsOf(queue.catalog, (await lastLook(queue.session))?.proposals)
  const texts = thingsOf(shown, 'text').map(({ proposal }) => rowOf(proposal, queue.texts))
  const edges = thingsOf(shown, 'edge').toSorted(
    (a, b) => (b.proposal?.worth ?? 0) - (a.proposal?.worth ?? 0),
  )
  return [
    ...thingsOf(shown, 'served').map(({ served }): ToDoItem => {
      return { kind: 'served', ...served, missedBy: served.missedBy.slice(-MOST_OF_A_TOOL) }
    }),
    ...thingsOf(shown, 'changed').map(({ source, change }): ToDoItem => {
      return { kind: 'changed', source, change }
    }),
    ...thingsOf(shown, 'feature').map((thing): ToDoItem => {
      const { text, lines, basis } = thing.found
      const { title, how } = thing.source
      return { kind: 'feature', by: kindOf(thing), title, text, lines, basis, how }
    }),
    ...thingsOf(shown, 'missed').map(({ asked, queries }): ToDoItem => {
      const first = queries.slice(0, MOST_OF_A_TOOL)
      return { kind: 'missed', asked, missed: queries.length, queries: first }
    }),
    ...texts
      .toSorted((a, b) => worthOf(b) - worthOf(a))
      .slice(0, MOST_OF_A_TOOL)
      .map((proposal): ToDoItem => ({ kind: 'text', proposal })),
    ...edges.slice(0, MOST_OF_A_TOOL).flatMap(({ proposal, decision }): ToDoItem[] => {
      const row = decision ? edgeRow(decision, decision) : proposal && edgeRow(proposal)
      return row ? [{ kind: 'edge', proposal: row }] : []
    }),
    ...thingsOf(shown, 'finding')
      .slice(0, MOST_OF_A_TOOL)
      .map(({ finding }): ToDoItem => {
        return { kind: 'finding', title: titleOf(finding.rule), finding }
      }),
  ]
}

const WORTH: Record<GateVerdict, number> = { helps: 2, untold: 1, 'no-change': 0, harms: -1 }

/** What helps comes first and what harms last; what is not measured in between. */
const worthOf = ({ gate }: ReviewRow): number => (gate ? WORTH[gate.verdict] : 1)
