import { ref, watch, type Ref } from 'vue'
import type { RouteInput } from '../../../../src-main/contract/routes'
import type { LoggedBundle } from '../../../../src-main/contract/history-routes'
import type { ToolId } from '../../../../src-main/domain/tool'
import { useBridge } from '../../../bridge/bridge'
import { useTask } from '../../../composables/useTask'

/** What one request may name. */
const MOST_CHECKED = 1_000

type Listed =
  | { by: 'queries'; input: RouteInput<'history.list'> }
  | { by: 'bundles'; input: RouteInput<'history.bundles'> }

/** A bundle as a row is known by. */
export const keyOfBundle = ({ tools }: Pick<LoggedBundle, 'tools'>): string =>
  tools.map(({ tool }) => tool).join('\n')

/** Which rows of the list are checked, up to a thousand, on show or not, and removing them. */
export function useLoggedChecks(listed: Readonly<Ref<Listed>>) {
  const { request } = useBridge()
  const checked = ref<ReadonlySet<string>>(new Set())
  const removing = useTask('history.remove')
  watch(
    () => JSON.stringify(listed.value),
    () => (checked.value = new Set()),
  )

  async function keysBetween(first: number, last: number): Promise<readonly string[]> {
    const place = { offset: first, limit: Math.min(last - first + 1, MOST_CHECKED) }
    const { by, input } = listed.value
    if (by === 'queries') {
      const reply = await request('history.list', { ...input, ...place })
      return reply.ok ? reply.data.rows.map(({ id }) => id) : []
    }
    const reply = await request('history.bundles', { ...input, ...place })
    return reply.ok ? reply.data.rows.map(keyOfBundle) : []
  }

  async function checkAll(on: boolean): Promise<void> {
    checked.value = new Set(on ? await keysBetween(0, MOST_CHECKED - 1) : [])
  }

  async function remove() {
    const { by, input } = listed.value
    const keys = [...checked.value].slice(0, MOST_CHECKED)
    const what =
      by === 'queries' ? { ids: keys } : { bundles: keys.map((key) => key.split('\n') as ToolId[]) }
    const done = await removing.run({ dir: input.dir, ...what })
    if (done) checked.value = new Set()
    return done
  }

  return { checked, keysBetween, checkAll, remove, removing }
}
