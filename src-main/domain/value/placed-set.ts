/** A list without repetitions, whose items can be found. */
export interface PlacedList<Item> {
  items: readonly Item[]
  placeOf: ReadonlyMap<Item, number>
}

export const placedList = <Item>(items: readonly Item[]): PlacedList<Item> => ({
  items,
  placeOf: new Map(items.map((item, place) => [item, place])),
})

/**
 * Some items of a list, in its order, as a set that holds their places: it takes a byte an item of
 * the list, and who numbers the same list need look none of them up.
 */
export class PlacedSet<Item> implements ReadonlySet<Item> {
  /**
   * @param isIn `1` at the place of each item that belongs, else `0`
   * @param size how many belong
   */
  constructor(
    readonly list: PlacedList<Item>,
    readonly isIn: Uint8Array,
    readonly size: number,
  ) {}

  has(item: Item): boolean {
    const place = this.list.placeOf.get(item)
    return place !== undefined && this.isIn[place] === 1
  }

  *values(): SetIterator<Item> {
    for (const [place, item] of this.list.items.entries()) if (this.isIn[place] === 1) yield item
  }

  keys(): SetIterator<Item> {
    return this.values()
  }

  [Symbol.iterator](): SetIterator<Item> {
    return this.values()
  }

  *entries(): SetIterator<[Item, Item]> {
    for (const item of this.values()) yield [item, item]
  }

  forEach(each: (item: Item, same: Item, set: ReadonlySet<Item>) => void): void {
    for (const item of this.values()) each(item, item, this)
  }
}
