import { computed, onScopeDispose, ref, shallowReactive, watch, type Ref } from 'vue'
import { useShown } from '../../composables/useShown'
import { answerAt } from './answer-view'
import { emptyState, type PlaygroundState } from './playground-state'
import { useAnswering } from './useAnswering'
import { useControls, type Controls } from './useControls'

/** A second recipe beside the first: the same query and k, answered by a recipe and options of its own. */
export function useBeside(first: PlaygroundState, controls: Controls, stopped: Ref<unknown>) {
  const isOn = ref(false)
  const state = shallowReactive(emptyState())
  const own = useControls(state)
  const answering = useAnswering(state, own, { escape: false })
  const view = computed(() => state.answer && answerAt(state.answer, own.k.value))

  watch(controls.k, (k) => (state.k = k), { immediate: true })
  watch(stopped, (is) => is && answering.query.stop())
  // What the first was asked last; its recipe, options and k are its own.
  watch(
    () => (isOn.value && first.attempt ? textOf(first.attempt) : undefined),
    (text) => {
      if (text === undefined || !first.attempt) return
      Object.assign(state, {
        ...{ text: first.attempt.text, turns: first.attempt.turns, held: first.attempt.held },
      })
      void answering.run()
    },
  )

  /** Another recipe than the first, and none whose answer costs. */
  function begin(): void {
    const all = controls.recipes.data.value ?? []
    const other = all.find(({ id, asksModel }) => id !== controls.recipe.value?.id && !asksModel)
    state.recipe ??= (other ?? all[0])?.id
    isOn.value = true
  }
  function end(): void {
    answering.query.clear()
    Object.assign(state, { answer: undefined, asked: undefined, attempt: undefined })
    first.side = 'A'
    isOn.value = false
  }
  onEscape(() => {
    if (!isOn.value) return false
    if (answering.query.running.value) answering.query.stop()
    else end()
    return true
  })
  return { isOn, begin, end, state, view, ...own, ...answering }
}

const textOf = ({ text, turns, held }: NonNullable<PlaygroundState['attempt']>): string =>
  JSON.stringify([text, turns, held])

/** What is open above the view is closed by Esc first, and what was handled already is left alone. */
const OPEN_ABOVE = '[data-reka-popper-content-wrapper], [role=dialog], [role=alertdialog]'

/** Calls back on Esc while the view is on show; `handle` says whether it had something to do. */
function onEscape(handle: () => boolean): void {
  const shown = useShown()
  function listen(event: KeyboardEvent): void {
    if (event.key !== 'Escape' || event.defaultPrevented || !shown.value) return
    if (!document.querySelector(OPEN_ABOVE) && handle()) event.preventDefault()
  }
  addEventListener('keydown', listen)
  onScopeDispose(() => removeEventListener('keydown', listen))
}
