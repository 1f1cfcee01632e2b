import { descriptionOf } from '../../domain/tool/catalog-tool'
import type { SelectedTool, NamedSeed, ToolBelow } from '../../contract/query'
import { toolsIn, type PlacedTool, type Seed, type ToolSet } from '../../domain/query/query'
import type { ToolId } from '../../domain/tool/tool'
import type { PathStep } from '../../pipeline/record'
import type { Catalog } from '../workspaces/catalog'

/** The tools of a set with what is to be shown of them. */
export const selectedTools = (set: ToolSet, catalog: Catalog): SelectedTool[] =>
  set.tools.map((placed, at) => selectedTool(placed, at + 1, catalog))

/**
 * What tools that were found need, by name; a tool that the catalog does not hold has only its id.
 */
export const namedSeeds = (seeds: readonly Seed[], catalog: Catalog): NamedSeed[] =>
  seeds.map(({ tool, needs }) => ({
    tool,
    needs: needs.map((need) => {
      if (!catalog.has(need.tool)) return { ...need, name: need.tool }
      const { name, server } = catalog.tool(need.tool).tool
      return { ...need, name, ...(server !== undefined && { server }) }
    }),
  }))

/** Characters of a description that the list of a tool set shows at most. */
const DESCRIPTION_CHARACTERS = 2_000

const shortenedText = (text: string): string =>
  text.length > DESCRIPTION_CHARACTERS ? `${text.slice(0, DESCRIPTION_CHARACTERS)}…` : text

function selectedTool(placed: PlacedTool, rank: number, catalog: Catalog): SelectedTool {
  const { tool, layer } = catalog.tool(placed.tool)
  const { tokens, isEstimate } = catalog.promptTokens(tool.id)
  return {
    ...placed,
    name: tool.name,
    server: tool.server,
    description: shortenedText(descriptionOf({ tool, layer })),
    rank,
    promptTokens: tokens,
    ...(isEstimate && { tokensEstimated: true }),
  }
}

interface LeftOut {
  placed: PlacedTool
  rank: number
  cut: boolean
  why: string
}

/**
 * The first tools that the last step of a recorded run left out, by their places, without those
 * that may not leave the catalog.
 */
export function toolsBelow(
  steps: readonly PathStep[],
  { most, admitted }: { most: number; admitted?: ReadonlySet<ToolId> | undefined },
  catalog: Catalog,
): ToolBelow[] {
  const last = steps.at(-1)
  if (!last || most === 0) return []
  return leftOutBy(last)
    .filter(({ placed }) => admitted?.has(placed.tool) !== false)
    .sort((a, b) => a.rank - b.rank)
    .slice(0, most)
    .map(({ placed, rank, cut, why }) => ({ ...selectedTool(placed, rank, catalog), cut, why }))
}

function leftOutBy({ step }: PathStep): LeftOut[] {
  const given = new Map(toolsIn(step.input).map(({ tool }, at) => [tool, at + 1]))
  return step.dropped.flatMap(({ why, tools, firstRank }) =>
    tools.map((placed, at) => ({
      placed,
      rank: firstRank === undefined ? (given.get(placed.tool) ?? 0) : firstRank + at,
      cut: firstRank !== undefined,
      why,
    })),
  )
}
