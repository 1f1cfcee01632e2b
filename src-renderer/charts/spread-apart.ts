/**
 * How far each of some places is moved, so that all stand at least so far apart and no further from where they were than
 * they must; their order stays, of equal ones that given. `moves[i]` belongs to `places[i]`.
 */
export function spreadApart(places: readonly number[], least: number): number[] {
  const rising = [...places.keys()].sort((a, b) => (places[a] ?? 0) - (places[b] ?? 0) || a - b)
  /** Places that touch are moved together, about their common middle. */
  const groups: { at: number[]; middle: number }[] = []
  for (const at of rising) {
    let group = { at: [at], middle: places[at] ?? 0 }
    for (let before = groups.at(-1); before && isTouching(before, group); before = groups.at(-1)) {
      groups.pop()
      group = joined(before, group)
    }
    groups.push(group)
  }
  const moves = new Array<number>(places.length).fill(0)
  for (const { at, middle } of groups) {
    const first = middle - ((at.length - 1) / 2) * least
    for (const [place, index] of at.entries())
      moves[index] = first + place * least - (places[index] ?? 0)
  }
  return moves

  type Group = (typeof groups)[number]
  function isTouching(before: Group, after: Group): boolean {
    const room = ((before.at.length + after.at.length) / 2) * least
    return after.middle - before.middle < room
  }
  function joined(before: Group, after: Group): Group {
    const at = [...before.at, ...after.at]
    return { at, middle: at.reduce((sum, index) => sum + (places[index] ?? 0), 0) / at.length }
  }
}
