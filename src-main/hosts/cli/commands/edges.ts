import { Option, type Command } from 'commander'
import type { ActionAnswer } from '../../../app/actions'
import { EDGE_KINDS } from '../../../domain/graph/edge'
import { dependenciesOf } from '../../../domain/tool/catalog-tool'
import { DependencyKind, type CatalogTool } from '../../../domain/tool/tool'
import { wholeNumber } from '../arguments'
import { plainText, tableText } from '../print-table'
import type { CommandSession, Run } from '../session'

interface Flags {
  workspace: string
  json?: boolean
}
interface EdgeFlags extends Flags {
  kind?: DependencyKind
  parameter?: string
  reason?: string
  at?: number
}

export function addEdgesCommand(program: Command, run: Run): void {
  const edges = program
    .command('edges')
    .description('what tools need: list, add and remove the edges of the tool graph')
  const command = (name: string, description: string) =>
    edges
      .command(name)
      .description(description)
      .requiredOption('--workspace <dir>', 'the workspace')
      .option('--json', 'print one JSON object')
  const kind = () =>
    new Option('--kind <kind>', 'how the tool is needed').choices(DependencyKind.options)
  command('list', 'list the edges of a tool, or the tools that are needed most')
    .argument('[tool]', 'the tool’s id')
    .option('--limit <n>', 'how many to show', wholeNumber(1), 50)
    .action((id: string | undefined, flags: Flags & { limit: number }) =>
      run((session) =>
        id === undefined ? listHubs(session, flags) : listTool(session, id, flags),
      ),
    )
  command('add', 'say that a tool needs another one')
    .argument('<tool>', 'the tool that needs it')
    .argument('<on>', 'the tool that is needed')
    .addOption(kind())
    .option('--parameter <name>', 'the parameter of the first tool that it is needed for')
    .option('--reason <text>', 'why it is needed')
    .option('--at <n>', 'its place among the tool’s edges; default: the last', wholeNumber(1))
    .action((id: string, on: string, flags: EdgeFlags) =>
      run((session) => add(session, { id, on }, flags)),
    )
  command('remove', 'remove an edge')
    .argument('<tool>', 'the tool that holds it')
    .argument('<on>', 'the tool that it leads to')
    .addOption(kind())
    .option('--parameter <name>', 'the parameter that it concerns')
    .action((id: string, on: string, flags: EdgeFlags) =>
      run((session) => remove(session, { id, on }, flags)),
    )
  command('reset', 'go back to the edges that were imported')
    .argument('<tool>', 'the tool’s id')
    .action((id: string, flags: Flags) => run((session) => reset(session, id, flags)))
}

interface Ends {
  id: string
  on: string
}

async function listHubs(
  session: CommandSession,
  { workspace, limit, json }: Flags & { limit: number },
): Promise<void> {
  const dir = await session.workspace(workspace)
  const graph = await session.request('graph.hubs', { dir, limit: Math.min(limit, 1000) })
  if (json) return session.printJson(graph)
  const { tools, edges, total, rows, kinds } = graph
  session.print(
    `${counted(edges, 'edge')} between ${counted(tools, 'tool')}; ${total} of them are needed by others.`,
  )
  if (edges === 0) return
  const sums = DependencyKind.options.map((kind) => `${kinds[kind]} ${EDGE_KINDS[kind].label}`)
  session.print(`${sums.join(' · ')}\n`)
  const lines = rows.map((hub) => [plainText(hub.id), String(hub.neededBy), String(hub.needs)])
  session.print(tableText(['tool', 'needed by', 'needs'], lines))
  if (total > rows.length) session.print(`… and ${total - rows.length} more.`)
}

async function listTool(
  session: CommandSession,
  id: string,
  { workspace, limit, json }: Flags & { limit: number },
): Promise<void> {
  const dir = await session.workspace(workspace)
  const detail = await session.request('catalog.tool', { dir, id: id })
  const needs = dependenciesOf(detail.entry)
  if (json) {
    const { dependents: neededBy, missing } = detail
    return session.printJson({ tool: id, origin: originOf(detail.entry), needs, neededBy, missing })
  }
  for (const line of needsLines(detail)) session.print(line)
  const neededBy = new Map(detail.dependents.map((edge) => [edge.from, edge]))
  session.print(
    neededBy.size === 0 ? 'No tool needs it.' : `${plainText(id)} is needed by ${neededBy.size}:`,
  )
  for (const { from, kind } of [...neededBy.values()].slice(0, limit)) {
    session.print(`  ${plainText(from)} · ${EDGE_KINDS[kind].label}`)
  }
  if (neededBy.size > limit) session.print(`  … and ${neededBy.size - limit} more.`)
}

const originOf = ({ layer }: CatalogTool): 'author' | 'imported' =>
  layer.dependencies ? 'author' : 'imported'

function needsLines({ entry, missing }: ActionAnswer<'catalog.tool'>): string[] {
  const needs = dependenciesOf(entry)
  const { id } = entry.tool
  const origin = originOf(entry) === 'author' ? 'as its author wrote them' : 'as imported'
  if (needs.length === 0) return [`${plainText(id)} needs no tool.`]
  const rows = needs.map((edge, place) => [
    String(place + 1),
    `${plainText(edge.on)}${missing.includes(edge.on) ? ' (not in the catalog)' : ''}`,
    EDGE_KINDS[edge.kind].label,
    plainText(edge.parameter ?? ''),
    plainText(edge.reason ?? ''),
  ])
  return [
    `${plainText(id)} needs, ${origin}:`,
    `${tableText(['', 'tool', 'kind', 'parameter', 'reason'], rows)}\n`,
  ]
}

async function add(session: CommandSession, ends: Ends, flags: EdgeFlags): Promise<void> {
  const dir = await session.workspace(flags.workspace)
  const { parameter, reason, at } = flags
  const kind = flags.kind ?? (parameter === undefined ? 'tool-direct' : 'parameter-direct')
  const edge = { on: ends.on, kind, parameter, reason }
  const place = at === undefined ? undefined : at - 1
  const changed = await session.request('graph.addEdge', { dir, id: ends.id, edge, at: place })
  tell(session, changed, { done: `Added: it needs ${ends.on}.`, ...flags })
}

async function remove(session: CommandSession, ends: Ends, flags: EdgeFlags): Promise<void> {
  const dir = await session.workspace(flags.workspace)
  const { kind, parameter } = flags
  const sought = { on: ends.on, kind, parameter }
  const changed = await session.request('graph.removeEdge', { dir, id: ends.id, ...sought })
  tell(session, changed, { done: `Removed the edge to ${ends.on}.`, ...flags })
}

async function reset(session: CommandSession, id: string, flags: Flags): Promise<void> {
  const dir = await session.workspace(flags.workspace)
  const changed = await session.request('graph.resetEdges', { dir, id: id })
  tell(session, changed, { done: 'The imported edges are in force.', ...flags })
}

function tell(
  session: CommandSession,
  { entry }: ActionAnswer<'graph.addEdge'>,
  { done, json }: { done: string; json?: boolean },
): void {
  const { id } = entry.tool
  const edges = dependenciesOf(entry)
  if (json) return session.printJson({ tool: id, origin: originOf(entry), needs: edges })
  session.print(plainText(`${done} ${id} has ${counted(edges.length, 'edge')} now.`))
}

const counted = (count: number, what: string): string => `${count} ${what}${count === 1 ? '' : 's'}`
