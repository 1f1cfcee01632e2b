import type { AgentVerdict, CallScore, MadeCall } from '../../domain/agent-run'
import type { ToolId } from '../../domain/tool'
import type { HeldCall } from './call-score'

/** All that could be scored of the calls is right. A sum of shares may miss 1 by its last digit. */
export const isRight = ({ weighted }: Pick<CallScore, 'weighted'>): boolean => weighted > 1 - 1e-9

/** What is known of a query when it is judged. */
export interface Judged {
  /** None where no tool is right. */
  held: readonly HeldCall[]
  score: CallScore
  calls: readonly MadeCall[]
  /** The right tools that were not given. */
  missing: readonly ToolId[]
  /** With the right tools alone; absent where it was not asked so. */
  alone?: CallScore | undefined
}

/** Why a query came out as it did: of its reasons the one that comes first on the way from catalog to call. */
export function verdictOf({ held, score, calls, missing, alone }: Judged): AgentVerdict {
  if (held.length === 0) return calls.length === 0 ? 'rightly-none' : 'called-anyway'
  if (isRight(score)) return 'right'
  if (missing.length > 0) return 'wrong-ones'
  if (alone && isRight(alone)) return 'too-many'
  return held.some(({ call }) => call === undefined) ? 'other-tool' : 'wrong-arguments'
}
