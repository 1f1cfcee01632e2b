import { ref, shallowRef } from 'vue'
import type { FailedOffer } from '../../../src-main/features/agent-evaluation/shared/answers'
import type { ActionInput } from '../../../src-main/features/actions'
import { sharedState } from '../../composables/shared-state'
import { useStatus } from '../../composables/useStatus'
import { useTask } from '../../composables/useTask'
import { plural } from '../../words/number-words'

/** The one measurement of an agent: it goes on while another part of the window is on show. */
export const useAgentMeasurement = sharedState('agent measurement', () => {
  const { announce } = useStatus()
  const task = useTask('agentRuns.measure')
  /** The workspace that was measured last. */
  const dir = ref<string>()
  const failed = shallowRef<FailedOffer[]>([])

  /** Gives the ids of what is measured by then, none where it did not come to its end. */
  async function measure(input: ActionInput<'agentRuns.measure'>): Promise<string[]> {
    dir.value = input.dir
    failed.value = []
    const done = await task.run(input)
    if (!done) return []
    failed.value = done.failed
    const reused = done.reused.length ? `, ${done.reused.length} of them from before` : ''
    const lost = done.failed.length ? ` ${done.failed.length} failed.` : ''
    announce(
      `The agent is measured: ${plural(done.runs.length, 'run')}${reused}.${lost}`,
      done.failed.length ? 'danger' : undefined,
    )
    return done.runs.map(({ id }) => id)
  }

  return { task, dir, failed, measure }
})
