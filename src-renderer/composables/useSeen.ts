import { onScopeDispose, shallowRef, watch, type Ref, type ShallowRef } from 'vue'

/** Whether an element was ever in sight. Where nothing can say so, it is taken to be. */
export function useSeen(element: Readonly<Ref<HTMLElement | null>>): Readonly<ShallowRef<boolean>> {
  const seen = shallowRef(typeof IntersectionObserver === 'undefined')
  if (seen.value) return seen
  const observer = new IntersectionObserver((entries) => {
    if (!entries.some(({ isIntersecting }) => isIntersecting)) return
    seen.value = true
    observer.disconnect()
  })
  watch(element, (now) => now && observer.observe(now), { flush: 'post' })
  onScopeDispose(() => observer.disconnect())
  return seen
}
