import type { ActionAnswer } from '../../../features/actions'
import { Dir } from '../../../contract/workspace'
import { EDGE_KINDS } from '../../../domain/graph/edge'
import { dependenciesOf } from '../../../domain/tool/catalog-tool'
import { DependencyKind, ToolId, type CatalogTool } from '../../../domain/tool/tool'
import { asks, command, itsChange, type CommandGroup } from '../command'
import { text, whole } from '../flags'
import { plainText, tableText } from '../print-table'
import type { CommandSession } from '../session'

export const edges: CommandGroup = {
  summary: 'what tools need: list, add and remove the edges of the tool graph',
  commands: {
    list: command({
      summary: 'list the edges of a tool, or the tools that are needed most',
      args: ['id'],
      names: { id: 'tool' },
      input: {
        dir: Dir,
        id: ToolId.optional().describe('the tool’s id'),
        limit: whole(1).default(50).describe('how many to show'),
      },
      run: async (session, { dir, id, limit }) =>
        id === undefined
          ? { graph: await session.request('graph.hubs', { dir, limit: Math.min(limit, 1000) }) }
          : { tool: await edgesOf(session, dir, id) },
      json: ({ graph, tool }) => graph ?? tool,
      print: ({ graph, tool }, { limit }) => (graph ? hubLines(graph) : toolLines(tool, limit)),
    }),
    add: command({
      summary: 'say that a tool needs another one',
      args: ['id', 'on'],
      names: { id: 'tool' },
      input: {
        dir: Dir,
        id: ToolId.describe('the tool that needs it'),
        on: ToolId.describe('the tool that is needed'),
        kind: DependencyKind.optional().describe('how the tool is needed'),
        parameter: text('name', 'the parameter of the first tool that it is needed for'),
        reason: text('text', 'why it is needed'),
        at: whole(1).optional().describe('its place among the tool’s edges; default: the last'),
      },
      run(session, { dir, id, on, kind: given, parameter, reason, at }) {
        const kind = given ?? (parameter === undefined ? 'tool-direct' : 'parameter-direct')
        const edge = { on, kind, parameter, reason }
        const place = at === undefined ? undefined : at - 1
        return session.request('graph.addEdge', { dir, id, edge, at: place })
      },
      json: ({ entry, change }) => ({ ...needsOf(entry), ...(change !== undefined && { change }) }),
      undo: itsChange,
      print: ({ entry }, { on }) => doneText(entry, `Added: it needs ${on}.`),
    }),
    remove: asks('graph.removeEdge', {
      args: ['id', 'on'],
      names: { id: 'tool' },
      json: ({ entry, change }) => ({ ...needsOf(entry), ...(change !== undefined && { change }) }),
      undo: itsChange,
      print: ({ entry }, { on }) => doneText(entry, `Removed the edge to ${on}.`),
    }),
    reset: asks('graph.resetEdges', {
      args: ['id'],
      names: { id: 'tool' },
      json: ({ entry, change }) => ({ ...needsOf(entry), ...(change !== undefined && { change }) }),
      undo: itsChange,
      print: ({ entry }) => doneText(entry, 'The imported edges apply again.'),
    }),
  },
}

const needsOf = (entry: CatalogTool) => ({
  tool: entry.tool.id,
  origin: entry.layer.dependencies ? ('author' as const) : ('imported' as const),
  needs: dependenciesOf(entry),
})

async function edgesOf(session: CommandSession, dir: string, id: ToolId) {
  const { entry, dependents, missing } = await session.request('catalog.tool', { dir, id })
  return { ...needsOf(entry), neededBy: dependents, missing }
}

function doneText(entry: CatalogTool, done: string): string {
  const has = counted(dependenciesOf(entry).length, 'edge')
  return plainText(`${done} ${entry.tool.id} has ${has} now.`)
}

function hubLines(graph: ActionAnswer<'graph.hubs'>): string[] {
  const { tools, total, rows, kinds } = graph
  const between = `${counted(graph.edges, 'edge')} between ${counted(tools, 'tool')}`
  const sums = DependencyKind.options.map((kind) => `${kinds[kind]} ${EDGE_KINDS[kind].label}`)
  const lines = rows.map((hub) => [plainText(hub.id), String(hub.neededBy), String(hub.needs)])
  const first = `${between}; ${total} of them are needed by others.`
  if (graph.edges === 0) return [first]
  return [
    first,
    `${sums.join(' · ')}\n`,
    tableText(['tool', 'needed by', 'needs'], lines),
    ...(total > rows.length ? [`… and ${total - rows.length} more.`] : []),
  ]
}

type ToolEdges = Awaited<ReturnType<typeof edgesOf>>

function toolLines(edgesOfTool: ToolEdges, limit: number): string[] {
  const neededBy = new Map(edgesOfTool.neededBy.map((edge) => [edge.from, edge]))
  const id = plainText(edgesOfTool.tool)
  return [
    ...needsLines(edgesOfTool),
    neededBy.size === 0 ? 'No tool needs it.' : `${id} is needed by ${neededBy.size}:`,
    ...[...neededBy.values()]
      .slice(0, limit)
      .map(({ from, kind }) => `  ${plainText(from)} · ${EDGE_KINDS[kind].label}`),
    ...(neededBy.size > limit ? [`  … and ${neededBy.size - limit} more.`] : []),
  ]
}

function needsLines({ tool, origin, needs, missing }: ToolEdges): string[] {
  const id = plainText(tool)
  if (needs.length === 0) return [`${id} needs no tool.`]
  const rows = needs.map((edge, place) => [
    String(place + 1),
    `${plainText(edge.on)}${missing.includes(edge.on) ? ' (not in the catalog)' : ''}`,
    EDGE_KINDS[edge.kind].label,
    plainText(edge.parameter ?? ''),
    plainText(edge.reason ?? ''),
  ])
  return [
    `${id} needs, ${origin === 'author' ? 'as its author wrote them' : 'as imported'}:`,
    `${tableText(['', 'tool', 'kind', 'parameter', 'reason'], rows)}\n`,
  ]
}

const counted = (count: number, what: string): string => `${count} ${what}${count === 1 ? '' : 's'}`
