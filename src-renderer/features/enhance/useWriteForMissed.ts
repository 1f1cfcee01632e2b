import { reactive, ref } from 'vue'
import { sharedState } from '../../composables/shared-state'
import { useNavigation } from '../../composables/useNavigation'

/** In place of a golden set: no set has an empty name. */
export const LOGGED = ''

/** What is written for; stays while the dialog is closed. */
interface MissedForm {
  /** Left out: the set that changes are judged by; {@link LOGGED}: logged queries. */
  goldenSet: string | undefined
  tools: 'missed' | 'all'
  most: number
}

/** Opens the dialog that has questions written for what is missed, from anywhere in the window. */
export const useWriteForMissed = sharedState('write for what is missed', () => {
  const { go } = useNavigation()
  const isOpen = ref(false)
  const form = reactive<MissedForm>({ goldenSet: undefined, tools: 'missed', most: 100 })

  function open(): void {
    go('improve')
    isOpen.value = true
  }
  const close = (): void => void (isOpen.value = false)

  /** The set that was chosen, where it is among these. */
  const chosenOf = (sets: readonly { name: string }[]): string | undefined =>
    form.goldenSet === LOGGED ? LOGGED : sets.find(({ name }) => name === form.goldenSet)?.name

  return { isOpen, form, open, close, chosenOf }
})
