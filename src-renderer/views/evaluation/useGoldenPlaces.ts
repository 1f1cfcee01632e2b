import { onScopeDispose, shallowReactive, shallowRef, watch } from 'vue'
import type { GoldenPlace } from '../../../src-main/contract/evaluation'
import type { ProblemReport } from '../../../src-main/contract/reply'
import type { ActionInput } from '../../../src-main/features/actions'
import { useBridge } from '../../bridge/bridge'
import { useWorkspace } from '../../composables/useWorkspace'

/** Queries of one request: each is run again, and the next rows in sight do not wait for long. */
const TOGETHER = 12
/**
 * Queries waiting: more than rows are drawn at once. Those scrolled past longest ago are given up.
 */
const MOST_WAITING = 60
/** Queries whose places stay. */
const MOST_KEPT = 1000

/** Queries whose places are wanted, asked for, or could not be had. */
const noQueries = () => ({
  waiting: [] as string[],
  asking: [] as string[],
  failed: [] as string[],
})

/**
 * Where the golden tools of a run's queries stand, looked up for those that are wanted, the latest
 * first.
 */
export function useGoldenPlaces(
  where: () => Omit<ActionInput<'evaluation.locate'>, 'queries'> | undefined,
) {
  const bridge = useBridge()
  const { current } = useWorkspace()
  const places = shallowReactive(new Map<string, GoldenPlace[]>())
  /** Why the places of some could not be had. */
  const problem = shallowRef<ProblemReport>()
  let queries = noQueries()
  let asked: AbortController | undefined

  /** Wants the places of a query; they are in `places` once they are known. */
  function want(query: string): void {
    const { waiting, asking } = queries
    if (places.has(query) || waiting.includes(query) || asking.includes(query)) return
    queries.waiting = [...waiting, query].slice(-MOST_WAITING)
    // All rows of one drawing are asked for together.
    if (!asked) queueMicrotask(() => void ask())
  }

  async function ask(): Promise<void> {
    const input = where()
    if (asked || !input || !queries.waiting.length) return
    const own = new AbortController()
    asked = own
    const asking = (queries.asking = queries.waiting.splice(-TOGETHER))
    const reply = await bridge.request(
      'evaluation.locate',
      { ...input, queries: asking },
      { signal: own.signal },
    )
    if (asked !== own) return
    asked = undefined
    queries.asking = []
    if (!reply.ok) {
      problem.value = reply.error
      queries.failed.push(...asking)
    }
    // Where they cannot be had, the row says what the run stored.
    asking.forEach((query, at) => keep(places, query, reply.ok ? (reply.data[at] ?? []) : []))
    await ask()
  }

  /** Asks again for those that could not be had. */
  function retry(): void {
    const again = queries.failed.splice(0)
    problem.value = undefined
    for (const query of again) places.delete(query)
    again.forEach(want)
  }

  function forget(): void {
    asked?.abort()
    asked = problem.value = undefined
    queries = noQueries()
    places.clear()
  }

  watch(
    () => JSON.stringify([where(), current.value?.commit]),
    () => {
      // Their rows may be in sight still.
      const pending = [...queries.waiting, ...queries.asking]
      forget()
      pending.forEach(want)
    },
    { flush: 'sync' },
  )
  onScopeDispose(forget)

  return { places, problem, want, retry }
}

function keep(places: Map<string, GoldenPlace[]>, query: string, found: GoldenPlace[]): void {
  places.set(query, found)
  const [oldest] = places.keys()
  if (places.size > MOST_KEPT && oldest !== undefined) places.delete(oldest)
}
