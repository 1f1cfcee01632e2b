import type { TextProposal } from '../../domain/proposal/text'
import type { CatalogTool } from '../../domain/tool/tool'
import { toolVersion } from '../../pipeline/knowledge-base/to-standardise'
import { canonical } from '../../domain/value/canonical'
import type { Catalog } from '../workspaces/catalog'
import { partOf } from './accepted-part'

/**
 * Tells which proposals their tools have outgrown: those of tools that say something else by now
 * than when the proposal was written. What was accepted since does not count, as proposals of one
 * tool are written together and decided one after the other.
 */
export function stalenessIn(
  catalog: Catalog,
  proposals: readonly TextProposal[],
): (proposal: TextProposal) => boolean {
  const byTool = Map.groupBy(proposals, ({ tool }) => tool)
  return ({ tool, of }) => {
    if (!catalog.has(tool)) return false
    const entry = catalog.tool(tool)
    const isOf = (version: CatalogTool) => toolVersion(version) === of
    return !isOf(entry) && !beforeAccepted(entry, byTool.get(tool) ?? []).some(isOf)
  }
}

/**
 * The entry as it was before each of the accepted proposals of its tool, from the last to the
 * first.
 */
function beforeAccepted(entry: CatalogTool, ofTool: readonly TextProposal[]): CatalogTool[] {
  const accepted = ofTool
    .filter(({ decision }) => decision?.verdict === 'accepted')
    .toReversed()
    .sort((a, b) => byText(b.decision?.decidedAt ?? '', a.decision?.decidedAt ?? ''))
  const earlier: CatalogTool[] = []
  for (const { part, decision } of accepted) {
    const { layer } = earlier.at(-1) ?? entry
    if (canonical(partOf(layer, part)) !== canonical(decision?.written)) continue
    const { [part]: _, ...others } = layer
    earlier.push({ tool: entry.tool, layer: { ...others, ...decision?.before } })
  }
  return earlier
}

const byText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)
