import type { ReportRow } from '../../domain/catalog/import'
import { relabelled } from '../../domain/query/relabelled'
import type { AuthorLayer, Tool, ToolId } from '../../domain/tool/tool'
import { canonical } from '../../domain/value/canonical'
import type { FormatReading } from '../import-format'
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
  const taken = new Map<ToolId, Tool>()
  const joined = readings.map((reading) => {
    const ids = new Map<ToolId, ToolId>()
    const rows: ReportRow[] = []
    const tools = reading.tools.flatMap((tool): Tool[] => {
      const there = taken.get(tool.id)
      if (there && saysTheSame(there, tool)) return []
      const id = idFor(tool.id) as ToolId
      ids.set(tool.id, id)
      taken.set(id, tool)
      if (id !== tool.id) rows.push(renamed(tool, id))
      return [{ ...tool, id }]
    })
    return moved({ ...reading, tools, report: [...reading.report, ...rows] }, ids)
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

const saysTheSame = (one: Tool, other: Tool): boolean =>
  one.description === other.description && canonical(one.parameters) === canonical(other.parameters)

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
    tools: reading.tools.map((tool) => ({ ...tool, dependencies: edges(tool.dependencies) })),
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
