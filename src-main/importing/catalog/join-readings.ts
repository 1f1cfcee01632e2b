import type { ReportRow } from '../../domain/catalog/import'
import { relabelled } from '../../domain/query/relabelled'
import type { AuthorLayer, Tool, ToolId } from '../../domain/tool/tool'
import { canonical } from '../../domain/value/canonical'
import type { FormatReading } from '../import-format'
import { importReport } from './report'
import { uniqueIds } from './unique-ids'

type Joined = Pick<
  FormatReading,
  'tools' | 'goldenSets' | 'bundles' | 'layers' | 'fieldWeights' | 'report'
>

/**
 * What several formats read of one folder, as one catalog. A tool that two of them read comes in
 * once; two tools of one name get ids of their own, and what names them follows.
 */
export function joinReadings(readings: readonly FormatReading[]): Joined {
  const [only, ...others] = readings
  if (only && others.length === 0) return only
  const idFor = uniqueIds()
  /** By the id that they wanted. */
  const taken = new Map<ToolId, Tool[]>()
  const namesakes = new Map<string, Tool[]>()
  const joined = serversFirst(readings).map((reading) => {
    const ids = new Map<ToolId, ToolId>()
    const report = importReport()
    const tools = reading.tools.flatMap((tool): Tool[] => {
      const there = taken.get(tool.id) ?? []
      const others = tool.server === undefined ? (namesakes.get(tool.name) ?? []) : []
      const same = [...there, ...others].find((each) => saysTheSame(each, tool))
      if (same) {
        ids.set(tool.id, same.id)
        report.add(repeated(tool))
        fillIn(same, tool)
        return []
      }
      const id = idFor(tool.id) as ToolId
      const filed = { ...tool, id }
      ids.set(tool.id, id)
      taken.set(tool.id, [...there, filed])
      namesakes.set(tool.name, [...(namesakes.get(tool.name) ?? []), filed])
      if (id !== tool.id) report.add(renamed(tool, id))
      return [filed]
    })
    return moved({ ...reading, tools, report: [...reading.report, ...report.rows()] }, ids)
  })
  return {
    tools: joined.flatMap(({ tools }) => tools),
    goldenSets: joined.flatMap(({ goldenSets }) => goldenSets),
    bundles: joined.flatMap(({ bundles }) => bundles),
    layers: Object.fromEntries(joined.flatMap(({ layers = {} }) => Object.entries(layers))),
    fieldWeights: joined.flatMap(({ fieldWeights = [] }) => fieldWeights),
    report: joined.flatMap(({ report }) => report),
  }
}

/**
 * A log names no server of the tools that it holds: where a list beside it does, they are those of
 * the list.
 */
const serversFirst = (readings: readonly FormatReading[]): FormatReading[] =>
  readings.toSorted((one, other) => shareWithout(one) - shareWithout(other))

const shareWithout = ({ tools }: FormatReading): number =>
  tools.filter(({ server }) => server === undefined).length / Math.max(1, tools.length)

const saysTheSame = (one: Tool, other: Tool): boolean =>
  one.description === other.description && canonical(one.parameters) === canonical(other.parameters)

/** What only the later of two files says of a tool, such as what it returns, is kept as well. */
function fillIn(tool: Tool, { title, response, annotations, examples }: Tool): void {
  if (tool.title === undefined && title !== undefined) tool.title = title
  if (tool.response === undefined && response !== undefined) tool.response = response
  if (tool.annotations === undefined && annotations !== undefined) tool.annotations = annotations
  if (tool.examples.length === 0) tool.examples = examples
}

const repeated = ({ id, name }: Tool): ReportRow => ({
  outcome: 'skipped',
  where: id,
  entry: name,
  why: 'The same tool comes in another file as well',
})

const renamed = ({ id: wanted, name }: Tool, id: ToolId): ReportRow => ({
  outcome: 'altered',
  where: wanted,
  entry: name,
  why: `Another file has a tool of this name: this one gets the id ${id}`,
  fix: 'Rename one of the two at its source: an agent cannot tell them apart.',
})

/** A reading whose tools have other ids: all that names them names the new ones. */
function moved(reading: FormatReading, ids: ReadonlyMap<ToolId, ToolId>): FormatReading {
  const here = (id: ToolId): ToolId => ids.get(id) ?? id
  const edges = <Edge extends { on: ToolId }>(list: readonly Edge[]): Edge[] =>
    list.map((edge) => ({ ...edge, on: here(edge.on) }))
  const { layers = {} } = reading
  return {
    ...reading,
    tools: reading.tools.map((tool) =>
      Object.assign(tool, { dependencies: edges(tool.dependencies) }),
    ),
    goldenSets: relabelled(reading.goldenSets, ids),
    bundles: reading.bundles.map((each) => ({ ...each, tools: each.tools.map(here) })),
    layers: Object.fromEntries(
      Object.entries(layers).map(([id, layer]: [string, AuthorLayer]) => [
        here(id as ToolId),
        { ...layer, ...(layer.dependencies && { dependencies: edges(layer.dependencies) }) },
      ]),
    ),
  }
}
