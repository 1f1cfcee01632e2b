import type { ExportedName } from '../domain/export-check'
import type { CatalogTool } from '../domain/tool'
import type { ProviderRules } from './rule'

/**
 * A name for every tool that the provider takes and no other tool has: `server__name`, with an underscore for what is not
 * allowed, cut to the longest allowed, and numbered where that leaves two alike. The same catalog gives the same names.
 */
export function qualifiedNames(
  tools: readonly CatalogTool[],
  { name: rule }: ProviderRules,
): ExportedName[] {
  const unique = uniqueNames(rule.longest)
  return tools.map(({ tool: { id, server, name } }) => {
    const wanted = server === undefined ? name : `${server}__${name}`
    const plain = wanted.replace(rule.foreign, '_').slice(0, rule.longest) || '_'
    // A digit where a letter is to stand first.
    const allowed = rule.pattern.test(plain) ? plain : `_${plain}`.slice(0, rule.longest)
    return { exported: unique(allowed), id, ...(server !== undefined && { server }), name }
  })
}

function uniqueNames(longest: number): (name: string) => string {
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
