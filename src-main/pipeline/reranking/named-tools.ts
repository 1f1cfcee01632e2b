import type { PlacedTool, QueryPlan } from '../../domain/query'
import type { Settings } from '../../domain/trace'

/** A model's list of names held against the tools that it was shown. */
export interface NamedTools {
  tools: PlacedTool[]
  /** Names of no tool that was shown. */
  invented: number
  /** Names said before. */
  repeated: number
}

/** The tools that names stand for, each once, in the order of the names. */
export function namedTools(names: readonly string[], shown: readonly PlacedTool[]): NamedTools {
  const byName = namesOf(shown)
  const found = new Set<PlacedTool>()
  let invented = 0
  let repeated = 0
  for (const name of names) {
    const placed = byName.get(name.trim())
    if (!placed) invented++
    else if (found.has(placed)) repeated++
    else found.add(placed)
  }
  return { tools: [...found], invented, repeated }
}

/** By id, and by the bare name behind a server where only one tool has it: models like to leave the server out. */
function namesOf(shown: readonly PlacedTool[]): Map<string, PlacedTool> {
  const byBareName = Map.groupBy(shown, ({ tool }) => tool.slice(tool.lastIndexOf('/') + 1))
  const byName = new Map<string, PlacedTool>()
  for (const [name, [placed, ...others]] of byBareName) {
    if (placed && others.length === 0) byName.set(name, placed)
  }
  for (const placed of shown) byName.set(placed.tool, placed)
  return byName
}

/** What the trace tells of names that were of no use. */
export const misnamed = ({ invented, repeated }: NamedTools): Settings => ({
  ...(invented > 0 && { 'invented names dropped': invented }),
  ...(repeated > 0 && { 'repeated names dropped': repeated }),
})

/** What tools are judged for: the step, or the whole request where there are several. */
export const judgedText = ({ query, steps }: QueryPlan): string =>
  (steps.length === 1 ? steps[0]?.text : undefined) ?? query.text

/** A place that a model gave has no score. */
export const withoutScore = ({ tool, witnesses }: PlacedTool): PlacedTool => ({ tool, witnesses })
