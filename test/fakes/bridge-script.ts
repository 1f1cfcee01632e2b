import type { ProblemReport } from '../../src-main/contract/reply'
import type { ActionInput, ActionName, ActionAnswer } from '../../src-main/features/actions'
import type { RequestOptions } from '../../src-renderer/bridge/bridge'

type Answer<Name extends ActionName> = (
  input: ActionInput<Name>,
  options: RequestOptions,
) => ActionAnswer<Name> | Failure | Promise<ActionAnswer<Name> | Failure>

/** What the app answers, by action. Asking an action without an answer fails the request. */
export type Answers = { [Name in ActionName]?: Answer<Name> }

export class Failure {
  constructor(readonly error: ProblemReport) {}
}

/** An answer that is an error. */
export const failure = (error: ProblemReport): Failure => new Failure(error)
