import { ref, watch } from 'vue'
import { sharedState } from '../../composables/shared-state'
import { useWorkspace } from '../../composables/useWorkspace'
import type { PlaygroundState } from './playground-state'

const useLastQuestionState = sharedState('last question', () => ({ text: ref('') }))

/** Asks the workspace now on show what was asked last of another one. */
export function useLastQuestion(state: PlaygroundState, run: () => Promise<void>): void {
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
