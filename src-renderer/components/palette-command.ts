import type { Component } from 'vue'
import { MATCH, matchRank } from '../../src-main/domain/value/match-rank'

export interface PaletteCommand {
  id: string
  group: string
  title: string
  detail?: string
  keys?: string
  icon?: Component
  /** Found already by what offers it, if perhaps by words that are not on show. */
  found?: boolean
  /** Stands below whatever else matches, however well it does itself. */
  below?: boolean
  /** Offered whatever is typed, after everything else. */
  last?: boolean
  run: () => void
}

export interface PaletteGroup {
  label: string
  commands: PaletteCommand[]
}

const BELOW = MATCH.elsewhere + 1
const LAST = BELOW + BELOW
/**
 * Heads what matches by its description alone, so that it never stands between names that match.
 */
const BY_DESCRIPTION = 'In their descriptions'

/**
 * The commands in which all typed words occur, in groups, the best of all first. Within a group the
 * same name comes before one that begins like it, then one with words that do, then one that holds
 * them. With nothing typed all, as they come.
 */
export function matching(commands: readonly PaletteCommand[], typed: string): PaletteGroup[] {
  const rankOf = matchRank(typed)
  const isOpen = typed.trim() === ''
  const ranked = commands
    .map((command) => ({ command, rank: isOpen ? MATCH.exact : rank(command) }))
    .filter(({ rank }) => rank !== undefined)
    .sort((one, other) => Number(one.rank) - Number(other.rank))
  const groups = Map.groupBy(ranked, ({ command, rank }) =>
    rank === MATCH.elsewhere ? BY_DESCRIPTION : command.group,
  )
  return [...groups].map(([label, members]) => ({
    label,
    commands: members.map(({ command }) => command),
  }))

  function rank({ title, detail, found, below, last }: PaletteCommand) {
    if (last) return LAST
    const own = rankOf(title, detail) ?? (found ? MATCH.elsewhere : undefined)
    return below && own !== undefined ? BELOW + own : own
  }
}
