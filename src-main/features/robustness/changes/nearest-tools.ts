import { readInPassing } from '../../../domain/tool/stored-tool'
import type { CatalogTool, ToolId } from '../../../domain/tool/tool'
import { analyser } from '../../../pipeline/text/analyse'

/** A tool and how much of its words it has in common with another, 0 … 1. */
export interface Near {
  tool: ToolId
  alike: number
}

/** The tools most like one, the nearest first. */
export type NearestTools = (tool: ToolId) => readonly Near[]

/** Words of more tools tell none from others, and would have each compared with all. */
const MOST_SHARING = 1_000
/** Neighbours of a tool: of more, none would be near. */
const MOST_NEAR = 20

/**
 * By the words of names and descriptions, weighed by how rare they are, what two tools share
 * divided by what either has (weighted Jaccard). Needs no model, and does not depend on what a
 * recipe thinks is alike.
 */
export async function nearestTools(
  tools: readonly CatalogTool[],
  pause: () => Promise<unknown>,
): Promise<NearestTools> {
  const analyse = analyser(['split-identifiers', 'stop-words', 'stemming'])
  const words = new Map<ToolId, readonly string[]>()
  const holders = new Map<string, ToolId[]>()
  for (const entry of tools) {
    const { id, name, description } = readInPassing(entry).tool
    const own = [...new Set(analyse(`${name} ${description}`))]
    words.set(id, own)
    for (const word of own) {
      const known = holders.get(word)
      if (known) known.push(id)
      else holders.set(word, [id])
    }
    await pause()
  }
  const weightOf = (word: string) => Math.log(1 + tools.length / (holders.get(word)?.length ?? 1))
  const sums = new Map(
    [...words].map(([id, own]) => [id, own.reduce((sum, word) => sum + weightOf(word), 0)]),
  )
  const known = new Map<ToolId, readonly Near[]>()
  const lookFor = (id: ToolId): Near[] => {
    const shared = new Map<ToolId, number>()
    for (const word of words.get(id) ?? []) {
      const others = holders.get(word) ?? []
      if (others.length > MOST_SHARING) continue
      const weight = weightOf(word)
      for (const other of others) shared.set(other, (shared.get(other) ?? 0) + weight)
    }
    shared.delete(id)
    const sum = sums.get(id) ?? 0
    return [...shared]
      .map(([tool, both]) => ({ tool, alike: both / (sum + (sums.get(tool) ?? 0) - both) }))
      .sort((a, b) => b.alike - a.alike || (a.tool < b.tool ? -1 : 1))
      .slice(0, MOST_NEAR)
  }
  return (id) => {
    const near = known.get(id) ?? lookFor(id)
    known.set(id, near)
    return near
  }
}
