import { computed, onScopeDispose, shallowReactive, watch } from 'vue'
import { sameValue } from '../../components/recipe/option-fields'
import { onIntent, type Intent } from '../../composables/useNavigation'
import { useTask } from '../../composables/useTask'
import { useWorkspace } from '../../composables/useWorkspace'
import { remember, type Asked, type PlaygroundState } from './playground-state'
import { useControls } from './useControls'
import { useExamples } from './useExamples'

/** Long enough that a slider on its way runs the query once, short enough to feel immediate. */
const SETTLE_MS = 180

/** The playground of the workspace on show: its controls and its answer. */
export function usePlayground() {
  const { current } = useWorkspace()
  const query = useTask('query.run', { escape: true })
  // Shallow: an answer is large, and nothing in it changes.
  const state = shallowReactive<PlaygroundState>({
    text: '',
    options: {},
    history: [],
    tab: 'set',
  })
  const controls = useControls(state)
  const { recipe, options, k, ready } = controls

  /** Whether recipe or options are no longer those of the answer on show. */
  const stale = computed(
    () =>
      state.asked !== undefined &&
      (state.asked.recipe !== recipe.value?.id || !sameValue(state.asked.options, options.value)),
  )

  async function ask(asked: Asked): Promise<void> {
    if (!current.value) return
    const answer = await query.run({ dir: current.value.dir, ...asked, withTrace: true })
    if (!answer) return
    state.asked = asked
    state.answer = answer
    if (!answer.tools.some(({ tool }) => tool === state.selected))
      state.selected = answer.tools[0]?.tool
  }

  /** An Enter that comes before the recipes are known is kept for them. */
  async function run(): Promise<void> {
    await ready
    const text = state.text.trim()
    if (!text || !recipe.value) return
    state.history = remember(state.history, text)
    await ask({ text, recipe: recipe.value.id, options: options.value, k: k.value })
  }

  /** Runs the query again with every visibility let through. */
  async function includeHidden(): Promise<void> {
    options.value = { ...options.value, visibilities: ['public', 'internal', 'hidden'] }
    await run()
  }

  onSettled(k, (settled) => {
    if (state.asked && state.asked.k !== settled) void ask({ ...state.asked, k: settled })
  })
  onIntent('playground', (intent) => {
    follow(intent, state)
    if (intent.query) void run()
  })

  return {
    ...controls,
    ...useExamples(current.value?.dir ?? ''),
    state,
    current,
    stale,
    query,
    run,
    includeHidden,
  }
}

function follow({ query, recipe, options, k }: Intent, state: PlaygroundState): void {
  if (recipe) state.recipe = recipe
  if (recipe && options) state.options = { ...state.options, [recipe]: options }
  if (k) state.k = k
  if (!query) return
  state.text = query
  state.tab = 'set'
}

/** Calls back with a value once it has not changed for a moment. */
function onSettled<Value>(source: { value: Value }, call: (value: Value) => void): void {
  let timer: ReturnType<typeof setTimeout> | undefined
  watch(
    () => source.value,
    (value) => {
      clearTimeout(timer)
      timer = setTimeout(() => call(value), SETTLE_MS)
    },
  )
  onScopeDispose(() => clearTimeout(timer))
}
