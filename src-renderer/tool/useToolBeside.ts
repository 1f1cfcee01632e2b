import { shallowRef } from 'vue'
import { useToolSections, type ToolSection } from './useToolSections'

/** The tool that is open beside a list, and what of its page is. */
export function useToolBeside() {
  const tool = shallowRef<string>()
  const sections = useToolSections()

  function show(id: string, at?: ToolSection): void {
    tool.value = id
    if (at) sections.reveal(at)
  }
  const close = (): void => void (tool.value = undefined)
  const forget = (gone: readonly string[]): void => {
    if (tool.value !== undefined && gone.includes(tool.value)) close()
  }
  return { tool, sections, show, close, forget }
}
