/** At most so many of the items, spread over all, in their order. */
export const evenSample = <Item>(items: readonly Item[], most: number): Item[] =>
  items.length <= most
    ? [...items]
    : Array.from({ length: most }, (_, at) => items[Math.floor((at * items.length) / most)] as Item)
