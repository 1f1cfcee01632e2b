/**
 * What the core and features give of one kind, by name.
 * @throws Error where two give the same name: one of them would never be reached.
 */
export function joinByName<Given>(
  kind: string,
  given: Readonly<Record<string, Readonly<Record<string, Given>>>>,
): Record<string, Given> {
  return Object.fromEntries(
    joined(
      kind,
      Object.entries(given).map(([by, own]) => [by, Object.entries(own)]),
    ),
  )
}

/**
 * The same of what has an id, in the order in which it is given.
 * @param taken ids of what the core has that is no such thing
 * @throws Error where two have the same id, be it of one feature.
 */
export function joinById<Given extends { id: string }>(
  kind: string,
  given: Readonly<Record<string, readonly Given[]>>,
  taken: readonly string[] = [],
): Given[] {
  const all = Object.entries(given).map(([by, own]): Giver<Given> => {
    return [by, own.map((each) => [each.id, each])]
  })
  return joined(kind, all, taken).map(([, each]) => each)
}

type Named<Given> = [name: string, each: Given]
type Giver<Given> = [by: string, own: Named<Given>[]]

function joined<Given>(
  kind: string,
  givers: readonly Giver<Given>[],
  taken: readonly string[] = [],
): Named<Given>[] {
  const givenBy = new Map(taken.map((name) => [name, 'the core']))
  for (const [by, own] of givers) {
    for (const [name] of own) {
      const other = givenBy.get(name)
      if (other !== undefined) {
        throw new Error(`Two give the ${kind} “${name}”: ${other} and ${by}.`)
      }
      givenBy.set(name, by)
    }
  }
  return givers.flatMap(([, own]) => own)
}
