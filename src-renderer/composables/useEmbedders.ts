import { computed } from 'vue'
import { useQuery } from './useQuery'
import { useSettings } from './useSettings'

/** The embedders there are, and the one in use also where it is not there now. */
export function useEmbedders() {
  const { settings } = useSettings()
  const models = useQuery('models.list', {})
  const embedders = computed(() => {
    const known = models.data.value?.embedders ?? []
    const inUse = settings.value?.embedder
    if (!models.data.value || !inUse || known.some(({ name }) => name === inUse)) return known
    const remark =
      'In use, but not there now. Queries that need it fail until it is, or another is in use.'
    return [
      { name: inUse, title: inUse.replace(/^ollama:/, ''), available: false, remark },
      ...known,
    ]
  })
  return { models, embedders }
}
