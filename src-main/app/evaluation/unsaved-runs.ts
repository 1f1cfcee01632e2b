import { LRUCache } from 'lru-cache'
import { Problem } from '../../domain/problem'
import type { QueryOutcome, Run } from '../../domain/run/run'
import { weightWithin } from '../../domain/value/weight-within'
import type { AppContext } from '../context'
import type { Sessions } from '../workspaces/sessions'
import { MOST_OUTCOMES, weightOf } from './measured-runs'

/** A run with what each of its queries gave. */
export interface Measured {
  run: Run
  outcomes: readonly QueryOutcome[]
}

/** A run was measured, and could not be stored: its figures are there all the same. */
export class UnsavedRun extends Problem {
  constructor(
    readonly run: Run,
    { code, message, fix }: Problem,
  ) {
    super(
      code,
      `“${run.recipe}” is measured, but its run could not be kept. ${message}`,
      [fix, 'While Pegboard stays open, measuring it again takes it as it is.']
        .filter(Boolean)
        .join(' '),
    )
  }
}

/** Runs that could not be stored, held in memory so that an hour's work is not measured again. */
interface UnsavedRuns {
  hold(dir: string, measured: Measured): void
  /** The one of this measurement. */
  of(dir: string, cell: string): Measured | undefined
  /** It is stored by now. */
  forget(dir: string, cell: string): void
}

const known = new WeakMap<Sessions, UnsavedRuns>()

/** Those of all who work with these sessions. */
export function unsavedRunsOf({ sessions }: Pick<AppContext, 'sessions'>): UnsavedRuns {
  const runs = known.get(sessions) ?? openUnsavedRuns()
  known.set(sessions, runs)
  return runs
}

function openUnsavedRuns(): UnsavedRuns {
  const held = new LRUCache<string, Measured>({
    maxSize: MOST_OUTCOMES,
    sizeCalculation: ({ run }) => weightWithin(MOST_OUTCOMES, weightOf(run)),
  })
  const keyOf = (dir: string, cell: string) => `${cell} ${dir}`
  return {
    hold(dir, measured) {
      held.set(keyOf(dir, measured.run.provenance?.cell ?? measured.run.id), measured)
    },
    of: (dir, cell) => held.get(keyOf(dir, cell)),
    forget: (dir, cell) => void held.delete(keyOf(dir, cell)),
  }
}
