/** Which stored text stands for which keys; a key that has the same text twice is named twice. */
export interface KeysByText<Key extends string> {
  /** Rising. */
  keys: readonly Key[]
  /** The place of a key in `keys`. */
  numberOf: ReadonlyMap<Key, number>
  keysOf(hash: string): readonly Key[]
  hashesOf(key: Key): readonly string[]
}

export function keysByText<Key extends string>(
  keysOf: ReadonlyMap<string, readonly Key[]>,
): KeysByText<Key> {
  const hashesOf = new Map<Key, string[]>()
  for (const [hash, keys] of keysOf) {
    for (const key of keys) {
      const hashes = hashesOf.get(key)
      if (hashes) hashes.push(hash)
      else hashesOf.set(key, [hash])
    }
  }
  const keys = [...hashesOf.keys()].sort()
  return {
    keys,
    numberOf: new Map(keys.map((key, number) => [key, number])),
    keysOf: (hash) => keysOf.get(hash) ?? [],
    hashesOf: (key) => hashesOf.get(key) ?? [],
  }
}
