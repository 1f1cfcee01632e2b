import type { ProblemReport } from '../../src-main/contract/reply'
import type { RouteInput, RouteName, RouteOutput } from '../../src-main/contract/routes'
import type { RequestOptions } from '../../src-renderer/bridge/bridge'

type Answer<Name extends RouteName> = (
  input: RouteInput<Name>,
  options: RequestOptions,
) => RouteOutput<Name> | Failure | Promise<RouteOutput<Name> | Failure>

/** What the app answers, by route. Asking a route without an answer fails the request. */
export type Answers = { [Name in RouteName]?: Answer<Name> }

export class Failure {
  constructor(readonly error: ProblemReport) {}
}

/** An answer that is an error. */
export const failure = (error: ProblemReport): Failure => new Failure(error)
