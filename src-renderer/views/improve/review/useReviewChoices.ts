import { capitalised } from '../../../../src-main/domain/value/capitalised'
import { computed } from 'vue'
import type { ReviewGate, ReviewState } from '../../../../src-main/contract/review'
import { formatCount } from '../../../words/number-words'
import { GATE_NAMES, PARTS, partTitle } from '../../../tool/review-words'
import type { ReviewList } from './useReviewQueue'

const PART_OPTIONS = [
  { value: '' as const, label: 'All parts' },
  ...PARTS.map((value) => ({ value, label: partTitle(value) })),
]

/** By what the proposals can be narrowed, and how many there are of which kind. */
export function useReviewChoices({ list, state }: Pick<ReviewList, 'list' | 'state'>) {
  const counts = computed(() => list.data.value?.counts)
  const gates = computed(() => list.data.value?.gates)
  const all = computed(() =>
    Object.values(counts.value ?? {}).reduce((sum, count) => sum + count, 0),
  )
  const states = computed(() =>
    (['open', 'accepted', 'skipped', 'rejected'] as const).map((value: ReviewState) => ({
      value,
      label: `${capitalised(value)} ${formatCount(counts.value?.[value] ?? 0)}`,
    })),
  )
  const gateOptions = computed(() => [
    { value: '' as const, label: 'Any result' },
    ...(Object.keys(GATE_NAMES) as ReviewGate[]).map((value) => ({
      value,
      label: `${GATE_NAMES[value]}${state.value === 'open' ? ` (${formatCount(gates.value?.[value] ?? 0)})` : ''}`,
    })),
  ])
  return { counts, gates, all, states, gateOptions, partOptions: PART_OPTIONS }
}
