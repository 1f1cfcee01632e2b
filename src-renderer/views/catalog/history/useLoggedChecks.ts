import type { Ref } from 'vue'
import type { LoggedBundle, LoggedQuery } from '../../../../src-main/contract/history'
import type { ActionInput } from '../../../../src-main/app/actions'
import { useBridge } from '../../../bridge/bridge'
import type { RowSource } from '../../../components/table-column'
import { useCheckedRows } from '../../../composables/useCheckedRows'
import { useTask } from '../../../composables/useTask'

type Listed =
  | { by: 'queries'; input: ActionInput<'history.list'> }
  | { by: 'bundles'; input: ActionInput<'history.bundles'> }
type Row = LoggedQuery | LoggedBundle

const toolsOf = ({ tools }: Pick<Row, 'tools'>) => tools.map(({ tool }) => tool)

/** A bundle as a row is known by. */
export const keyOfBundle = (bundle: Pick<LoggedBundle, 'tools'>): string =>
  toolsOf(bundle).join('\n')

/** Which rows of the list are checked, on show or not, and removing them. */
export function useLoggedChecks(listed: Readonly<Ref<Listed>>, rows: () => RowSource<Row>) {
  const { request } = useBridge()
  const removing = useTask('history.remove')
  const { chosen, ...checks } = useCheckedRows<Row>({
    rows,
    keyOf: (row) => ('id' in row ? row.id : keyOfBundle(row)),
    listed: () => JSON.stringify(listed.value),
    page(place, options) {
      const { by, input } = listed.value
      return by === 'queries'
        ? request('history.list', { ...input, ...place }, options)
        : request('history.bundles', { ...input, ...place }, options)
    },
  })

  async function remove() {
    const [ids, bundles] = [
      chosen().flatMap((row) => ('id' in row ? row.id : [])),
      chosen().flatMap((row) => ('id' in row ? [] : [toolsOf(row)])),
    ]
    const done = await removing.run({ dir: listed.value.input.dir, ids, bundles })
    if (done) await checks.checkAll(false)
    return done
  }

  return { ...checks, remove, removing }
}
