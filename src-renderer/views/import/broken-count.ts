import type { ActionAnswer } from '../../../src-main/features/actions'

/**
 * Golden queries that an import breaks; unknown until they were asked, and where a stage of the
 * recipe failed meanwhile.
 */
export function brokenCount(
  answer: Pick<ActionAnswer<'import.effect'>, 'effect'> | undefined,
): number | undefined {
  const { effect } = answer ?? {}
  if (!effect || effect.degraded.length > 0) return undefined
  return effect.own.broken + effect.neighbours.broken
}
