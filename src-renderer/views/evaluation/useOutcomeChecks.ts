import type { ActionInput, ActionAnswer } from '../../../src-main/app/actions'
import { useBridge } from '../../bridge/bridge'
import type { RowSource } from '../../components/table-column'
import { useCheckedRows } from '../../composables/useCheckedRows'

type Outcome = ActionAnswer<'evaluation.outcomes'>['rows'][number]

/** Which of a run's queries are checked, on show or not. @param listed what is listed */
export function useOutcomeChecks(
  listed: () => ActionInput<'evaluation.outcomes'>,
  rows: () => RowSource<Outcome>,
) {
  const { request } = useBridge()
  return useCheckedRows<Outcome>({
    rows,
    keyOf: ({ id }) => id,
    listed: () => listed().run,
    page: (place, options) => request('evaluation.outcomes', { ...listed(), ...place }, options),
  })
}
