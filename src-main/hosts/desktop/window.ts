import { BrowserWindow, nativeTheme } from 'electron'

/** Shown before the page has painted; the same colours as `--surface-0` in the styles. */
const backgrounds = { light: '#f5f5f7', dark: '#0f1013' }

/** Opens the window, which is shown once its first frame is ready. */
export function openWindow(preloadFile: string): BrowserWindow {
  const window = new BrowserWindow({
    width: 1360,
    height: 860,
    minWidth: 900,
    minHeight: 600,
    show: false,
    title: 'Pegboard',
    backgroundColor: nativeTheme.shouldUseDarkColors ? backgrounds.dark : backgrounds.light,
    autoHideMenuBar: true,
    webPreferences: {
      preload: preloadFile,
      contextIsolation: true,
      sandbox: true,
      nodeIntegration: false,
      webSecurity: true,
      webviewTag: false,
      spellcheck: false,
    },
  })
  window.once('ready-to-show', () => window.show())
  return window
}
