import { computed, ref } from 'vue'
import type { ActionInput } from '../../../../src-main/app/actions'
import { useQuery } from '../../../composables/useQuery'

type Asked = Pick<ActionInput<'confusable.pairs'>, 'dir' | 'by' | 'run'>

/** Runs to choose from: the newest. */
const MOST_RUNS = 50

/** By what tools are called confusable: the newest run of the workspace's recipe, any other, or what the tools say. */
export function useBasis(dir: string) {
  const choice = ref('auto')
  const runs = useQuery('evaluation.runs', { dir })
  const options = computed(() => {
    const newest = (runs.data.value ?? []).slice(0, MOST_RUNS)
    return newest.length > 0
      ? [
          { value: 'auto', label: 'Newest run of your recipe' },
          ...newest.map(({ id, recipe, goldenSet, startedAt }) => ({
            ...{ value: id, label: `Run: ${recipe} on ${goldenSet}, ${startedAt.slice(0, 10)}` },
          })),
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
