import { nativeTheme } from 'electron'
import { z } from 'zod'
import type { Reply } from '../../contract/reply'
import { Settings } from '../../domain/workspace/settings'

const Themed = z.object({ theme: Settings.shape.theme })

/**
 * Gives the frame, the menus and the dialogs of the system the theme that the page is told of in
 * the settings.
 */
export function followTheme(action: string, reply: Reply<unknown>): void {
  if (!reply.ok || !action.startsWith('settings.')) return
  const { success, data } = Themed.safeParse(reply.data)
  if (success) nativeTheme.themeSource = data.theme
}
