import { onScopeDispose, shallowRef, type ShallowRef } from 'vue'
import type { ProblemReport, Progress, Reply } from '../../src-main/contract/reply'
import type { ActionName } from '../../src-main/features/actions'
import { parseExact } from '../../src-main/domain/value/exact-json'
import { useBridge, type RequestOptions } from '../bridge/bridge'
import { useFeatures } from '../places/places'
import { sharedState } from './shared-state'

/** What a component reads from the app. */
export interface Reading {
  /** Equal where action, input and workspace are equal. */
  key: string
  action: ActionName
  /** The input as JSON. */
  input: string
  /**
   * Names what is read of the workspace: its commit, and the models it works with; absent for
   * actions without one.
   */
  commit?: string
}

/** One answer of the app with its state, shared by all who read it. */
export interface CachedAnswer extends Reading {
  readonly data: ShallowRef<unknown>
  readonly problem: ShallowRef<ProblemReport | undefined>
  /** How far the request under way has come, where it said so. */
  readonly progress: ShallowRef<Progress | undefined>
  /** Of the request under way. */
  readonly controller: ShallowRef<AbortController | undefined>
  /** Resolves when the latest request has been answered. */
  arrival?: Promise<void>
  /** Whether `data` is what the app would answer now. */
  fresh: boolean
  readers: number
}

/** The answers kept at most when nobody shows them. */
const KEPT = 100

/**
 * Actions whose answer changes without a commit, as measures of proposed texts are kept, another
 * model is chosen, a source is looked at, or serving begins: requested again whenever they come on
 * show. Features add theirs.
 */
const CHANGING: readonly ActionName[] = [
  'models.list',
  'evaluation.outdated',
  'knowledge.move',
  'knowledge.status',
  'review.list',
  'review.preview',
  'review.proposal',
  'serving.state',
  'serving.calls',
  'served.sums',
  'served.log',
  'sources.clients',
  'sources.list',
]

type Request = (
  action: ActionName,
  input: unknown,
  options: RequestOptions,
) => Promise<Reply<unknown>>

/**
 * Answers of the app by what was read: several readers share one request, and what nobody shows is
 * kept until the least recently used has to go. Answers are shared, so nobody may change them.
 * Errors are not kept.
 */
export function queryCache(request: Request, { kept = KEPT, changing = CHANGING } = {}) {
  // In the order of their last use.
  const answers = new Map<string, CachedAnswer>()

  /** Starts to read; every `hold` is to be followed by a `release`. */
  function hold(reading: Reading): CachedAnswer {
    const known = answers.get(reading.key)
    // Nobody shows an answer to an older commit: then it is not shown to a newcomer either.
    const usable = known && (known.readers > 0 || known.commit === reading.commit)
    const answer = usable ? known : unanswered(reading)
    answer.readers += 1
    touch(answer)
    renew(answer, reading.commit)
    return answer
  }

  function release(answer: CachedAnswer): void {
    answer.readers -= 1
    if (answer.readers > 0) return
    answer.controller.value?.abort()
    answer.controller.value = undefined
    if (answer.fresh && !changing.includes(answer.action)) touch(answer)
    else answers.delete(answer.key)
  }

  /**
   * Requests the answer where it is not the one to this commit. The old data stays until the new is
   * there.
   */
  function renew(answer: CachedAnswer, commit: string | undefined): void {
    const outdated = answer.commit !== commit
    if (outdated) answer.fresh = false
    answer.commit = commit
    if (outdated || (!answer.fresh && !answer.controller.value)) answer.arrival = fetch(answer)
  }

  /** Requests again what is read under this key; what nobody reads is forgotten. */
  async function reload(key: string): Promise<void> {
    const answer = answers.get(key)
    if (!answer) return
    if (answer.readers === 0) answers.delete(key)
    else await (answer.arrival = fetch(answer))
  }

  /**
   * What an action answers of a workspace is another by now: what of it is on show is requested
   * again.
   */
  function outdate({ action, dir }: { action: string; dir: string }): void {
    for (const { key, input } of [...answers.values()].filter((each) => each.action === action)) {
      if ((parseExact(input) as { dir?: unknown }).dir === dir) void reload(key)
    }
  }

  async function fetch(answer: CachedAnswer): Promise<void> {
    answer.controller.value?.abort()
    const own = new AbortController()
    answer.controller.value = own
    answer.problem.value = undefined
    answer.fresh = false
    const reply = await request(answer.action, parseExact(answer.input), {
      signal: own.signal,
      onProgress(progress) {
        if (answer.controller.value === own) answer.progress.value = progress
      },
    })
    if (answer.controller.value !== own) return answer.controller.value && answer.arrival
    answer.controller.value = answer.progress.value = undefined
    answer.fresh = reply.ok
    if (reply.ok) answer.data.value = reply.data
    else answer.problem.value = reply.error
  }

  function touch(answer: CachedAnswer): void {
    answers.delete(answer.key)
    answers.set(answer.key, answer)
    for (const [key, { readers }] of answers) {
      if (answers.size <= kept) return
      if (readers === 0) answers.delete(key)
    }
  }

  return { hold, release, renew, reload, outdate, size: () => answers.size }
}

function unanswered(reading: Reading): CachedAnswer {
  return {
    ...reading,
    data: shallowRef(),
    problem: shallowRef(),
    progress: shallowRef(),
    controller: shallowRef(),
    fresh: false,
    readers: 0,
  }
}

export const useQueryCache = sharedState('query cache', () => {
  const bridge = useBridge()
  const added = useFeatures().flatMap(({ changing = [] }) => changing)
  const cache = queryCache(bridge.request as Request, { changing: [...CHANGING, ...added] })
  onScopeDispose(bridge.onOutdated(cache.outdate))
  return cache
})
