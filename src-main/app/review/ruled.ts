import type { ReviewRow } from '../../contract/review'
import type { AcceptRule } from '../../domain/proposal/gate'

/**
 * Whether a rule accepts what was measured so; what harms, or was not measured with all of the
 * recipe, it never does.
 */
export function isRuled(
  gate: ReviewRow['gate'],
  { fixes, breaks, noNeighbourWorse }: AcceptRule,
): boolean {
  if (!gate || gate.isDegraded || gate.verdict === 'harms') return false
  const { own, neighbours } = gate
  if (noNeighbourWorse && neighbours.worse + neighbours.broken > 0) return false
  return own.fixed + neighbours.fixed >= fixes && own.broken + neighbours.broken <= breaks
}
