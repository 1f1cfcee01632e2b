import { onActivated, onDeactivated, shallowRef, type ShallowRef } from 'vue'

/** Whether the component is on show: false while its view is kept alive behind another one. */
export function useShown(): Readonly<ShallowRef<boolean>> {
  const shown = shallowRef(true)
  onActivated(() => (shown.value = true))
  onDeactivated(() => (shown.value = false))
  return shown
}
