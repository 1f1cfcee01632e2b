import { dialog, type BrowserWindow } from 'electron'

/** A page that dies again and again is no help to anybody. */
const MOST_TIMES = 3
const WITHIN_MS = 60_000

/**
 * Loads the page of a window again where its process died, and offers to where it does not answer. The app, which is in a thread of its
 * own, goes on meanwhile.
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
      'What runs goes on, and is shown again. What was typed and not saved is lost if the window is loaded again.',
    buttons: ['Wait', 'Load again'],
    defaultId: 0,
    cancelId: 0,
  })
  // It ends as if it had died by itself.
  if (response === 1 && !window.isDestroyed()) window.webContents.forcefullyCrashRenderer()
}
