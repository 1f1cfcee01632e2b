import type { ToolId } from '../../../domain/tool/tool'
import type { Known } from './edge-clues'
import type { NumberedTools } from './numbered-tool'

type ByTool = (on: number) => number
const NOTHING: ByTool = () => 0

/**
 * What known edges say for a pair of tools, by numbers: the same as the clues of the same names.
 */
export function knownByNumber({ ids }: NumberedTools, known: Known) {
  const numbers = new Map(ids.map((id, at) => [id, at]))
  const needsOf = (id: ToolId): Set<number> =>
    new Set((known.edges.get(id) ?? []).flatMap(({ on }) => numbers.get(on) ?? []))
  /** How many of the tools need each. */
  const counted = (tools: readonly ToolId[]): Map<number, number> => {
    const counts = new Map<number, number>()
    for (const id of tools) for (const on of needsOf(id)) counts.set(on, (counts.get(on) ?? 0) + 1)
    return counts
  }
  const byParameter = new Map<string, Map<number, number>>()
  const needsByParameter = (name: string, namesakes: readonly ToolId[]) => {
    const counts = byParameter.get(name) ?? counted(namesakes)
    byParameter.set(name, counts)
    return counts
  }
  return {
    similar(similarTo: readonly ToolId[]): ByTool {
      if (similarTo.length === 0) return NOTHING
      const counts = counted(similarTo)
      return (on) => (counts.get(on) ?? 0) / similarTo.length
    },
    sameParameter(from: number, name: string): ByTool {
      const all = known.byParameter.get(name)
      if (!all) return NOTHING
      const id = ids[from] as ToolId
      // What has a parameter of the name and known edges is among them itself.
      const own = known.edges.has(id) ? needsOf(id) : undefined
      const others = all.length - (own ? 1 : 0)
      const counts = needsByParameter(name, all)
      return (on) => ((counts.get(on) ?? 0) - (own?.has(on) ? 1 : 0)) / (others + 1)
    },
  }
}
