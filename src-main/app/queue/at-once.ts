import { z } from 'zod'
import { DecidedAtOnce, ToDoFilters, ToDoOrder, type QueueThingsAnswer } from '../../contract/to-do'
import { Dir } from '../../contract/workspace'
import { TEXT_PROPOSALS } from '../../domain/proposal/bounds'
import { ToolId } from '../../domain/tool/tool'
import type { Call } from '../app'
import { requireKnown } from './fitting-things'
import { openQueue, shownIn, thingsOf, workOutGates, type QueueContext } from './to-do'

export const QueueThingsInput = z.object({
  dir: Dir,
  ...ToDoFilters,
  kind: DecidedAtOnce.describe('which things are named'),
  sort: ToDoOrder.default('weight').describe('in which order their tools are listed'),
  tools: z.array(ToolId).max(1000).optional().describe('only things of these tools, by id'),
  limit: z
    .number()
    .int()
    .min(1)
    .max(TEXT_PROPOSALS.most)
    .default(1000)
    .describe('how many to name'),
})
export type QueueThingsInput = z.output<typeof QueueThingsInput>

/** What of one kind the filters show, by name, in the order in which their tools are listed. */
export async function nameThings(
  context: QueueContext,
  { dir, kind, sort, tools, limit, ...filters }: QueueThingsInput,
  call: Call,
): Promise<QueueThingsAnswer> {
  requireKnown(filters, context.places)
  const queue = await openQueue(context, dir, call)
  await workOutGates(queue, filters, sort)
  const { things, rows } = shownIn(queue, filters, sort)
  const wanted = tools && new Set(tools)
  const byTool = Map.groupBy(
    things.filter((thing) => thing.kind === kind && (wanted?.has(thing.tool) ?? true)),
    ({ tool }) => tool,
  )
  const found = rows.flatMap(({ tool }) => byTool.get(tool) ?? [])
  const named = found.slice(0, limit)
  return {
    total: found.length,
    texts: thingsOf(named, 'text').map(({ proposal }) => proposal.id),
    edges: thingsOf(named, 'edge').map(({ tool, on }) => ({ from: tool, on })),
    findings: thingsOf(named, 'finding').map(({ finding }) => {
      const { rule, tool, where, mark } = finding
      return { rule, tool, where, mark }
    }),
    changed: thingsOf(named, 'changed').map(({ tool }) => tool),
  }
}
