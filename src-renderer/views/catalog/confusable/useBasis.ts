import { computed, ref } from 'vue'
import type { RouteInput } from '../../../../src-main/contract/routes'
import { useQuery } from '../../../composables/useQuery'

type Asked = Pick<RouteInput<'confusable.pairs'>, 'dir' | 'by' | 'run'>

/** Runs to choose from: the newest. */
const MOST_RUNS = 50

/** By what tools are called confusable: the newest run, an earlier one, or what the tools say. */
export function useBasis(dir: string) {
  const choice = ref('auto')
  const runs = useQuery('evaluation.runs', { dir })
  const options = computed(() => {
    const [newest, ...earlier] = (runs.data.value ?? []).slice(0, MOST_RUNS)
    const runText = (run: NonNullable<typeof newest>) =>
      `${run.recipe} on ${run.goldenSet}, ${run.startedAt.slice(0, 10)}`
    return newest
      ? [
          { value: 'auto', label: `Newest run: ${runText(newest)}` },
          ...earlier.map((run) => ({ value: run.id, label: `Run: ${runText(run)}` })),
          { value: 'similarity', label: 'What the tools say' },
        ]
      : [{ value: 'auto', label: 'What the tools say' }]
  })
  const asked = computed((): Asked => {
    const isThere = options.value.some(({ value }) => value === choice.value)
    if (!isThere || choice.value === 'auto') return { dir }
    if (choice.value === 'similarity') return { dir, by: 'similarity' }
    return { dir, run: choice.value }
  })
  return { choice, asked, options }
}
