/**
 * What two sets have in common, as a share of what either has: 0 … 1, and 0 where both are empty.
 */
export function jaccard<Item>(one: ReadonlySet<Item>, other: ReadonlySet<Item>): number {
  let both = 0
  for (const item of one) if (other.has(item)) both++
  return both / (one.size + other.size - both || 1)
}
