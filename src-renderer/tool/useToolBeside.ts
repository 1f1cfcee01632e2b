import { ref, shallowRef } from 'vue'
import type { ToolTab } from './tool-tab'

/** The tool that is open beside a list, and the part of its page that is on show. */
export function useToolBeside() {
  const tool = shallowRef<string>()
  const tab = ref<ToolTab>('overview')

  function show(id: string, at: ToolTab = tab.value): void {
    tool.value = id
    tab.value = at
  }
  const close = (): void => void (tool.value = undefined)
  const forget = (gone: readonly string[]): void => {
    if (tool.value !== undefined && gone.includes(tool.value)) close()
  }
  return { tool, tab, show, close, forget }
}
