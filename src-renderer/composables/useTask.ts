import { onKeyStroke } from '@vueuse/core'
import { computed, getCurrentInstance, onScopeDispose, shallowRef } from 'vue'
import type { ComputedRef, Ref } from 'vue'
import type { ProblemReport, Progress, Reply } from '../../src-main/contract/reply'
import type { ActionInput, ActionName, ActionAnswer } from '../../src-main/features/actions'
import { useBridge, type RequestOptions } from '../bridge/bridge'
import { isCovered } from './useShortcuts'
import { useShown } from './useShown'

export interface Work<In, Out> {
  /** The last good answer; stays while the next one is on its way, so that nothing jumps. */
  data: Ref<Out | undefined>
  problem: Ref<ProblemReport | undefined>
  /** What the app said when the last work was stopped, such as what of it is kept. */
  stopped: Ref<ProblemReport | undefined>
  progress: Ref<Progress | undefined>
  running: ComputedRef<boolean>
  /**
   * Starts; earlier work still under way is cancelled. Gives undefined when it failed or was
   * stopped.
   */
  run(input: In): Promise<Out | undefined>
  stop(): void
  /**
   * Forgets answer and error, and drops what is still under way: a late answer or error is of no
   * interest any more.
   */
  clear(): void
}

interface WorkOptions {
  /** Whether Esc stops it while its view is on show. */
  escape?: boolean
}

/** Work that ends in a reply, with its state. Cancelled when its component goes. */
export function useWork<In, Out>(
  work: (input: In, options: RequestOptions) => Promise<Reply<Out>>,
  { escape = false }: WorkOptions = {},
): Work<In, Out> {
  const data = shallowRef<Out>()
  const problem = shallowRef<ProblemReport>()
  const stopped = shallowRef<ProblemReport>()
  const progress = shallowRef<Progress>()
  const controller = shallowRef<AbortController>()

  async function run(input: In): Promise<Out | undefined> {
    controller.value?.abort()
    const own = new AbortController()
    controller.value = own
    problem.value = stopped.value = progress.value = undefined
    const reply = await work(input, {
      signal: own.signal,
      onProgress: (next) => {
        if (controller.value === own) progress.value = next
      },
    })
    if (controller.value !== own) return undefined
    controller.value = progress.value = undefined
    if (reply.ok) return (data.value = reply.data)
    const ended = reply.error.code === 'cancelled' ? stopped : problem
    ended.value = reply.error
    return undefined
  }

  const stop = (): void => controller.value?.abort()

  function clear(): void {
    stop()
    controller.value = progress.value = undefined
    data.value = problem.value = stopped.value = undefined
  }

  const running = computed(() => !!controller.value)
  if (escape) stopOnEscape(running, stop)
  onScopeDispose(stop)

  return { data, problem, stopped, progress, running, run, stop, clear }
}

/** One kind of request with its state; see {@link useWork}. */
export function useTask<Name extends ActionName>(
  action: Name,
  options?: WorkOptions,
): Work<ActionInput<Name>, ActionAnswer<Name>> {
  const bridge = useBridge()
  return useWork((input, requestOptions) => bridge.request(action, input, requestOptions), options)
}

function stopOnEscape(running: ComputedRef<boolean>, stop: () => void): void {
  const shown = useShown()
  const component = getCurrentInstance()
  onKeyStroke('Escape', (event) => {
    if (event.defaultPrevented || !shown.value || !running.value) return
    // It closes what is open above the work, and is not to end that as well.
    if (isCovered(component?.proxy?.$el as Node | null | undefined)) return
    event.preventDefault()
    stop()
  })
}
