import { computed, onScopeDispose, watch } from 'vue'
import { BUILTIN } from '../../../src-main/domain/model/names'
import type { MoveState } from '../../../src-main/domain/workspace/move'
import { goesOnByItself, movedText } from '../../../src-main/domain/workspace/move-text'
import { useComing } from '../../composables/useComing'
import { useModelsInUse } from '../../composables/useModelsInUse'
import { useQuery } from '../../composables/useQuery'
import { useStatus } from '../../composables/useStatus'
import { useTask } from '../../composables/useTask'
import { useWorkspace } from '../../composables/useWorkspace'

/** Moves a workspace to the embedder that it is to have: by itself where that is short, or was wanted. */
export function useMoving(dir: string) {
  const { current } = useWorkspace()
  const inUse = useModelsInUse()
  const { announce } = useStatus()
  const { coming } = useComing()
  const moving = useTask('knowledge.index')
  const wanting = useTask('knowledge.wantMove')

  const isAhead = computed(() => !!current.value?.move && inUse.value.embedder === BUILTIN)
  const state = useQuery('knowledge.move', () => (isAhead.value ? { dir } : undefined))
  const move = computed(() => (isAhead.value ? state.data.value?.move : undefined))

  /** One that ended, failed or was stopped is not begun again unasked. */
  let hasBegun = false

  async function run(): Promise<void> {
    if (!move.value) return
    hasBegun = true
    const { to } = move.value
    const moved = await moving.run({ dir, embedder: to })
    if (moved?.answers) announce(movedText(to))
    else await state.reload()
  }

  function goOnUnasked(now: MoveState | undefined): void {
    if (now && !hasBegun && goesOnByItself(now)) void run()
  }
  watch(move, goOnUnasked, { immediate: true })

  /** What is embedded, of all; undefined while that is not known. */
  const share = computed(() => {
    const { done = 0, total } = moving.progress.value ?? {}
    if (!move.value || !moving.running.value) return undefined
    const { embedded, documents } = move.value
    const now = total === undefined ? embedded : documents - total + done
    return documents > 0 ? Math.max(0, now / documents) : undefined
  })
  watch([share, move], () => {
    coming.value =
      move.value && share.value !== undefined
        ? { to: move.value.to, share: share.value }
        : undefined
  })
  onScopeDispose(() => (coming.value = undefined))

  async function want(wanted: boolean): Promise<void> {
    moving.stopped.value = moving.problem.value = undefined
    if (!wanted) await wanting.run({ dir, wanted })
    else if (await wanting.run({ dir, wanted })) await run()
  }

  return {
    state,
    move,
    moving,
    problem: computed(() => state.problem.value ?? wanting.problem.value ?? moving.problem.value),
    goOn: () => want(true),
    stop: () => want(false),
    tryAgain: () => (state.problem.value ? state.reload() : want(true)),
  }
}
