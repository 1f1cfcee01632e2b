import type { PlacedTool } from '../../domain/query/query'
import type { ToolId } from '../../domain/tool/tool'
import {
  expandDependencies,
  type GraphParts,
  type SeedOptions,
  type WalkedSeed,
} from './expand-dependencies'

/**
 * The first tool with all it needs, the second with all it needs, and so on, each tool at its first
 * place. Graph RAG-Tool Fusion, section 3.
 */
export const concatenate = (graph: GraphParts, options: SeedOptions) =>
  expandDependencies(graph, options, {
    name: 'take dependencies along',
    settings: {},
    absent: 'no tool that was found needs it',
    join({ tools }, seeds, step) {
      const placed = inTurn(seeds)
      step.drop(
        tools.filter(({ tool }) => !placed.has(tool)),
        `beyond the first ${options.seeds}, and needed by none of them`,
      )
      return [...placed.values()]
    },
  })

function inTurn(seeds: readonly WalkedSeed[]): Map<ToolId, PlacedTool> {
  const placed = new Map<ToolId, PlacedTool>()
  const found = new Map(seeds.map((seed) => [seed.placed.tool, seed.placed]))
  for (const { placed: seed, needed } of seeds) {
    if (!placed.has(seed.tool)) placed.set(seed.tool, seed)
    for (const { tool, edge } of needed) {
      const before = placed.get(tool) ?? found.get(tool) ?? { tool, witnesses: [] }
      placed.set(tool, { ...before, witnesses: [...before.witnesses, edge] })
    }
  }
  return placed
}
