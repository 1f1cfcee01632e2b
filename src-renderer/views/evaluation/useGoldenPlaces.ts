import { onScopeDispose, shallowReactive, shallowRef, watch } from 'vue'
import type { GoldenPlace } from '../../../src-main/contract/evaluation-routes'
import type { ProblemReport } from '../../../src-main/contract/reply'
import type { RouteInput } from '../../../src-main/contract/routes'
import { useBridge } from '../../bridge/bridge'
import { useWorkspace } from '../../composables/useWorkspace'

/** Queries of one request: each is run again, and the next rows in sight do not wait for long. */
const TOGETHER = 12
/** Queries waiting: more than rows are drawn at once. Those scrolled past longest ago are given up. */
const MOST_WAITING = 60
/** Queries whose places stay. */
const MOST_KEPT = 1000

type Where = Omit<RouteInput<'evaluation.locate'>, 'queries'>

/** Where the golden tools of a run's queries stand, looked up for those that are wanted, the latest first. */
export function useGoldenPlaces(where: () => Where | undefined) {
  const bridge = useBridge()
  const { current } = useWorkspace()
  const places = shallowReactive(new Map<string, GoldenPlace[]>())
  /** Why the places of some could not be had. */
  const problem = shallowRef<ProblemReport>()
  let waiting: string[] = []
  let asking: string[] = []
  let failed: string[] = []
  let asked: AbortController | undefined

  /** Wants the places of a query; they are in `places` once they are known. */
  function want(query: string): void {
    if (places.has(query) || waiting.includes(query) || asking.includes(query)) return
    waiting = [...waiting, query].slice(-MOST_WAITING)
    // All rows of one drawing are asked for together.
    if (!asked) queueMicrotask(() => void ask())
  }

  async function ask(): Promise<void> {
    const input = where()
    if (asked || !input || !waiting.length) return
    const own = new AbortController()
    asked = own
    const queries = (asking = waiting.splice(-TOGETHER))
    const reply = await bridge.request(
      'evaluation.locate',
      { ...input, queries },
      { signal: own.signal },
    )
    if (asked !== own) return
    asked = undefined
    asking = []
    if (!reply.ok) {
      problem.value = reply.error
      failed.push(...queries)
    }
    // Where they cannot be had, the row says what the run stored.
    queries.forEach((query, at) => keep(query, reply.ok ? (reply.data[at] ?? []) : []))
    await ask()
  }

  function keep(query: string, found: GoldenPlace[]): void {
    places.set(query, found)
    const [oldest] = places.keys()
    if (places.size > MOST_KEPT && oldest !== undefined) places.delete(oldest)
  }

  /** Asks again for those that could not be had. */
  function retry(): void {
    const again = failed
    failed = []
    problem.value = undefined
    for (const query of again) {
      places.delete(query)
      want(query)
    }
  }

  function forget(): void {
    asked?.abort()
    asked = problem.value = undefined
    waiting = []
    asking = []
    failed = []
    places.clear()
  }

  watch(
    () => JSON.stringify([where(), current.value?.commit]),
    () => {
      const pending = [...waiting, ...asking]
      forget()
      // Their rows may be in sight still.
      for (const query of pending) want(query)
    },
    { flush: 'sync' },
  )
  onScopeDispose(forget)

  return { places, problem, want, retry }
}
