import { ref, watch } from 'vue'
import type { RouteInput } from '../../../src-main/contract/routes'
import { useBridge } from '../../bridge/bridge'

/** As many as one request names. */
const MOST_CHECKED = 1_000

/** Which of a run's queries are checked, on show or not. @param listed what is listed */
export function useOutcomeChecks(listed: () => RouteInput<'evaluation.outcomes'>) {
  const { request } = useBridge()
  const checked = ref<ReadonlySet<string>>(new Set())
  watch(
    () => listed().run,
    () => (checked.value = new Set()),
  )

  async function keysBetween(first: number, last: number): Promise<readonly string[]> {
    const place = { offset: first, limit: Math.min(last - first + 1, MOST_CHECKED) }
    const reply = await request('evaluation.outcomes', { ...listed(), ...place })
    return reply.ok ? reply.data.rows.map(({ id }) => id) : []
  }

  async function checkAll(on: boolean): Promise<void> {
    checked.value = new Set(on ? await keysBetween(0, MOST_CHECKED - 1) : [])
  }

  return { checked, keysBetween, checkAll }
}
