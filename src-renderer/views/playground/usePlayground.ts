import { computed, inject, shallowReactive, type InjectionKey } from 'vue'
import type { FilterName } from '../../../src-main/contract/query'
import type { Visibility } from '../../../src-main/domain/tool/tool'
import { wordsOf } from '../../components/trace/words-of'
import { onIntent, type Intent } from '../../composables/useNavigation'
import { useQuery } from '../../composables/useQuery'
import { useWorkspace } from '../../composables/useWorkspace'
import { answerAt } from './answer-view'
import { emptyState, type PlaygroundState } from './playground-state'
import { useAnswering } from './useAnswering'
import { useBeside } from './useBeside'
import { useControls } from './useControls'
import { useExamples } from './useExamples'
import { useLastQuestion } from './useLastQuestion'
import { useTicks } from './useTicks'

/** The playground of the workspace on show: its controls and its answer. */
export function usePlayground() {
  const { current } = useWorkspace()
  // A view lives with one workspace.
  const dir = current.value?.dir ?? ''
  // Shallow: an answer is large, and nothing in it changes.
  const state = shallowReactive(emptyState())
  const controls = useControls(state)
  const asking = useAnswering(state, controls)
  const beside = useBeside(state, controls, asking.query.stopped)
  const known = useQuery('query.known', () =>
    state.asked ? { dir, text: state.asked.text } : undefined,
  )
  const view = computed(() => state.answer && answerAt(state.answer, controls.k.value))
  const right = computed(() => new Set(known.data.value?.tools.map(({ tool }) => tool)))
  const ticks = useTicks(
    () => state.asked,
    () => right.value,
  )
  const words = computed(() => wordsOf(state.answer?.trace ?? []))

  /** Asks with those let through that these filters keep out. */
  function letThrough(filters: readonly FilterName[], visibility: Visibility): void {
    const { options, recipe } = controls
    const others = Object.entries(options.value).filter(
      ([name]) => !filters.some((filter) => filter === name),
    )
    const chosen = options.value['visibilities'] ?? recipe.value?.defaults['visibilities']
    options.value = {
      ...Object.fromEntries(others),
      ...(filters.includes('visibilities') && { visibilities: widened(chosen, visibility) }),
    }
  }

  onIntent('playground', (intent) => {
    follow(intent, state)
    if (intent.query) void asking.run()
  })
  useLastQuestion(state, asking.run)

  return {
    ...controls,
    ...asking,
    ...useExamples(dir),
    ...{ state, current, dir, known, view, right, ticks, words, beside, letThrough },
  }
}

export type Playground = ReturnType<typeof usePlayground>
/** Provided by the view to its parts. */
export const playgroundKey: InjectionKey<Playground> = Symbol('playground')

/** The playground that a component is a part of. */
export function useOwnPlayground(): Playground {
  const playground = inject(playgroundKey)
  if (!playground) throw new Error('This component stands in no playground.')
  return playground
}

const VISIBILITIES: readonly Visibility[] = ['public', 'internal', 'hidden']

/** The visibilities let through, and one more. */
function widened(chosen: unknown, visibility: Visibility): Visibility[] {
  const all: readonly unknown[] = Array.isArray(chosen) ? chosen : []
  return VISIBILITIES.filter((each) => all.includes(each) || each === visibility)
}

function follow({ query, recipe, options, k }: Intent, state: PlaygroundState): void {
  if (recipe) state.recipe = recipe
  if (recipe && options) state.options = { ...state.options, [recipe]: options }
  if (k) state.k = k
  if (!query) return
  Object.assign(state, { text: query, turns: [], held: [], tab: 'set' })
}
