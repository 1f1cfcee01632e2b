import { computed } from 'vue'
import type { ToolBelow } from '../../../src-main/contract/query'
import { visibilityOf } from '../../../src-main/domain/tool/catalog-tool'
import type { ToolId } from '../../../src-main/domain/tool/tool'
import { useQuery } from '../../composables/useQuery'
import { inputOf, type Answer, type Asked } from './playground-state'

/** What there is to know of one tool beside a query. */
export interface CardInput {
  dir: string
  tool: ToolId
  asked: Asked
  answer: Answer
  /** Whether asking why a tool is not there costs no more than time. */
  isFree: boolean
}

/** One tool and where the answer has it; of tools that it does not show, why. */
export function useToolCard(input: () => CardInput) {
  const detail = useQuery('catalog.tool', () => ({ dir: input().dir, id: input().tool }), {
    keepPrevious: true,
  })
  const given = computed(() => input().answer.tools.find(({ tool }) => tool === input().tool))
  const below = computed<ToolBelow | undefined>(() =>
    input().answer.below.find(({ tool }) => tool === input().tool),
  )
  const explained = useQuery('query.explain', () => {
    const { dir, tool, asked, isFree } = input()
    return given.value || below.value || !isFree
      ? undefined
      : { dir, ...inputOf(asked), tools: [tool] }
  })
  const entry = computed(() => {
    const found = detail.data.value?.entry
    return found?.tool.id === input().tool ? found : undefined
  })
  return {
    detail,
    entry,
    visibility: computed(() => (entry.value ? visibilityOf(entry.value) : undefined)),
    explained,
    explanation: computed(() => explained.data.value?.[0]),
    given,
    below,
    placed: computed(() => given.value ?? below.value),
  }
}
