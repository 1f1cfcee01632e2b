import { computed } from 'vue'
import { useQuery } from '../../composables/useQuery'

const EXAMPLES = 6

/** What the catalog has to choose from, its first golden set, and some queries of it to begin with. */
export function useExamples(dir: string) {
  const facets = useQuery('catalog.facets', { dir })
  const goldenSets = useQuery('golden.list', { dir })
  const goldenSet = computed(() => goldenSets.data.value?.find(({ queries }) => queries > 0))
  const examples = useQuery(
    'golden.queries',
    () => goldenSet.value && { dir, set: goldenSet.value.name, limit: EXAMPLES },
  )
  return { facets, goldenSets, goldenSet, examples }
}
