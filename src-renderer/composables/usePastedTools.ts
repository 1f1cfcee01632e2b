import { useEventListener } from '@vueuse/core'
import { pastedFile, pasteFault } from '../bridge/chosen-files'
import { useImportDialog } from './useImportDialog'
import { useShown } from './useShown'
import { useStatus } from './useStatus'

/** What takes what is pasted itself. */
const TAKERS = 'input, textarea, [contenteditable], .json-editor, [role=dialog], [role=alertdialog]'

/**
 * Opens the import's preview with JSON that is pasted while the view is on show, unless a field or
 * dialog takes it.
 */
export function usePastedTools(): void {
  const { openImport } = useImportDialog()
  const { announce } = useStatus()
  const shown = useShown()

  function paste(event: ClipboardEvent): void {
    const { target, clipboardData } = event
    const isTaken =
      (target instanceof Element && target.closest(TAKERS)) ||
      document.querySelector('[role=dialog][data-state=open]')
    if (!shown.value || isTaken) return
    const text = clipboardData?.getData('text/plain').trim() ?? ''
    if (!/^[[{]/.test(text)) return
    event.preventDefault()
    const fault = pasteFault(text)
    if (fault) announce(`${fault.message} ${fault.fix}`, 'danger')
    else openImport('catalog', [pastedFile(text)])
  }
  useEventListener('paste', paste)
}
