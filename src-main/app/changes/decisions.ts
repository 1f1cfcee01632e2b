import type { ChangeRow } from '../../contract/changes'
import { Problem } from '../../domain/problem'
import { capitalised } from '../../domain/value/capitalised'

/**
 * What was decided of one proposal; what was decided at once has one batch, and is taken back
 * together.
 */
interface Decided {
  decision: { verdict: string; batch: string; decidedAt: string }
}

/** What proposals of a kind are called: one, and several. */
type Called = readonly [one: string, several: string]

/** What was decided at once, as a sentence without its end: `Accepted 3 proposed texts`. */
export function decisionText(decided: readonly Decided[], [one, several]: Called): string {
  const verdict = decided[0]?.decision.verdict ?? 'decided'
  return `${capitalised(verdict)} ${decided.length} ${decided.length === 1 ? one : several}`
}

/** Decisions as changes that can be taken back. */
export const decisionRows = (decided: readonly Decided[], called: Called): ChangeRow[] =>
  [...Map.groupBy(decided, ({ decision }) => decision.batch)].map(([name, of]) => ({
    name,
    at: of[0]?.decision.decidedAt ?? '',
    what: decisionText(of, called),
    isUndone: false,
  }))

export const nothingToUndo = (): Problem =>
  new Problem(
    'not-found',
    'There is nothing of this to take back: it was taken back, or decided again.',
    'List what can be taken back: pegboard undo --list.',
  )
