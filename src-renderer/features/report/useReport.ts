import type { ActionInput } from '../../../src-main/features/actions'
import { useBridge } from '../../bridge/bridge'
import { download } from '../../bridge/download'
import { usePrices } from '../../composables/usePrices'
import { useStatus } from '../../composables/useStatus'
import { useWork } from '../../composables/useTask'
import type { DecisionShown } from '../../places/places'

/** A report on the decision and the runs on show, saved as a page of its own. */
export function useReport(shown: () => DecisionShown) {
  const bridge = useBridge()
  const { announce } = useStatus()
  const { price } = usePrices()
  const work = useWork(
    async (input: ActionInput<'evaluation.report'>, options) => {
      const made = await bridge.request('evaluation.report', input, options)
      if (!made.ok) return made
      const saved = await download(bridge, made.data, options)
      const { failed = [] } = made.data
      return saved.ok ? { ...saved, data: { ...saved.data, failed } } : saved
    },
    { escape: true },
  )

  async function save(): Promise<void> {
    const { dir, runs, baseline, run, k, target } = shown()
    const saved = await work.run({
      dir,
      runs: runs.map((each) => each.run.id),
      target,
      labels: runs.map(({ label }) => label),
      price: price.value,
      baseline: baseline?.run.id,
      run,
      k,
    })
    if (!saved) return
    const words = [`Saved ${saved.name}, which opens in any browser.`, ...saved.failed]
    announce(words.join(' '), saved.failed.length > 0 ? 'danger' : 'success')
  }

  return { ...work, start: () => void save() }
}
