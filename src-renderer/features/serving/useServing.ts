import { computed, ref, watch } from 'vue'
import { SERVING_PORT } from '../../../src-main/domain/agent/address-lines'
import { useQuery } from '../../composables/useQuery'
import { useStatus } from '../../composables/useStatus'
import { useTask } from '../../composables/useTask'
import { useServingAsked } from './useServingAsked'

/**
 * Whether a workspace is served over HTTP, and the ways to begin and end that, also for the
 * palette.
 */
export function useServing(dir: string, calls: () => boolean) {
  const state = useQuery('serving.state', { dir })
  const starting = useTask('serving.start', { escape: true })
  const stopping = useTask('serving.stop')
  const renewing = useTask('serving.renewToken')
  const { announce } = useStatus()
  const port = ref<number | undefined>(SERVING_PORT)

  async function start(): Promise<void> {
    if (starting.running.value) return
    stopping.clear()
    const begun = await starting.run({ dir, port: port.value, calls: calls() })
    if (begun?.served) announce(`Serving at ${begun.served.url}`)
    await state.reload()
  }

  async function stop(): Promise<void> {
    starting.clear()
    const ended = await stopping.run({ dir })
    if (ended) announce(ended.stopped ? 'Stopped serving over HTTP' : 'Nothing is served over HTTP')
    await state.reload()
  }

  async function renewToken(): Promise<boolean> {
    const renewed = await renewing.run({ dir })
    if (renewed) announce('The token is a new one: clients need the new lines')
    await state.reload()
    return renewed !== undefined
  }

  const asked = useServingAsked()
  watch(
    asked,
    (what) => {
      if (!what) return
      asked.value = undefined
      void (what === 'start' ? start() : stop())
    },
    { immediate: true },
  )

  return {
    port,
    start,
    stop,
    renewToken,
    /** What agents who ask at an address are to be told. */
    at: computed(() => {
      const { served, token } = state.data.value ?? {}
      return served && token !== undefined ? { ...served, token } : undefined
    }),
    refused: computed(() => state.data.value?.served?.refused),
    /** Where a variable sets the token, another one is set there. */
    canRenew: computed(() => state.data.value !== undefined && !state.data.value.tokenFrom),
    isKnown: computed(() => state.data.value !== undefined),
    problem: computed(
      () => starting.problem.value ?? stopping.problem.value ?? state.problem.value,
    ),
    renewing,
    isStarting: starting.running,
    isStopping: stopping.running,
    progress: starting.progress,
    giveUp: starting.stop,
  }
}
