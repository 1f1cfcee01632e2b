/**
 * Each column once, and which of them stands for `columns[c]`: `columns[c]` equals `distinct[placeOf[c]]`. Many measures are
 * the same where queries have one right tool, and in small catalogs: nothing is found at a larger k that was not there at a
 * smaller one.
 */
export function distinctColumns(columns: readonly Float64Array[]): {
  distinct: Float64Array[]
  placeOf: number[]
} {
  const distinct: Float64Array[] = []
  const bySum = new Map<number, number[]>()
  const placeOf = columns.map((values) => {
    const sum = values.reduce((so, value) => so + value, 0)
    const alike = bySum.get(sum) ?? []
    bySum.set(sum, alike)
    const known = alike.find((place) => isSame(distinct[place] as Float64Array, values))
    if (known !== undefined) return known
    alike.push(distinct.length)
    return distinct.push(values) - 1
  })
  return { distinct, placeOf }
}

const isSame = (some: Float64Array, others: Float64Array): boolean =>
  some.length === others.length && some.every((value, at) => value === others[at])
