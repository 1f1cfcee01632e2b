import { QueryClient, type Query } from '@tanstack/vue-query'
import { onScopeDispose, shallowReactive } from 'vue'
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
  /** The folder of the workspace that is read; absent for actions without one. */
  dir?: string
  /** The input as JSON. */
  input: string
  /** What the workspace is read at; an answer to another version is another answer. */
  version?: string
}

/** An answer of the app, by what was read. */
export interface Answer {
  key: string
  data: unknown
}

/** Why there is none. */
export class NoAnswer extends Error {
  constructor(
    readonly key: string,
    readonly problem: ProblemReport,
  ) {
    super(problem.message)
  }
}

/** The answers kept at most when nobody shows them. */
const KEPT = 100

/**
 * Actions whose answer changes without a commit, as measures of proposed texts are kept, another
 * model is chosen, or a source is looked at: requested again whenever they come on
 * show. Features add theirs.
 */
const CHANGING: readonly ActionName[] = [
  'answers.list',
  'answers.size',
  'models.list',
  'models.unfit',
  'evaluation.outdated',
  'knowledge.move',
  'knowledge.status',
  'queue.list',
  'queue.things',
  'queue.tool',
  'review.list',
  'review.preview',
  'review.proposal',
  'sources.clients',
  'workspace.restsOn',
]

type Request = (
  action: ActionName,
  input: unknown,
  options: RequestOptions,
) => Promise<Reply<unknown>>

/**
 * The client of TanStack Query that answers of the app are read through. No answer grows old by
 * itself: another version of the workspace is another key, and the rest is said (`reload`,
 * `outdate`). Answers are shared, so nobody may change them.
 */
export function queryCache(request: Request, { kept = KEPT, changing = CHANGING } = {}) {
  const client = new QueryClient({ defaultOptions: { queries: UNTIL_SAID } })
  const cache = client.getQueryCache()
  /** How far requests have come, by key. */
  const progress = shallowReactive(new Map<string, Progress>())
  /** What nobody shows, in the order in which it went out of sight. */
  const unseen = new Set<Query>()

  cache.subscribe((event) => {
    const { type } = event
    const query = event.query as Query
    if (type === 'observerRemoved' && query.getObserversCount() === 0) putAway(query)
    if (type === 'observerAdded' || type === 'removed') unseen.delete(query)
    if (type === 'removed') progress.delete(readingOf(query).key)
  })

  function putAway(query: Query): void {
    if (query.isStale() || changing.includes(readingOf(query).action)) return cache.remove(query)
    unseen.add(query)
    // What is shown in its place is told after this.
    queueMicrotask(() => {
      if (unseen.has(query) && isSuperseded(query)) cache.remove(query)
      for (const oldest of unseen) {
        if (unseen.size <= kept) return
        unseen.delete(oldest)
        cache.remove(oldest)
      }
    })
  }

  /** Whether the same is shown of another version of the workspace. */
  const isSuperseded = (query: Query): boolean =>
    cache
      .findAll({ queryKey: [{ key: readingOf(query).key }] })
      .some((other) => other !== query && other.isActive())

  /** Requests again what is on show, and forgets the rest. */
  async function refresh(query: Query): Promise<void> {
    if (!query.isActive()) return cache.remove(query)
    // Outdated also where it goes out of sight before it is answered.
    query.invalidate()
    // The request under way was sent before what this is for.
    const before = query.promise
    void query.cancel({ silent: true })
    const arrival = query.fetch().catch(() => undefined)
    // It was answered, and is about to be taken up: then it cannot be cancelled any more.
    const isBefore = query.promise === before
    await arrival
    if (isBefore) await refresh(query)
  }

  const find = (reading: Reading) => cache.find({ queryKey: [reading] })

  return {
    client,
    progress,
    /** Whether what an action answers changes without a commit. */
    isChanging: (action: ActionName): boolean => changing.includes(action),
    /** What TanStack Query is to do to read this. */
    options: (reading: Reading) => ({
      queryKey: [reading],
      async queryFn({ signal }: { signal: AbortSignal }): Promise<Answer> {
        const { key, action, input } = reading
        progress.delete(key)
        const reply = await request(action, parseExact(input), {
          signal,
          onProgress: (step) => void (signal.aborted || progress.set(key, step)),
        })
        if (!reply.ok) throw new NoAnswer(key, reply.error)
        return { key, data: reply.data }
      },
    }),
    /** Requests again, whatever is cached. */
    async reload(reading: Reading): Promise<void> {
      const query = find(reading)
      if (query) await refresh(query)
    },
    /** Waits for the request under way, if any. */
    async arrival(reading: Reading): Promise<void> {
      await find(reading)?.promise?.catch(() => undefined)
    },
    /** What an action answers of a workspace is another by now. */
    outdate({ action, dir }: { action: string; dir: string }): void {
      for (const query of cache.findAll({ queryKey: [{ action, dir }] })) void refresh(query)
    },
  }
}

/** An answer is the one to show until it is said that it is not. */
const UNTIL_SAID = {
  staleTime: Infinity,
  gcTime: Infinity,
  retry: false,
  networkMode: 'always',
  structuralSharing: false,
  refetchOnWindowFocus: false,
  refetchOnReconnect: false,
} as const

const readingOf = (query: Query) => query.queryKey[0] as Reading

export const useQueryCache = sharedState('query cache', () => {
  const bridge = useBridge()
  const added = useFeatures().flatMap(({ changing = [] }) => changing)
  const cache = queryCache(bridge.request as Request, { changing: [...CHANGING, ...added] })
  onScopeDispose(bridge.onOutdated(cache.outdate))
  return cache
})
