/**
 * Gives each wanted name once as it is, then with `_2`, `_3` … behind it, cut so that none is
 * longer than `longest`.
 */
export function uniqueNames(longest: number): (name: string) => string {
  const taken = new Set<string>()
  /** By name, the number tried last: thousands of tools may want one name. */
  const numbers = new Map<string, number>()
  return (name) => {
    let unique = name
    while (taken.has(unique)) {
      const number = (numbers.get(name) ?? 1) + 1
      numbers.set(name, number)
      unique = `${name.slice(0, longest - `_${number}`.length)}_${number}`
    }
    taken.add(unique)
    return unique
  }
}
