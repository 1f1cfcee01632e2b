import { computed, shallowRef, watch, type ComputedRef } from 'vue'
import type { ToolId } from '../../../src-main/domain/tool/tool'
import type { Asked } from './playground-state'

export interface Ticks {
  /** The tools that are right for the query: as a person ticked them, and until then as golden sets say. */
  ticked: ComputedRef<ReadonlySet<ToolId>>
  /** Whether a person ticked otherwise than golden sets say. */
  isChanged: ComputedRef<boolean>
  tick(tool: ToolId): void
  /** Back to what golden sets say. */
  forget(): void
}

/** Which tools are ticked as right for the query that was asked. */
export function useTicks(asked: () => Asked | undefined, right: () => ReadonlySet<ToolId>): Ticks {
  /** What a person said of tools, each by itself: what golden sets say may come after the first tick. */
  const own = shallowRef<ReadonlyMap<ToolId, boolean>>(new Map())
  const ticked = computed(() => {
    const all = new Set(right())
    for (const [tool, isRight] of own.value) {
      if (isRight) all.add(tool)
      else all.delete(tool)
    }
    return all
  })
  const forget = (): void => void (own.value = new Map())
  watch(() => JSON.stringify([asked()?.text, asked()?.turns]), forget)
  return {
    ticked,
    isChanged: computed(() => {
      const now = right()
      return ticked.value.size !== now.size || [...ticked.value].some((tool) => !now.has(tool))
    }),
    tick: (tool) => void (own.value = new Map(own.value).set(tool, !ticked.value.has(tool))),
    forget,
  }
}
