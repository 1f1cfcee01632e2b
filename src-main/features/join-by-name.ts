/**
 * What the core and features give of one kind, by name.
 * @throws Error where two give the same name: one of them would never be reached.
 */
export function joinByName<Given>(
  kind: string,
  given: Readonly<Record<string, Readonly<Record<string, Given>>>>,
): Record<string, Given> {
  const all = new Map<string, { by: string; each: Given }>()
  for (const [by, own] of Object.entries(given)) {
    for (const [name, each] of Object.entries(own)) {
      const other = all.get(name)
      if (other) throw new Error(`Two give the ${kind} “${name}”: ${other.by} and ${by}.`)
      all.set(name, { by, each })
    }
  }
  return Object.fromEntries([...all].map(([name, { each }]) => [name, each]))
}
