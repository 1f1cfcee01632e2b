import { useDebounceFn } from '@vueuse/core'
import { onScopeDispose, shallowRef, watch, type ShallowRef } from 'vue'

/**
 * Follows a value once it has not changed for a moment, such as what is typed into a search.
 * @param wait milliseconds; 0 follows at once
 */
export function useSettled<Value>(
  source: () => Value,
  wait: number | ((next: Value, before: Value) => number),
): Readonly<ShallowRef<Value>> {
  const settled: ShallowRef<Value> = shallowRef(source())
  const follow = useDebounceFn(
    () => (settled.value = source()),
    () => (typeof wait === 'number' ? wait : wait(source(), settled.value)),
  )
  watch(source, follow)
  onScopeDispose(follow.cancel)
  return settled
}
