import type {
  Bridge,
  Changed,
  Notice,
  Outdated,
  RequestOptions,
} from '../../src-renderer/bridge/bridge'
import type { Reply } from '../../src-main/contract/reply'
import {
  actions,
  type ActionInput,
  type ActionName,
  type ActionAnswer,
} from '../../src-main/features/actions'
import { Failure, failure, type Answers } from './bridge-script'
import { commitOf, sampleAnswers } from './bridge-answers'
import { sampleCatalog } from './sample-catalog'

export { failure, type Answers } from './bridge-script'

export interface FakeBridge extends Bridge {
  /** All requests so far, in order. */
  requests: { action: ActionName; input: unknown }[]
  /** Inputs of the requests of one action, in order. */
  inputsOf<Name extends ActionName>(action: Name): ActionInput<Name>[]
  /** Without a commit, that of the revision. */
  change(event: { dir: string; revision: number; commit?: string }): void
  outdate(event: Omit<Outdated, 'kind'>): void
  notice(event: Omit<Notice, 'kind'>): void
}

/**
 * An app that answers from a script: a small sample workspace, with `answers` taking precedence.
 */
export function fakeBridge(answers: Answers = {}, catalog = sampleCatalog()): FakeBridge {
  const revisions = new Map<string, number>()
  const script: Answers = { ...sampleAnswers(catalog, revisions), ...answers }
  const requests: FakeBridge['requests'] = []
  const changeListeners = new Set<(change: Changed) => void>()
  const outdatedListeners = new Set<(outdated: Outdated) => void>()
  const noticeListeners = new Set<(notice: Notice) => void>()

  async function request<Name extends ActionName>(
    action: Name,
    input: ActionInput<Name>,
    options: RequestOptions = {},
  ): Promise<Reply<ActionAnswer<Name>>> {
    requests.push({ action, input })
    const answer = script[action]
    if (!answer)
      return { ok: false, error: { code: 'internal', message: `No answer to ${action}.` } }
    // As the app reads it: with what its contract fills in, and nothing else.
    const { data, error } = actions[action].input.safeParse(structuredClone(input))
    if (error) return { ok: false, error: { code: 'bad-input', message: error.message } }
    const given = await Promise.race([answer(data as ActionInput<Name>, options), aborted(options)])
    return given instanceof Failure
      ? { ok: false, error: given.error }
      : { ok: true, data: structuredClone(given) }
  }

  return {
    requests,
    request,
    inputsOf: <Name extends ActionName>(action: Name) =>
      requests
        .filter((entry) => entry.action === action)
        .map(({ input }) => input as ActionInput<Name>),
    change(event) {
      const { dir, revision, commit = commitOf(revision) } = event
      revisions.set(dir, revision)
      changeListeners.forEach((tell) => tell({ kind: 'changed', dir, revision, commit }))
    },
    outdate: (event) => outdatedListeners.forEach((tell) => tell({ kind: 'outdated', ...event })),
    notice: (event) => noticeListeners.forEach((tell) => tell({ kind: 'notice', ...event })),
    onChange(listener) {
      changeListeners.add(listener)
      return () => changeListeners.delete(listener)
    },
    onOutdated(listener) {
      outdatedListeners.add(listener)
      return () => outdatedListeners.delete(listener)
    },
    onNotice(listener) {
      noticeListeners.add(listener)
      return () => noticeListeners.delete(listener)
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
