import { LRUCache } from 'lru-cache'
import { dependencyErrorsOf } from '../../domain/graph/dependency-errors'
import type { DependencyError } from '../../domain/graph/facts'
import { Problem } from '../../domain/problem'
import { partOfId, type Tier } from '../../domain/query/tier'
import type { QueryOutcome, Run } from '../../domain/run/run'
import { weightWithin } from '../../domain/value/weight-within'
import type { MeasuredRun } from '../../evaluation/compare'
import { judgedAt, standingOf, toolsAt } from '../../evaluation/judged'
import { recall } from '../../evaluation/measures'
import { partOfRun } from './part-of-run'
import { storedOutcomes, storedRuns } from './store'
import type { Call } from '../app'
import type { AppContext } from '../context'
import type { Session } from '../workspaces/session'
import type { Sessions } from '../workspaces/sessions'

/** How the queries of a run did at one k. */
export interface Judgement {
  /** `recall[i]` belongs to `outcomes[i]`. */
  recall: Float64Array
  /** `errors[i]` belongs to `outcomes[i]`; see {@link dependencyErrorsOf}. */
  errors: readonly (readonly DependencyError[])[]
  /** Places in `outcomes`, the worst recall first, equal ones in the order of the queries. */
  order: Uint32Array
}

/** A run with its outcomes. As neither ever changes, it is read and judged once. */
export interface OpenRun extends MeasuredRun {
  run: Run
  /** At one k; without k, of whole sets. */
  judged(k: number | undefined): Judgement
}

/** Runs with their outcomes, by workspace and id. */
export interface MeasuredRuns {
  /**
   * @param run its id, with `:vague` behind it the part of it whose queries are of that tier
   * @throws Problem `not-found`.
   */
  of(dir: string, run: string): Promise<OpenRun>
  /** Adds a run that was just measured; `stored` where the workspace holds it. */
  add(dir: string, measured: { run: Run; outcomes: readonly QueryOutcome[]; stored: boolean }): void
}

/** Outcomes held in memory, all runs together, by their weight: about 100 MB. */
export const MOST_OUTCOMES = 100_000
/**
 * So many tools of a list weigh as much as all else of an outcome: an id read from disk takes some
 * 50 bytes.
 */
const TOOLS_PER_WEIGHT = 20
/** Cut-offs of one run that stay judged: as many as a run can have of its own. */
const MOST_CUTOFFS = 20

interface Entry {
  open: Promise<OpenRun>
  weight: number
  /**
   * The last commit of the workspace at which it was seen to hold the run; absent where it does
   * not.
   */
  commit: string | undefined
}

const opened = new WeakMap<Sessions, MeasuredRuns>()

/** The run of an action that looks at measured runs. */
export const withRuns =
  <Input, Answer>(
    work: (
      context: AppContext & { measured: MeasuredRuns },
      input: Input,
      call: Call,
    ) => Promise<Answer>,
  ) =>
  (context: AppContext, input: Input, call: Call): Promise<Answer> =>
    work({ ...context, measured: measuredRunsOf(context) }, input, call)

/** The runs that are kept for all who look at those of these sessions. */
export function measuredRunsOf({ sessions }: Pick<AppContext, 'sessions'>): MeasuredRuns {
  const measured = opened.get(sessions) ?? openMeasuredRuns({ sessions })
  opened.set(sessions, measured)
  return measured
}

/** Keeps the runs that were looked at last, and finds the others in their workspaces. */
function openMeasuredRuns({ sessions }: Pick<AppContext, 'sessions'>): MeasuredRuns {
  const kept = new LRUCache<string, Entry>({
    maxSize: MOST_OUTCOMES,
    sizeCalculation: ({ weight }) => weightWithin(MOST_OUTCOMES, weight),
  })

  const wholeOf = async (dir: string, id: string): Promise<OpenRun> => {
    const key = keyOf(dir, id)
    const session = await sessions.of(dir)
    const { commit } = await session.store.state()
    const known = kept.get(key)
    if (known && (known.commit === undefined || known.commit === commit)) return known.open
    const run = await runOf(session, id).catch((error: unknown) => {
      kept.delete(key)
      throw error
    })
    const open = known?.open ?? read(session, run)
    kept.set(key, { open, weight: weightOf(run), commit })
    open.catch(() => kept.delete(key))
    return open
  }

  return {
    async of(dir, named) {
      const { run: id, tier } = partOfId(named)
      const whole = await wholeOf(dir, id)
      if (!tier) return whole
      const session = await sessions.of(dir)
      // What tier a query is of may be changed by any commit.
      const key = `${named} ${(await session.store.state()).commit}`
      const ofRun = parts.get(whole) ?? new LRUCache<string, Promise<OpenRun>>({ max: MOST_PARTS })
      const part = ofRun.get(key) ?? partOpened(session, whole, { id: named, tier })
      parts.set(whole, ofRun.set(key, part))
      part.catch(() => ofRun.delete(key))
      return part
    },
    add(dir, { run, outcomes, stored }) {
      // No commit is called so: whether the workspace still holds the run is looked up when it is
      // wanted.
      const commit = stored ? '' : undefined
      const open = Promise.resolve(openRun(run, outcomes))
      kept.set(keyOf(dir, run.id), { open, weight: weightOf(run), commit })
    },
  }
}

