import type { ActionInput } from '../../../src-main/features/actions'
import { useBridge } from '../../bridge/bridge'
import { download } from '../../bridge/download'
import { usePrices } from '../../composables/usePrices'
import { useStatus } from '../../composables/useStatus'
import { useWork } from '../../composables/useTask'
import type { Decision } from './useDecision'

/** A report on the decision and the runs on show, saved as a page of its own. */
export function useReport(dir: string, { runs, baseline, point, k, target }: Decision) {
  const bridge = useBridge()
  const { announce } = useStatus()
  const { price } = usePrices()
  const work = useWork(
    async (input: ActionInput<'evaluation.report'>, options) => {
      const made = await bridge.request('evaluation.report', input, options)
      return made.ok ? download(bridge, made.data, options) : made
    },
    { escape: true },
  )

  async function save(): Promise<void> {
    const saved = await work.run({
      dir,
      runs: runs.value.map(({ run }) => run.id),
      target: target.value,
      labels: runs.value.map(({ label }) => label),
      price: price.value,
      baseline: baseline.value?.run.id,
      run: point.value?.run,
      k: k.value,
    })
    if (saved) announce(`Saved ${saved.name}, which opens in any browser.`)
  }

  return { ...work, save }
}
