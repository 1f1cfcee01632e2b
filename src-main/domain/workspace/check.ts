/**
 * What a part of a workspace or snapshot is: a table by its name, or another part by what it holds.
 */
export interface CheckedPart {
  name: string
  /** Rows that there should be; of vectors, rows that there are. */
  rows: number
  /**
   * `unchecked` where it can be read and has no hash to be held against, as older programs wrote
   * none.
   */
  state: 'whole' | 'damaged' | 'unchecked'
  /** What is wrong, in words. */
  fault?: string
  /** Where it is made again by itself, so that nothing is lost. */
  isRemade?: true
}

/** One workspace, or one published snapshot. */
export interface CheckedContent {
  /** Of a published snapshot. */
  snapshot?: number
  parts: CheckedPart[]
  /** Why it cannot be looked at, in words. */
  fault?: string
}

export interface DamageCheck {
  /** The folder or the address. */
  place: string
  contents: CheckedContent[]
  isDamaged: boolean
  /**
   * The revision of the last commit before that is whole, where the workspace is damaged and one is
   * known.
   */
  wholeBefore?: number
  /** Tables without a hash that were given one. */
  hashed: number
  /** What was done about damage. */
  repaired?: 'back' | 'kept'
}

export const isDamagedPart = ({ state, isRemade }: CheckedPart): boolean =>
  state === 'damaged' && !isRemade

export const isDamagedContent = ({ parts, fault }: CheckedContent): boolean =>
  fault !== undefined || parts.some(isDamagedPart)
