import { computed, shallowReactive, watch } from 'vue'
import type { FoundTools, SessionStep } from '../../../src-main/contract/agent'
import { heldAfter, SESSION_BOUNDS, tokensAfter } from '../../../src-main/domain/agent/session'
import { useTask } from '../../composables/useTask'
import type { AnswerShown } from '../../places/places'

/** Who says what to search. */
export type Searcher = SessionStep['by'] | 'you'

/** One turn of a session. */
export interface SessionTurn extends Omit<SessionStep, 'by'> {
  by: Searcher
}

interface SessionState {
  by: SessionStep['by']
  /** Tools that a search may add. */
  each: number
  turns: readonly SessionTurn[]
}

/**
 * An agent's session, which begins with the tools of an answer; lives until there is another
 * answer.
 */
export function useAgentSession(of: () => Pick<AnswerShown, 'dir' | 'answer' | 'asked'>) {
  const state = shallowReactive<SessionState>({ by: 'clauses', each: 3, turns: [] })
  const step = useTask('agent.step', { escape: true })
  const search = useTask('agent.search', { escape: true })

  const start = computed(() => of().answer.tools)
  const found = computed(() => state.turns.flatMap(({ searches }) => searches))
  const held = computed(() => heldAfter([{ tools: start.value }, ...found.value]))
  const promptTokens = computed(() =>
    start.value.reduce((sum, { promptTokens }) => sum + promptTokens, tokensAfter(found.value)),
  )
  const last = computed(() => state.turns.at(-1))
  const isFull = computed(
    () =>
      found.value.length >= SESSION_BOUNDS.searches || held.value.length >= SESSION_BOUNDS.tools,
  )
  const running = computed(() => step.running.value || search.running.value)

  const asked = () => {
    const { recipe, options, embedder } = of().asked
    return {
      dir: of().dir,
      recipe,
      options,
      embedder,
      k: state.each,
      withTrace: true,
      held: held.value.slice(0, SESSION_BOUNDS.tools),
      searched: found.value.map(({ query }) => query),
    }
  }
  const take = (turn: SessionTurn): void => void (state.turns = [...state.turns, turn])

  async function next(): Promise<void> {
    search.clear()
    const given = await step.run({ ...asked(), text: of().answer.query, by: state.by })
    if (given) take(given)
  }

  /** Searches what a person types, as the agent would; gives whether it was searched. */
  async function searchFor(query: string): Promise<boolean> {
    step.clear()
    const given = await search.run({ ...asked(), query })
    if (given) take(turnOf(given))
    return given !== undefined
  }

  function startAnew(): void {
    step.clear()
    search.clear()
    state.turns = []
  }
  watch(() => of().answer, startAnew)

  return {
    state,
    step,
    search,
    start,
    found,
    held,
    promptTokens,
    last,
    isFull,
    running,
    next,
    searchFor,
    startAnew,
  }
}

export type AgentSession = ReturnType<typeof useAgentSession>

const turnOf = (found: FoundTools): SessionTurn => ({
  by: 'you',
  searches: [found],
  refused: [],
  done: false,
  searchToolTokens: 0,
})
