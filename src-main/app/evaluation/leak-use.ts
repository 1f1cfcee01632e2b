import type { Leak } from '../../contract/golden'
import type { LeakUse, QueryOutcome } from '../../domain/run/run'
import type { Cutoffs } from '../../evaluation/columns'
import { summarise } from '../../evaluation/summarise'
import { hashOfEach } from './provenance'

/** By the id of a query that leaks, what it says as well. */
export type Leaks = ReadonlyMap<string, readonly Leak[]>

/** How many of a run's queries leak, and its means without them; nothing where none does. */
export async function leakUse(
  outcomes: readonly QueryOutcome[],
  leaks: Leaks,
  { size, judging }: { size: Cutoffs; judging: Parameters<typeof summarise>[2] },
): Promise<LeakUse | undefined> {
  const clean = outcomes.filter(({ id }) => !leaks.has(id))
  if (clean.length === outcomes.length) return undefined
  const ofKind = (kind: Leak['kind']): number =>
    outcomes.filter(({ id }) => leaks.get(id)?.some((leak) => leak.kind === kind)).length
  return {
    queries: outcomes.length - clean.length,
    questions: ofKind('question'),
    examples: ofKind('example'),
    logged: ofKind('logged'),
    clean: clean.length,
    measures: clean.length > 0 ? (await summarise(clean, size, judging)).measures : {},
  }
}

/** Tells measurements apart whose queries leak otherwise. */
export const leaksHash = (leaks: Leaks): Promise<string> =>
  hashOfEach(
    [...leaks].map(([id, found]) => [id, found.map(({ kind }) => kind)]),
    () => Promise.resolve(),
  )