/** By run: its parts by tier, those looked at last. Each of them holds outcomes of the whole. */
const parts = new WeakMap<OpenRun, LRUCache<string, Promise<OpenRun>>>()
const MOST_PARTS = 12

async function partOpened(
  session: Session,
  whole: OpenRun,
  part: { id: string; tier: Tier },
): Promise<OpenRun> {
  const { run, outcomes } = await partOfRun(session, whole, part)
  return openRun(run, outcomes)
}

/** What a run's outcomes weigh in memory: the longer their lists, the more. */
export const weightOf = ({ queries, k }: Run): number =>
  queries * (1 + (k.at(-1) ?? 0) / TOOLS_PER_WEIGHT)

const keyOf = (dir: string, run: string): string => `${run} ${dir}`

async function read(session: Session, run: Run): Promise<OpenRun> {
  const outcomes = await storedOutcomes(session, run.id).catch((error: unknown) => {
    throw error instanceof Problem && error.code === 'unreadable' ? cutOff(run, error) : error
  })
  if (outcomes.length === run.queries) return openRun(run, outcomes)
  throw cutOff(run)
}

/**
 * A run of which not all is there: its figures are, as they stand in the list; the other runs open.
 */
const cutOff = ({ recipe, queries }: Run, { message }: { message?: string } = {}): Problem =>
  new Problem(
    'unreadable',
    `What this run of “${recipe}” gave for its ${queries} queries cannot be read: a file of the workspace is damaged or was cut off. Its figures are still listed, and other runs can be opened.${message ? ` ${message}` : ''}`,
    'Put the folder back from a backup, or evaluate again.',
  )

/** A run of the workspace. @throws Problem `not-found`. */
async function runOf(session: Session, id: string): Promise<Run> {
  const run = (await storedRuns(session)).find((candidate) => candidate.id === id)
  if (run) return run
  throw new Problem(
    'not-found',
    'This run is not in the workspace: it was removed, or never kept.',
    'Choose another run, or evaluate again and keep the runs.',
  )
}

function openRun(run: Run, outcomes: readonly QueryOutcome[]): OpenRun {
  const judgements = new LRUCache<number | 'own', Judgement>({ max: MOST_CUTOFFS })
  return {
    run,
    outcomes,
    judged(k) {
      const judgement = judgements.get(k ?? 'own') ?? judge(outcomes, k)
      judgements.set(k ?? 'own', judgement)
      return judgement
    },
  }
}

function judge(outcomes: readonly QueryOutcome[], k: number | undefined): Judgement {
  const scores = Float64Array.from(outcomes, (outcome) => recallAt(outcome, k))
  const order = Uint32Array.from(outcomes.keys()).sort(
    (a, b) => (scores[a] as number) - (scores[b] as number),
  )
  const errors = outcomes.map((outcome) =>
    dependencyErrorsOf({ ...outcome, given: toolsAt(outcome, k) }),
  )
  return { recall: scores, errors, order }
}

/** What a run holds of one query. @throws Problem `not-found`. */
export function outcomeOf({ outcomes }: Pick<OpenRun, 'outcomes'>, query: string): QueryOutcome {
  const outcome = outcomes.find(({ id }) => id === query)
  if (!outcome) throw new Problem('not-found', `The run holds no query “${query}”.`)
  return outcome
}

/** One query's recall at one k; without k, of the whole set. */
export const recallAt = (outcome: QueryOutcome, k: number | undefined): number =>
  recall.of(judgedAt(standingOf(outcome, toolsAt(outcome, k)), k ?? Infinity, 0))
