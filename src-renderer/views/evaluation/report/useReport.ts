import type { ActionInput } from '../../../../src-main/app/actions'
import { useBridge } from '../../../bridge/bridge'
import { download } from '../../../bridge/download'
import { useStatus } from '../../../composables/useStatus'
import { useWork } from '../../../composables/useTask'
import type { LabelledRun } from '../run-charts'

/** What a report is about. */
interface Reported {
  dir: string
  runs: readonly LabelledRun[]
  baseline: LabelledRun | undefined
  k: number | undefined
}

/** A report on the runs on show, saved as a page of its own. */
export function useReport() {
  const bridge = useBridge()
  const { announce } = useStatus()
  const work = useWork(
    async (input: ActionInput<'evaluation.report'>, options) => {
      const made = await bridge.request('evaluation.report', input, options)
      return made.ok ? download(bridge, made.data, options) : made
    },
    { escape: true },
  )

  async function save({ dir, runs, baseline, k }: Reported): Promise<void> {
    const saved = await work.run({
      ...{ dir, runs: runs.map(({ run }) => run.id), labels: runs.map(({ label }) => label) },
      ...(baseline && { baseline: baseline.run.id }),
      ...(k !== undefined && { k }),
    })
    if (saved) announce(`Saved ${saved.name}, which opens in any browser.`)
  }

  return { ...work, save }
}
