/**
 * What an entry counts in a cache of so much: the newest one always has room, also where it is
 * larger than all that the cache should hold.
 */
export const weightWithin = (most: number, weight: number): number =>
  Math.max(1, Math.min(most, Math.ceil(weight)))
