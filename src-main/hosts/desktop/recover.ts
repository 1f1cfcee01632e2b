import { dialog, type BrowserWindow } from 'electron'

/** A page that dies again and again is no help to anybody. */
const MOST_TIMES = 3
const WITHIN_MS = 60_000

/**
 * Loads the page of a window again where its process died, and offers to where it does not answer.
 * Its requests are cancelled, as by any reload.
 * @param giveUp called where it died too often
 */
export function recover(
  window: BrowserWindow,
  { load, giveUp }: { load: () => Promise<void>; giveUp: (error: unknown) => void },
): void {
  let died: number[] = []
  window.webContents.on('render-process-gone', (_event, { reason }) => {
    if (reason === 'clean-exit') return
    const now = Date.now()
    died = [...died.filter((at) => now - at < WITHIN_MS), now]
    if (died.length > MOST_TIMES)
      giveUp(new Error(`The window ended ${died.length} times (${reason}).`))
    else load().catch(giveUp)
  })

  let isAsking = false
  window.on('unresponsive', () => {
    if (isAsking) return
    isAsking = true
    void ask(window).finally(() => (isAsking = false))
  })
}

async function ask(window: BrowserWindow): Promise<void> {
  const { response } = await dialog.showMessageBox(window, {
    type: 'warning',
    message: 'The window does not answer.',
    detail:
      'Loading it again stops what runs. What was saved is kept. Unsaved text of tools, golden queries, proposals, prompts and the Playground is there again; other unsaved text is lost.',
    buttons: ['Wait', 'Load again'],
    defaultId: 0,
    cancelId: 0,
  })
  // It ends as if it had died by itself.
  if (response === 1 && !window.isDestroyed()) window.webContents.forcefullyCrashRenderer()
}
