import type { ProblemReport } from '../../src-main/contract/reply'
import type { SetAsideFinding } from '../../src-main/domain/catalog/lint'
import { useTask } from './useTask'

/** Findings that were set aside, or that were made to count again, as many as one request takes. */
export interface FindingsStep {
  label: string
  findings: readonly Omit<SetAsideFinding, 'at'>[]
  became: 'set aside' | 'counted'
}

/** Undoes and does again what was decided of findings. */
export function useFindingsSteps(dir: string) {
  const counting = useTask('lint.takeBack')
  const settingAside = useTask('lint.setAside')

  async function go(
    { findings, became }: FindingsStep,
    way: 'undo' | 'redo',
  ): Promise<{ isDone: boolean; failed?: ProblemReport | undefined }> {
    if ((became === 'set aside') === (way === 'undo')) {
      const isDone = !!(await counting.run({ dir, findings: [...findings] }))
      return { isDone, failed: counting.problem.value }
    }
    for (const [reason, some] of Map.groupBy(findings, (each) => each.reason)) {
      const isDone = await settingAside.run({ dir, findings: some, reason })
      if (!isDone) return { isDone: false, failed: settingAside.problem.value }
    }
    return { isDone: true }
  }
  return { go, tasks: [counting, settingAside] }
}
