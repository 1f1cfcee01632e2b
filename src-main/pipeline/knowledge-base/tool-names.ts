import { comparedName, lastPart } from '../../domain/tool/tool-name'
import type { ToolId } from '../../domain/tool/tool'
import type { ToolNames } from '../kit'
import { mapYielding } from './map-yielding'
import type { Earlier } from './open-once'

/** Names, and which tools they were made of. */
export interface IndexedNames extends ToolNames {
  has(id: ToolId): boolean
}

/**
 * The names of all tools, read off their ids. Those of an earlier catalog serve where no tool came
 * or went since.
 */
export async function toolNames(
  tools: ReadonlyMap<ToolId, unknown>,
  earlier: Earlier<IndexedNames> | undefined,
): Promise<IndexedNames> {
  const before = await earlier?.value
  const isSame = [...(earlier?.changed ?? [])].every((id) => before?.has(id) === tools.has(id))
  return before && isSame ? before : namesOf([...tools.keys()])
}

/** As clients write the names of a server's tools in front of its own: `mcp__github__search`. */
const CLIENT_PREFIX = 'mcp/'

async function namesOf(ids: readonly ToolId[]): Promise<IndexedNames> {
  const byLastPart = new Map<string, ToolId[]>()
  const add = (id: ToolId): [] => {
    const part = lastPart(comparedName(id))
    const known = byLastPart.get(part)
    if (known) known.push(id)
    else byLastPart.set(part, [id])
    return []
  }
  await mapYielding(ids, add)
  const all = new Set(ids)
  return {
    has: (id) => all.has(id),
    called(name) {
      const wanted = comparedName(name)
      if (!/[\p{L}\p{N}]/u.test(wanted)) return []
      const namesakes = byLastPart.get(lastPart(wanted)) ?? []
      const found = calledSo(namesakes, wanted)
      if (found.length > 0 || !wanted.startsWith(CLIENT_PREFIX)) return asWritten(found, name)
      return calledSo(namesakes, wanted.slice(CLIENT_PREFIX.length))
    },
  }
}

/** The tools of a compared name, with or without their server before it. */
const calledSo = (ids: readonly ToolId[], wanted: string): ToolId[] =>
  ids.filter((id) => `/${comparedName(id)}`.endsWith(`/${wanted}`))

/** Of several tools those that are called so to the letter; all where none is. */
function asWritten(ids: readonly ToolId[], name: string): readonly ToolId[] {
  const exact = ids.filter((id) => `/${id}`.endsWith(`/${name.trim()}`))
  return exact.length > 0 ? exact : ids
}
