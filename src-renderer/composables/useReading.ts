import { computed, toValue, type ComputedRef, type MaybeRefOrGetter } from 'vue'
import type { ActionName } from '../../src-main/app/actions'
import type { Reading } from './query-cache'
import { useWorkspace } from './useWorkspace'

/**
 * An action and its input as they are now, with the commit of the workspace they read. Undefined while there is no
 * input, or while the workspace named by the input's `dir` is not on show.
 */
export function useReading(
  action: ActionName,
  input: MaybeRefOrGetter<object | undefined>,
): ComputedRef<Reading | undefined> {
  const { current } = useWorkspace()
  return computed(() => {
    const value = toValue(input)
    if (value === undefined) return undefined
    const text = JSON.stringify(value)
    if (!('dir' in value)) return { key: `${action} ${text}`, action, input: text }
    const workspace = current.value
    if (!workspace || workspace.dir !== value.dir) return undefined
    // Another one in the same folder is nothing to show the old answers of meanwhile.
    const { createdAt, commit } = workspace
    return { key: `${action} ${createdAt} ${text}`, action, input: text, commit }
  })
}
