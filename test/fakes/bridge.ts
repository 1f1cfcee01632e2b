import type { Bridge, RequestOptions } from '../../src-renderer/bridge/bridge'
import type { ProblemReport, Reply, ServerEvent } from '../../src-main/contract/reply'
import type { RouteInput, RouteName, RouteOutput } from '../../src-main/contract/routes'
import { sampleAnswers } from './bridge-answers'
import { sampleCatalog } from './sample-catalog'

type Changed = Extract<ServerEvent, { kind: 'changed' }>
type Answer<Name extends RouteName> = (
  input: RouteInput<Name>,
  options: RequestOptions,
) => RouteOutput<Name> | Failure | Promise<RouteOutput<Name> | Failure>

/** What the app answers, by route. Asking a route without an answer fails the request. */
export type Answers = { [Name in RouteName]?: Answer<Name> }

class Failure {
  constructor(readonly error: ProblemReport) {}
}

/** An answer that is an error. */
export const failure = (error: ProblemReport): Failure => new Failure(error)

export interface FakeBridge extends Bridge {
  /** Everything asked so far, in order. */
  asked: { route: RouteName; input: unknown }[]
  /** Inputs of the requests of one route, in order. */
  inputsOf<Name extends RouteName>(route: Name): RouteInput<Name>[]
  change(event: Omit<Changed, 'kind'>): void
}

/** An app that answers from a script: a small sample workspace, with `answers` taking precedence. */
export function fakeBridge(answers: Answers = {}, catalog = sampleCatalog()): FakeBridge {
  const script: Answers = { ...sampleAnswers(catalog), ...answers }
  const asked: FakeBridge['asked'] = []
  const listeners = new Set<(change: Changed) => void>()

  async function request<Name extends RouteName>(
    route: Name,
    input: RouteInput<Name>,
    options: RequestOptions = {},
  ): Promise<Reply<RouteOutput<Name>>> {
    asked.push({ route, input })
    const answer = script[route]
    if (!answer)
      return { ok: false, error: { code: 'internal', message: `No answer to ${route}.` } }
    const given = await Promise.race([answer(structuredClone(input), options), aborted(options)])
    return given instanceof Failure
      ? { ok: false, error: given.error }
      : { ok: true, data: structuredClone(given) }
  }

  return {
    asked,
    request,
    inputsOf: <Name extends RouteName>(route: Name) =>
      asked.filter((entry) => entry.route === route).map(({ input }) => input as RouteInput<Name>),
    change: (event) => listeners.forEach((listener) => listener({ kind: 'changed', ...event })),
    onChange(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

function aborted({ signal }: RequestOptions): Promise<Failure> {
  return new Promise((resolve) => {
    signal?.addEventListener('abort', () =>
      resolve(failure({ code: 'cancelled', message: 'Stopped.' })),
    )
  })
}
