import type { SelectedTool, NamedSeed } from '../../../src-main/contract/query'
import { edgeText } from '../../../src-main/domain/trace/reasons'
import {
  toolGroups,
  type NeedStatus,
  type ToolGroup,
} from '../../../src-main/domain/trace/tool-groups'
import type { ToolId } from '../../../src-main/domain/tool/tool'

type NamedGroup = ToolGroup<NamedSeed['needs'][number]>

/** How a tool stands among the groups of a set. */
export interface GroupPlace {
  /** Who needs it and for what, of a tool that is only there for that. */
  neededBy?: string
  /** What it needs and the set does not hold, and why not. */
  lacks: string[]
  /** What it needs and the set holds elsewhere: found as well, or shown with another tool. */
  shared: string[]
}

const WHY: Record<Exclude<NeedStatus, 'given'>, string> = {
  cut: 'cut',
  'kept-back': 'kept back by the filters',
  gone: 'not in this catalog',
}

/** The groups of a set; undefined where no dependencies were taken along. */
export const groupsOf = (
  seeds: readonly NamedSeed[] | undefined,
  tools: readonly SelectedTool[],
): NamedGroup[] | undefined => seeds && toolGroups(seeds, tools)

/** How each tool of the groups stands. */
export function groupPlaces(groups: readonly NamedGroup[]): Map<ToolId, GroupPlace> {
  const places = new Map<ToolId, GroupPlace>()
  for (const { main, needs, members } of groups) {
    const lacks = needs.flatMap(({ name, status }) =>
      status === 'given' ? [] : `${name} (${WHY[status]})`,
    )
    const shared = needs.filter(({ tool, status }) => status === 'given' && !members.includes(tool))
    places.set(main, { lacks, shared: shared.map(({ name }) => name) })
    for (const { tool, edge } of needs) {
      if (members.includes(tool)) {
        places.set(tool, { neededBy: edgeText(edge), lacks: [], shared: [] })
      }
    }
  }
  return places
}

/** How many tools of a set were found, and how many are there for these. */
export function groupCounts(groups: readonly NamedGroup[]): { found: number; needed: number } {
  const found = groups.filter(({ isGiven }) => isGiven).length
  return { found, needed: groups.reduce((sum, { members }) => sum + members.length, 0) }
}
