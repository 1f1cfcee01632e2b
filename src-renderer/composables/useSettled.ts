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
  let timer: ReturnType<typeof setTimeout> | undefined

  watch(source, (next) => {
    clearTimeout(timer)
    const follow = (): void => void (settled.value = next)
    const ms = typeof wait === 'number' ? wait : wait(next, settled.value)
    if (ms > 0) timer = setTimeout(follow, ms)
    else follow()
  })
  onScopeDispose(() => clearTimeout(timer))
  return settled
}
