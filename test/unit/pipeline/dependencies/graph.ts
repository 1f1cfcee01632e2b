import type { Dependency, ToolId } from '../../../../src-main/domain/tool/tool'
import type { ToolGraph } from '../../../../src-main/pipeline/dependencies/walk'
import { catalogTool, id } from '../../../fakes/catalog-tool'
import { conceptEmbedder } from '../../../fakes/embedder'
import { kitOf } from '../../../fakes/kit'

/** Who needs whom, in order: `{ mail: ['log_in', 'wifi'] }`. */
export type Needs = Readonly<Record<string, readonly string[]>>

export const edgeTo = (on: string, kind: Dependency['kind'] = 'tool-direct'): Dependency => ({
  on: id(on),
  kind,
})

/** A graph in which every edge is direct. @param states of tools that are not admitted. */
export const graphOf = (
  needs: Needs,
  states: Readonly<Record<string, 'kept-back' | 'gone'>> = {},
): ToolGraph => ({
  dependencies: (tool: ToolId) => (needs[tool] ?? []).map((on) => edgeTo(on)),
  stateOf: (tool) => states[tool] ?? 'admitted',
})

/** The parts that stages take, of a catalog with these tools, the hidden ones kept back. */
export function partsOf(needs: Needs, hidden: readonly string[] = []) {
  const names = new Set([...Object.keys(needs), ...hidden])
  const tools = [...names].map((name) =>
    catalogTool(name, {
      dependencies: (needs[name] ?? []).map((on) => edgeTo(on)),
      visibility: hidden.includes(name) ? 'hidden' : 'public',
    }),
  )
  const kit = kitOf({ tools, embedder: conceptEmbedder([]) })
  const among = kit.among({ tags: [], servers: [], visibilities: ['public'] })
  return { kit, among }
}
