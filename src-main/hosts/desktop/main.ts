import { app, BrowserWindow, dialog, Menu, nativeTheme, session, shell } from 'electron'
import { join, resolve } from 'node:path'
import type { MenuCommand } from '../../contract/menu'
import { ownFault } from '../product/own-fault'
import { product } from '../product/product'
import { startAppWorker, type AppWorker } from '../worker/app-worker'
import { askPerson } from './ask-person'
import { keepCrashReports, reportFault, showCrashReports } from './crash-reports'
import { developmentAddress } from './development'
import { connectMenu, connectOpening, connectWindow } from './ipc'
import { keepPlace, storedPlace } from './stored-place'
import { LINK_SCHEME } from './links'
import { watchWork } from './long-work'
import { menuTemplate } from './menu'
import { hearOpening } from './opened'
import { registerWindowScheme, serveWindow, windowOrigin } from './protocol'
import { recover } from './recover'
import { guardContents, guardSession } from './security'
import { followTheme } from './system-theme'

const developmentUrl = developmentAddress(import.meta.env.MODE, process.env)
const address = developmentUrl ?? `${windowOrigin}/`
const origin = developmentUrl ?? windowOrigin

/** Shown before the page has painted; the same colours as `--surface-0` in the styles. */
const backgrounds = { light: '#f5f5f7', dark: '#0f1013' }

// A separate folder: by default Chromium's files would lie among the user's workspaces on macOS and
// Windows. The single-instance lock is in it too, so that another PEGBOARD_HOME is another
// instance.
const home = process.env['PEGBOARD_HOME']
app.setPath('userData', join(home ? resolve(home) : app.getPath('userData'), 'window'))
keepCrashReports()
app.enableSandbox()
registerWindowScheme()
const opening = hearOpening()
app.on('web-contents-created', (_event, contents) => guardContents(contents, origin))

process.on('uncaughtException', endWith)
if (app.requestSingleInstanceLock()) run().catch(giveUp)
else app.quit()

async function run(): Promise<void> {
  const worker = startAppWorker({ ...product(), asksPerson: true })
  askPerson(worker, () => BrowserWindow.getFocusedWindow() ?? BrowserWindow.getAllWindows()[0])
  // Of a program that is not installed, the system would start Electron without it.
  if (app.isPackaged) app.setAsDefaultProtocolClient(LINK_SCHEME)
  opening.start(process.argv.slice(1), process.cwd())
  app.on('second-instance', focusWindow)
  app.on('window-all-closed', () => {
    if (process.platform !== 'darwin') app.quit()
  })
  closeBeforeQuitting(worker)

  await app.whenReady()
  guardSession(session.defaultSession, origin)
  serveWindow(session.defaultSession, product().windowFolder)
  app.setAboutPanelOptions({
    applicationName: 'Pegboard',
    applicationVersion: product().version,
    copyright: 'Free software under the MIT licence',
  })
  setMenu()
  await showWindow(worker)
  const showIfNone = () => {
    if (BrowserWindow.getAllWindows().length === 0) showWindow(worker).catch(giveUp)
  }
  app.on('activate', showIfNone)
  opening.onOpened(() => {
    showIfNone()
    focusWindow()
  })
}

async function showWindow(worker: AppWorker): Promise<void> {
  const window = openWindow(product().preloadFile)
  const watch = watchWork(window)
  connectWindow(window.webContents, worker, { origin, watch, onReply: followTheme })
  connectOpening(window.webContents, { origin, worker, opening })
  const choose = connectMenu(window.webContents, origin, (commands) => setMenu(commands, choose))
  const load = () => window.loadURL(address)
  recover(window, { load, giveUp: endWith })
  await load()
}

function focusWindow(): void {
  const [window] = BrowserWindow.getAllWindows()
  if (window?.isMinimized()) window.restore()
  window?.focus()
}

/** Delays quitting until the app has finished writing. */
function closeBeforeQuitting(worker: AppWorker): void {
  app.once('will-quit', (event) => {
    event.preventDefault()
    void worker.close().finally(() => app.quit())
  })
}

/**
 * In place of Electron's own box, which shows a stack trace and lets the window go on as if nothing
 * had happened.
 */
function endWith(error: unknown): void {
  const { message, fix } = ownFault(error)
  const told = `${message}\n\n${fix}\n\n${reportFault(error)}`.trimEnd()
  dialog.showErrorBox('Pegboard has to end', told)
  app.exit(1)
}

function giveUp(error: unknown): void {
  const message = error instanceof Error ? error.message : String(error)
  const fix = app.isPackaged ? 'Install it again.' : 'Build it again: npm run build'
  dialog.showErrorBox('Pegboard could not start', `${message}\n\n${fix}`)
  app.exit(1)
}

/** Sets the menus of the program. */
function setMenu(
  commands: readonly MenuCommand[] = [],
  choose: (id: MenuCommand['id']) => void = () => undefined,
): void {
  const isDevelopment = developmentUrl !== undefined
  const { homepage } = product()
  const help = [
    { label: 'Crash reports', click: () => void showCrashReports() },
    ...(homepage === undefined
      ? []
      : [{ label: 'Look for a newer version', click: () => void shell.openExternal(homepage) }]),
  ]
  const { platform } = process
  const template = menuTemplate({ platform, isDevelopment, commands, choose, help })
  Menu.setApplicationMenu(Menu.buildFromTemplate(template))
}

/** Opens the window where it was last, and shows it once its first frame is ready. */
function openWindow(preloadFile: string): BrowserWindow {
  const placeFile = join(app.getPath('userData'), 'window-place.json')
  const { isMaximized = false, ...place } = storedPlace(placeFile) ?? { width: 1360, height: 860 }
  const window = new BrowserWindow({
    ...place,
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
  keepPlace(window, placeFile)
  window.once('ready-to-show', () => {
    if (isMaximized) window.maximize()
    window.show()
  })
  return window
}
