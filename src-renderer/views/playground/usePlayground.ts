import { onKeyStroke } from '@vueuse/core'
import {
  computed,
  inject,
  ref,
  shallowReactive,
  shallowRef,
  watch,
  type ComputedRef,
  type InjectionKey,
  type Ref,
} from 'vue'
import type { FilterName } from '../../../src-main/contract/query'
import type { ToolId, Visibility } from '../../../src-main/domain/tool/tool'
import type { TraceStep } from '../../../src-main/domain/trace/trace'
import { draftsOfKind } from '../../composables/drafts-of-kind'
import { sharedState } from '../../composables/shared-state'
import { onIntent, type Intent } from '../../composables/useNavigation'
import { useQuery } from '../../composables/useQuery'
import { useShown } from '../../composables/useShown'
import { useWorkspace } from '../../composables/useWorkspace'
import { answerAt } from './answer-view'
import { emptyState, type Asked, type PlaygroundState } from './playground-state'
import { useAnswering } from './useAnswering'
import { useControls, type Controls } from './useControls'

/** The playground of the workspace on show: its controls and its answer. */
export function usePlayground() {
  const { current } = useWorkspace()
  // A view lives with one workspace.
  const dir = current.value?.dir ?? ''
  // Shallow: an answer is large, and nothing in it changes.
  const state = shallowReactive(emptyState())
  const type = useTyped(dir, state)
  const controls = useControls(state)
  const asking = useAnswering(state, controls)
  const beside = useBeside(state, controls, asking.query.stopped)
  const known = useQuery('query.known', () =>
    state.asked ? { dir, text: state.asked.text } : undefined,
  )
  const view = computed(() => state.answer && answerAt(state.answer, controls.k.value))
  /** The answer that is looked at: of two side by side, that of the side chosen. */
  const inView = computed(() => {
    const isSecond = beside.isOn.value && state.side === 'B' && beside.state.answer
    const { answer, asked } = isSecond ? beside.state : state
    return answer && asked ? { answer, asked } : undefined
  })
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
    state,
    current,
    dir,
    known,
    view,
    inView,
    right,
    ticks,
    words,
    beside,
    letThrough,
    type,
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

/**
 * Gives how a query is typed: what is not asked yet is there again after the page was loaded again.
 */
function useTyped(dir: string, state: PlaygroundState): (text: string) => void {
  type Typed = Pick<PlaygroundState, 'text' | 'turns' | 'held'>
  const drafts = draftsOfKind<Typed, null>('query')(dir)
  Object.assign(state, drafts.kept('', () => ({ text: '', turns: [], held: [] }))?.draft)
  watch(
    () => state.attempt,
    (asked) => asked?.text === state.text.trim() && drafts.forget(''),
  )
  return (text) => {
    state.text = text
    const { turns, held } = state
    if (text.trim()) drafts.keep('', { draft: { text, turns, held }, base: null })
    else drafts.forget('')
  }
}

/**
 * A second recipe beside the first: the same query and k, answered by a recipe and options of its
 * own.
 */
function useBeside(first: PlaygroundState, controls: Controls, stopped: Ref<unknown>) {
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
        text: first.attempt.text,
        turns: first.attempt.turns,
        held: first.attempt.held,
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

/**
 * What is open above the view is closed by Esc first, and what was handled already is left alone.
 */
const OPEN_ABOVE = '[data-reka-popper-content-wrapper], [role=dialog], [role=alertdialog]'

/** Calls back on Esc while the view is on show; `handle` says whether it had something to do. */
function onEscape(handle: () => boolean): void {
  const shown = useShown()
  onKeyStroke('Escape', (event) => {
    if (event.defaultPrevented || !shown.value) return
    if (!document.querySelector(OPEN_ABOVE) && handle()) event.preventDefault()
  })
}

interface Ticks {
  /**
   * The tools that are right for the query: as a person ticked them, and until then as golden sets
   * say.
   */
  ticked: ComputedRef<ReadonlySet<ToolId>>
  /** Whether a person ticked otherwise than golden sets say. */
  isChanged: ComputedRef<boolean>
  tick(tool: ToolId): void
  /** Back to what golden sets say. */
  forget(): void
}

/** Which tools are ticked as right for the query that was asked. */
export function useTicks(asked: () => Asked | undefined, right: () => ReadonlySet<ToolId>): Ticks {
  /**
   * What a person said of tools, each by itself: what golden sets say may come after the first
   * tick.
   */
  const own = shallowRef<ReadonlyMap<ToolId, boolean>>(new Map())
  const ticked = computed(() => {
    const all = new Set(right())
    for (const [tool, isRight] of own.value) {
      if (isRight) all.add(tool)
      else all.delete(tool)
    }
    return all
  })
  const forget = (): void => void (own.value = new Map())
  watch(() => JSON.stringify([asked()?.text, asked()?.turns]), forget)
  return {
    ticked,
    isChanged: computed(() => {
      const now = right()
      return ticked.value.size !== now.size || [...ticked.value].some((tool) => !now.has(tool))
    }),
    tick: (tool) => void (own.value = new Map(own.value).set(tool, !ticked.value.has(tool))),
    forget,
  }
}

const EXAMPLES = 6

/**
 * What the catalog has to choose from, its first golden set, and some queries of it to begin with.
 */
function useExamples(dir: string) {
  const facets = useQuery('catalog.facets', { dir })
  const goldenSets = useQuery('golden.list', { dir })
  const goldenSet = computed(() =>
    goldenSets.data.value?.find(({ queries, purpose }) => queries > 0 && purpose === 'development'),
  )
  const examples = useQuery(
    'golden.queries',
    () => goldenSet.value && { dir, set: goldenSet.value.name, limit: EXAMPLES },
  )
  return { facets, goldenSets, goldenSet, examples }
}

const useLastQuestionState = sharedState('last question', () => ({ text: ref('') }))

/** Asks the workspace now on show what was asked last of another one. */
function useLastQuestion(state: PlaygroundState, run: () => Promise<void>): void {
  const { current } = useWorkspace()
  const { text } = useLastQuestionState()
  if (text.value && !state.text && current.value?.tools) {
    state.text = text.value
    void run()
  }
  watch(
    () => state.attempt?.text,
    (asked) => {
      if (asked) text.value = asked
    },
  )
}

/** The words of the query as written, by the term that any step matched them as. */
const wordsOf = (steps: readonly TraceStep[]): Record<string, string> =>
  Object.assign(
    {},
    ...steps.flatMap((step) => [
      step.words ?? {},
      ...step.branches.map((branch) => wordsOf(branch.steps)),
    ]),
  ) as Record<string, string>
