import { computed, type ComputedRef, type Ref } from 'vue'
import type { CatalogRow } from '../../src-main/contract/catalog'
import type { ProblemReport } from '../../src-main/contract/reply'
import type { ToolId } from '../../src-main/domain/tool/tool'
import { plainText } from '../../src-main/domain/value/plain-text'
import { useQuery } from './useQuery'

interface FoundTools {
  /** The best first. */
  rows: ComputedRef<readonly CatalogRow[]>
  /** Of all that match. */
  total: ComputedRef<number>
  /**
   * Whether what is typed is still being looked for; `rows` are then those of the text before, so
   * that no list blinks.
   */
  loading: Readonly<Ref<boolean>>
  problem: Readonly<Ref<ProblemReport | undefined>>
}

/**
 * Tools of the catalog as they are found for what is typed, with nothing typed the first of all.
 */
export function useFoundTools(
  asked: () => { dir: string; typed: string; limit: number } | undefined,
): FoundTools {
  const { data, loading, problem } = useQuery(
    'catalog.list',
    () => {
      const now = asked()
      if (!now) return undefined
      const { dir, limit } = now
      const search = now.typed.trim()
      return { dir, filter: { search }, ...(search && { sort: 'match' as const }), limit }
    },
    { keepPrevious: true },
  )
  // After an error the rows of the text before would pass for the answer.
  const found = computed(() => (problem.value ? undefined : data.value))
  return {
    rows: computed(() => found.value?.rows ?? []),
    total: computed(() => found.value?.total ?? 0),
    loading,
    problem,
  }
}

/** At most so many found tools to choose from, without some. */
export const toolChoices = (
  rows: readonly CatalogRow[],
  { most, without }: { most: number; without: readonly ToolId[] },
): { value: ToolId; label: string; detail: string }[] =>
  rows
    .filter(({ id }) => !without.includes(id))
    .slice(0, most)
    .map(({ id, description }) => ({
      value: id,
      label: plainText(id),
      detail: plainText(description),
    }))
