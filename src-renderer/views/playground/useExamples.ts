import { computed } from 'vue'
import { useQuery } from '../../composables/useQuery'

const EXAMPLES = 6

/** What the catalog has to choose from, and some queries to begin with. */
export function useExamples(dir: string) {
  const facets = useQuery('catalog.facets', { dir })
  const goldenSets = useQuery('golden.list', { dir })
  const first = computed(() => goldenSets.data.value?.find(({ queries }) => queries > 0))
  const examples = useQuery(
    'golden.queries',
    () => first.value && { dir, set: first.value.name, limit: EXAMPLES },
  )
  return { facets, examples }
}
