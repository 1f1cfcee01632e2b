import { computed, toValue, type ComputedRef, type MaybeRefOrGetter } from 'vue'
import type { ActionName } from '../../src-main/features/actions'
import type { Reading } from './query-cache'
import { useModelsInUse } from './useModelsInUse'
import { useSettings } from './useSettings'
import { useWorkspace } from './useWorkspace'

/**
 * An action and its input as they are now, with the commit of the workspace they read and the
 * models it works with. Undefined while there is no input, or while the workspace named by the
 * input's `dir` is not on show.
 */
export function useReading(
  action: ActionName,
  input: MaybeRefOrGetter<object | undefined>,
): ComputedRef<Reading | undefined> {
  const { current } = useWorkspace()
  const { settings } = useSettings()
  const inUse = useModelsInUse()
  // Those of the settings are chosen without a commit.
  const models = computed(() => JSON.stringify([inUse.value, settings.value?.embeddingTemplates]))
  return computed(() => {
    const value = toValue(input)
    if (value === undefined) return undefined
    const text = JSON.stringify(value)
    if (!('dir' in value)) return { key: `${action} ${text}`, action, input: text }
    const workspace = current.value
    if (!workspace || workspace.dir !== value.dir) return undefined
    const { dir, createdAt, commit } = workspace
    // Another one in the same folder is nothing to show the old answers of meanwhile.
    const key = `${action} ${createdAt} ${text}`
    return { key, action, dir, input: text, version: `${commit} ${models.value}` }
  })
}
