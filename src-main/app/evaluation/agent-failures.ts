import type { AgentOutcome, AgentRun } from '../../domain/agent/run'
import { differencesText } from '../../domain/agent/words'
import type { AgentFailure } from '../../domain/run/failure'
import type { Run } from '../../domain/run/run'
import { isRight } from '../../evaluation/agent/call-score'
import { canonical } from '../../domain/value/canonical'
import type { Session } from '../workspaces/session'
import type { Failures } from './failures'
import { storedRuns } from './store'

/** What an agent made of the tools that a run gave at one k. */
export interface AgentFailures {
  run: AgentRun
  /**
   * By the query's id, of all that it was asked and answered in full: the golden tools that it
   * failed though it was given them.
   */
  byQuery: ReadonlyMap<string, readonly AgentFailure[]>
}

/**
 * An agent run never changes: it is read once for as long as the failures beside it are looked at.
 */
const read = new WeakMap<Failures, AgentFailures>()

/**
 * The agent run that was given just what a run gave at this k, and what it failed; undefined where
 * there is none.
 */
export async function agentFailuresOf(
  session: Session,
  failures: Failures,
): Promise<AgentFailures | undefined> {
  const run = await fittingRun(session, failures)
  if (!run) return undefined
  const known = read.get(failures)
  if (known?.run.id === run.id) return known
  const outcomes = await session.store.members('agentRuns', run.id)
  const measured = outcomes.filter(({ verdict }) => verdict !== 'cut')
  const byQuery = new Map(measured.map((outcome) => [outcome.id, failedIn(outcome)]))
  const found = { run, byQuery }
  read.set(failures, found)
  return found
}

/** Of several the one that was asked most queries, and of these the newest, which stands first. */
async function fittingRun(
  session: Session,
  { open: { run: given }, k }: Failures,
): Promise<AgentRun | undefined> {
  const { agentRuns } = await session.store.read('agentRuns')
  const likely = agentRuns.filter(
    ({ offer, goldenSet }) => offer.by === 'run' && offer.k === k && goldenSet === given.goldenSet,
  )
  if (likely.length === 0) return undefined
  const same = measuredAs(given)
  const runs = (await storedRuns(session)).filter((run) => measuredAs(run) === same)
  const ids = new Set([given.id, ...runs.map(({ id }) => id)])
  const fitting = likely.filter(({ offer }) => offer.by === 'run' && ids.has(offer.run))
  return fitting.reduce<AgentRun | undefined>(
    (best, run) => (best && best.queries >= run.queries ? best : run),
    undefined,
  )
}

/**
 * Equal where two runs gave the same tools to the same queries; a run that does not say is like
 * none but itself.
 */
const measuredAs = (run: Run): string | undefined =>
  run.provenance && run.catalog.content !== undefined
    ? canonical([
        run.provenance.goldenHash,
        run.catalog.content,
        run.recipe,
        run.options,
        run.embedder,
        run.catalogSize,
        run.split,
        run.provenance.history?.hash,
        run.provenance.model,
        run.provenance.prompts,
      ])
    : run.id

/** What it was not asked it did not fail. */
function failedIn({ expected, calls, missing, verdict }: AgentOutcome): readonly AgentFailure[] {
  if (verdict === 'too-long') return []
  const golden = new Set(expected.map(({ tool }) => tool))
  const called = [...new Set(calls.map(({ tool }) => tool))].filter((tool) => !golden.has(tool))
  return [...golden].flatMap((tool): AgentFailure[] => {
    const ofTool = expected.filter((one) => one.tool === tool)
    if (missing.includes(tool) || ofTool.every(({ score }) => isRight(score))) return []
    const rightAlone = verdict === 'too-many' && { rightAlone: true as const }
    if (ofTool.some(({ call }) => call === undefined))
      return [{ tool, reason: 'not-called', called, ...rightAlone }]
    const why = differencesText(ofTool.flatMap(({ differences }) => differences))
    return [{ tool, reason: 'wrong-arguments', called, ...(why && { why }), ...rightAlone }]
  })
}

/** The tools that an agent failed in a query; none where it was not asked it. */
export const agentFailedIn = (
  agent: AgentFailures | undefined,
  query: string,
): readonly AgentFailure[] => agent?.byQuery.get(query) ?? []
