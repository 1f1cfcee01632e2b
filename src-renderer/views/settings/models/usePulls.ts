import { effectScope, getCurrentScope, shallowReactive } from 'vue'
import { useBridge } from '../../../bridge/bridge'
import { sharedState } from '../../../composables/shared-state'
import { useStatus } from '../../../composables/useStatus'
import { useWork, type Work } from '../../../composables/useTask'

export interface Pull {
  model: string
  work: Work<string, { model: string }>
}

/**
 * The models that are being pulled, and those whose pull stopped: of the whole window, so that none
 * ends with the view.
 */
export const usePulls = sharedState('pulls', () => {
  const bridge = useBridge()
  const { announce } = useStatus()
  const scope = getCurrentScope() ?? effectScope(true)
  const pulls = shallowReactive<Pull[]>([])

  const make = (model: string): Pull => {
    const work = scope.run(() =>
      useWork<string, { model: string }>((name, options) =>
        bridge.request('models.pull', { model: name }, options),
      ),
    )
    return { model, work: work as Pull['work'] }
  }

  /** Pulls a model, or goes on with it; says whether it is there then. */
  async function pull(model: string): Promise<boolean> {
    const known = pulls.find((each) => each.model === model)
    if (known?.work.running.value) return false
    const started = known ?? make(model)
    if (!known) pulls.push(started)
    const pulled = await started.work.run(model)
    if (!pulled) return false
    forget(started)
    announce(`Pulled ${pulled.model}.`)
    return true
  }

  function forget(pulled: Pull): void {
    pulled.work.clear()
    const at = pulls.indexOf(pulled)
    if (at >= 0) pulls.splice(at, 1)
  }

  return { pulls, pull, forget }
})
