import type { ActionAnswer } from '../../features/actions'
import { edgeText } from '../../domain/trace/reasons'
import { toolGroups, type NeedStatus, type ToolGroup } from '../../domain/trace/tool-groups'
import { plainText } from './print-table'

type Answer = ActionAnswer<'query.run'>
type Group = ToolGroup<NonNullable<Answer['seeds']>[number]['needs'][number]>

/** The tools of an answer as groups; none where no dependencies were taken along. */
export const groupsOf = ({ seeds, tools }: Answer): Group[] =>
  seeds ? toolGroups(seeds, tools) : []

/** By tool: who in its group needs it, in words. */
export function neededText(
  groups: readonly Group[],
  { tool }: Answer['tools'][number],
): string | undefined {
  const group = groups.find(({ members }) => members.includes(tool))
  const need = group?.needs.find((each) => each.tool === tool)
  return need && `needed by ${edgeText(need.edge)}`
}

const WHY: Record<Exclude<NeedStatus, 'given'>, string> = {
  cut: 'cut',
  'kept-back': 'kept back by the filters',
  gone: 'not in this catalog',
}

/** What main tools need and the set does not hold, a line each. */
export const lackingLines = (groups: readonly Group[]): string[] =>
  groups.flatMap(({ main, needs }) => {
    const lacking = needs.flatMap(({ name, status }) =>
      status === 'given' ? [] : `${name} (${WHY[status]})`,
    )
    return lacking.length > 0 ? plainText(`${main} also needs ${listed(lacking)}.`) : []
  })

/** Names that are listed in a line. */
const MOST_LISTED = 10

function listed(names: readonly string[]): string {
  const more = names.length - MOST_LISTED
  return [...names.slice(0, MOST_LISTED), ...(more > 0 ? [`${more} more`] : [])].join(', ')
}

/** How many of a set were found, and how many only others need. */
export function groupsText(groups: readonly Group[]): string | undefined {
  if (groups.length === 0) return undefined
  const needed = groups.reduce((sum, { members }) => sum + members.length, 0)
  const found = groups.filter(({ isGiven }) => isGiven).length
  return `${found} found, ${needed} that these need`
}

export const groupsJson = (groups: readonly Group[]) =>
  groups.map(({ main, isGiven, needs }) => ({
    main,
    given: isGiven,
    needs: needs.map(({ tool, status, edge: { kind: _, main: _main, ...edge } }) => ({
      tool,
      status,
      ...edge,
    })),
  }))
