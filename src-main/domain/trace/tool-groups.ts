import type { Need, PlacedTool } from '../query/query'
import type { ToolId } from '../tool/tool'

/** Whether a tool is only there because others need it: nothing that was searched found it. */
export const isDependency = ({ witnesses }: Pick<PlacedTool, 'witnesses'>): boolean =>
  witnesses.some(({ kind }) => kind === 'edge') &&
  witnesses.every(
    (witness) =>
      witness.kind === 'edge' || (witness.kind === 'score' && witness.origin === 'graph'),
  )

/** What became of a tool that another one needs: given, or why not. */
export type NeedStatus = 'given' | 'cut' | 'kept-back' | 'gone'

/** A tool of a set that was found, with all that it needs. */
export interface ToolGroup<Needed extends Need = Need> {
  main: ToolId
  /** Whether the set holds it; else only what it needs is there. */
  isGiven: boolean
  needs: (Needed & { status: NeedStatus })[]
  /**
   * Tools of the set that stand in this group: those it needs that no group before it holds, and
   * that were not found.
   */
  members: ToolId[]
}

/**
 * A tool set as groups: the tools that were found, each with what it needs, those that the request
 * names and then the best first. A tool
 * that several need is a member of the first of their groups. Every tool of the set stands in one
 * group; a main tool that was cut has one only where the set holds what it needs.
 */
export function toolGroups<Needed extends Need>(
  seeds: readonly { tool: ToolId; needs: readonly Needed[] }[],
  tools: readonly PlacedTool[],
): ToolGroup<Needed>[] {
  const given = new Set(tools.map(({ tool }) => tool))
  const free = new Set(tools.filter(isDependency).map(({ tool }) => tool))
  const needsOf = new Map(seeds.map((seed) => [seed.tool, seed.needs]))
  const isMain = ({ tool }: PlacedTool) => !free.has(tool)
  const named = tools.filter(({ witnesses: [first] }) => first?.kind === 'name')
  const mains = [
    ...new Set([
      ...named.map(({ tool }) => tool),
      ...needsOf.keys(),
      ...tools.filter(isMain).map(({ tool }) => tool),
    ]),
  ]
  const groupOf = (main: ToolId): ToolGroup<Needed> => {
    const needs = (needsOf.get(main) ?? []).map((need) => ({
      ...need,
      status: statusOf(need, given),
    }))
    const members = needs.flatMap(({ tool }) => (free.delete(tool) ? tool : []))
    return { main, isGiven: given.has(main), needs, members }
  }
  // What a main tool that was cut needs is told with one that is there, where that needs it as
  // well.
  const ofGiven = new Map(
    mains.filter((main) => given.has(main)).map((main) => [main, groupOf(main)]),
  )
  return mains.flatMap((main) => {
    const group = ofGiven.get(main) ?? groupOf(main)
    return group.isGiven || group.members.length > 0 ? group : []
  })
}

const statusOf = ({ tool, state }: Need, given: ReadonlySet<ToolId>): NeedStatus => {
  if (given.has(tool)) return 'given'
  return state === 'admitted' ? 'cut' : state
}

/** The tools of a set in the order of its groups, each main tool before its members. */
export function inGroups<Tool extends PlacedTool>(
  groups: readonly ToolGroup[],
  tools: readonly Tool[],
): Tool[] {
  const byId = new Map(tools.map((tool) => [tool.tool, tool]))
  const order = groups.flatMap(({ main, members }) => [main, ...members])
  return order.flatMap((tool) => byId.get(tool) ?? [])
}
