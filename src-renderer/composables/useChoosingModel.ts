import { computed, shallowRef } from 'vue'
import type { ModelInfo } from '../../src-main/domain/model/model'
import type { ModelRole } from '../../src-main/domain/model/names'
import { refusesUnfit, whyUnfit } from '../../src-main/domain/model/sense'
import { roleWord } from '../words/model-words'
import { useTask } from './useTask'
import { useWorkspace } from './useWorkspace'

interface Choice {
  role: ModelRole
  /** Null: back to the settings’. */
  name: string | null
  /** What is known of it. */
  model: ModelInfo | undefined
}

/**
 * Chooses models for the workspace on show. One that was tried and is unfit as reranker is chosen
 * only once that was asked.
 */
export function useChoosingModel() {
  const { current } = useWorkspace()
  const task = useTask('models.choose')
  /** What is chosen only once `confirm` is called. */
  const doubted = shallowRef<Choice>()

  async function take({ role, name }: Choice, evenUnfit: boolean): Promise<void> {
    if (!current.value) return
    const choice = { dir: current.value.dir, role, model: name }
    await task.run(evenUnfit ? { ...choice, evenUnfit } : choice)
  }

  return {
    problem: task.problem,
    running: task.running,
    isDoubted: computed({
      get: () => doubted.value !== undefined,
      set: (is) => void (is || (doubted.value = undefined)),
    }),
    /** What is asked about the doubted choice, in words. */
    doubt: computed(() => {
      const { role, model } = doubted.value ?? {}
      if (!role || !model) return { title: '', message: '' }
      const title = `Use ${model.title} as ${roleWord(role)} all the same?`
      return { title, message: `It was tried and is unfit: it ${whyUnfit(role, model) ?? ''}.` }
    }),
    async choose(choice: Choice): Promise<void> {
      const { role, model } = choice
      if (model && refusesUnfit(role) && whyUnfit(role, model)) doubted.value = choice
      else await take(choice, false)
    },
    async confirm(): Promise<void> {
      if (!doubted.value) return
      await take(doubted.value, true)
      doubted.value = undefined
    },
  }
}
