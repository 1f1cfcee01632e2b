import { computed } from 'vue'
import { useQuery } from '../../composables/useQuery'

/**
 * How a run differs from the baseline. Each run is compared on its own, so that one that cannot be compared does not
 * take the others with it. Nothing is requested without a baseline, or of the baseline itself.
 */
export function useComparison(
  input: () => { dir: string; baseline: string | undefined; run: string | undefined },
) {
  const { data, problem, loading } = useQuery('evaluation.compare', () => {
    const { dir, baseline, run } = input()
    return baseline && run && baseline !== run ? { dir, baseline, runs: [run] } : undefined
  })
  return { comparison: computed(() => data.value?.[0]), problem, loading }
}
