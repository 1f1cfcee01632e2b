import { EventEmitter } from 'node:events'
import { isAbsolute } from 'node:path'
import type {
  BrowserWindowConstructorOptions,
  CustomScheme,
  HandlerDetails,
  MenuItemConstructorOptions,
  MessageBoxOptions,
} from 'electron'

// What of Electron the desktop host uses, in ordinary code: handlers are kept and can be called by
// tests, and what crosses from page to main process is cloned as Electron clones it.

export interface FakeFrame {
  origin: string
  parent: FakeFrame | null
}
type Payload = (event: { senderFrame: FakeFrame | null }, ...args: unknown[]) => unknown

class FakeIpcMain extends EventEmitter {
  readonly handlers = new Map<string, Payload>()
  handle(channel: string, handler: Payload): void {
    if (this.handlers.has(channel)) throw new Error(`A second handler for '${channel}'`)
    this.handlers.set(channel, handler)
  }
  /** As a page's `ipcRenderer.invoke` arrives. */
  async invoke(channel: string, frame: FakeFrame | null, payload: unknown): Promise<unknown> {
    const handler = this.handlers.get(channel)
    if (!handler) throw new Error(`No handler registered for '${channel}'`)
    return structuredClone(await handler({ senderFrame: frame }, structuredClone(payload)))
  }
  /** As a page's `ipcRenderer.send` arrives. */
  receive(channel: string, frame: FakeFrame | null, payload: unknown): void {
    this.emit(channel, { senderFrame: frame }, structuredClone(payload))
  }
}

export class FakeWebContents extends EventEmitter {
  readonly ipc = new FakeIpcMain()
  readonly sent: { channel: string; payload: unknown }[] = []
  windowOpenHandler: ((details: Pick<HandlerDetails, 'url'>) => { action: string }) | undefined
  private destroyed = false

  send(channel: string, payload: unknown): void {
    if (this.destroyed) throw new TypeError('Object has been destroyed')
    this.sent.push({ channel, payload: structuredClone(payload) })
  }
  isDestroyed(): boolean {
    return this.destroyed
  }
  destroy(): void {
    this.destroyed = true
    this.emit('destroyed')
  }
  setWindowOpenHandler(handler: FakeWebContents['windowOpenHandler']): void {
    this.windowOpenHandler = handler
  }
  forcefullyCrashRenderer(): void {
    this.emit('render-process-gone', {}, { reason: 'killed' })
  }
  /** Whether a listener of the event prevents what it announces. */
  prevents(event: string, details: object): boolean {
    let prevented = false
    this.emit(event, { ...details, preventDefault: () => (prevented = true) })
    return prevented
  }
}

type Decide = (allowed: boolean) => void
type Loading = (details: { url: string }, decide: (response: { cancel?: boolean }) => void) => void

export class FakeSession {
  checkPermission: ((contents: unknown, name: string, origin: string) => boolean) | undefined
  requestPermission:
    ((contents: { getURL(): string }, name: string, decide: Decide) => void) | undefined
  checkDevice: (() => boolean) | undefined
  loading: Loading | undefined
  readonly served = new Map<string, (request: Request) => Promise<Response>>()

  readonly protocol = {
    handle: (scheme: string, handler: (request: Request) => Promise<Response>) =>
      void this.served.set(scheme, handler),
  }
  readonly webRequest = {
    onBeforeRequest: (listener: Loading) => void (this.loading = listener),
  }
  setPermissionCheckHandler(handler: FakeSession['checkPermission']): void {
    this.checkPermission = handler
  }
  setPermissionRequestHandler(handler: FakeSession['requestPermission']): void {
    this.requestPermission = handler
  }
  setDevicePermissionHandler(handler: FakeSession['checkDevice']): void {
    this.checkDevice = handler
  }
}

export class BrowserWindow extends EventEmitter {
  static windows: BrowserWindow[] = []
  static getAllWindows(): BrowserWindow[] {
    return BrowserWindow.windows
  }
  static getFocusedWindow(): BrowserWindow | null {
    return BrowserWindow.windows.find(({ focused }) => focused) ?? null
  }
  readonly webContents = new FakeWebContents()
  readonly calls: string[] = []
  constructor(readonly options: BrowserWindowConstructorOptions) {
    super()
    BrowserWindow.windows.push(this)
    app.emit('web-contents-created', {}, this.webContents)
  }
  async loadURL(url: string): Promise<void> {
    this.calls.push(`load ${url}`)
  }
  show(): void {
    this.calls.push('show')
  }
  focus(): void {
    this.calls.push('focus')
  }
  restore(): void {
    this.calls.push('restore')
  }
  isMinimized(): boolean {
    return true
  }
  /** What is shown beside its icon. */
  bar = -1
  setProgressBar(share: number): void {
    this.bar = share
  }
  focused = true
  isFocused(): boolean {
    return this.focused
  }
  maximize(): void {
    this.calls.push('maximize')
  }
  isMaximized(): boolean {
    return this.calls.includes('maximize')
  }
  /** Where it is set to be, or was moved to by a test. */
  bounds = { x: 20, y: 30, width: 1360, height: 860 }
  getNormalBounds(): typeof this.bounds {
    return this.bounds
  }
  isDestroyed(): boolean {
    return this.webContents.isDestroyed()
  }
}

export class Notification extends EventEmitter {
  static shown: Notification[] = []
  static isSupported(): boolean {
    return true
  }
  constructor(readonly options: { title: string; body: string }) {
    super()
  }
  show(): void {
    Notification.shown.push(this)
  }
}

export const screen = {
  workAreas: [{ x: 0, y: 0, width: 1920, height: 1040 }],
  getAllDisplays: () => screen.workAreas.map((workArea) => ({ workArea })),
}

class FakeApp extends EventEmitter {
  isPackaged = false
  hasLock = true
  readonly calls: string[] = []
  /**
   * No folder can have a name such as that of the crash dumps: nothing is written before a test
   * names one.
   */
  readonly paths: Record<string, string> = { userData: '/default/pegboard', crashDumps: '\0' }
  setPath(name: string, path: string): void {
    if (!isAbsolute(path)) throw new Error('Path must be absolute')
    this.paths[name] = path
  }
  getPath(name: string): string {
    return this.paths[name] ?? ''
  }
  readonly commandLine = {
    appendSwitch: (name: string, value: string) => void this.calls.push(`--${name}=${value}`),
  }
  readonly dock = { hide: () => void this.calls.push('hide dock') }
  readonly about: Record<string, string> = {}
  setAboutPanelOptions(about: Record<string, string>): void {
    Object.assign(this.about, about)
  }
  enableSandbox(): void {
    this.calls.push('enableSandbox')
  }
  readonly recent: string[] = []
  addRecentDocument(path: string): void {
    this.recent.push(path)
  }
  setAsDefaultProtocolClient(scheme: string): void {
    this.calls.push(`links ${scheme}`)
  }
  requestSingleInstanceLock(): boolean {
    return this.hasLock
  }
  async whenReady(): Promise<void> {
    this.calls.push('ready')
  }
  quit(): void {
    this.calls.push('quit')
  }
  exit(code: number): void {
    this.calls.push(`exit ${code}`)
  }
}

export const app = new FakeApp()
export const session = { defaultSession: new FakeSession() }
export const nativeTheme = { shouldUseDarkColors: false, themeSource: 'system' }
export const opened: string[] = []
export const shell = {
  openExternal: async (url: string) => void opened.push(url),
  /** As Electron's, which gives what went wrong. */
  openPath: async (path: string) => (opened.push(path), ''),
}
export const crashReporter = {
  started: [] as object[],
  start: (options: object) => void crashReporter.started.push(options),
}
export const dialog = {
  shown: [] as string[],
  showErrorBox: (_title: string, text: string) => void dialog.shown.push(text),
  /** The button that is pressed. */
  pressed: 0 as number | undefined,
  /** What it shows, with its buttons. */
  boxes: [] as MessageBoxOptions[],
  /**
   * The window that it belongs to may be left out. Pressed by nobody, it stays until it is closed
   * by its signal.
   */
  showMessageBox: async (...given: unknown[]) => {
    const box = given.at(-1) as MessageBoxOptions
    dialog.shown.push(`${box.message} ${box.detail ?? ''}`)
    dialog.boxes.push(box)
    const { pressed } = dialog
    if (pressed !== undefined) return { response: pressed }
    await new Promise((resolve) => box.signal?.addEventListener('abort', resolve))
    return { response: box.cancelId ?? 0 }
  },
}
export const protocol = {
  schemes: [] as CustomScheme[],
  registerSchemesAsPrivileged: (schemes: CustomScheme[]) => {
    if (app.calls.includes('ready')) throw new Error('Schemes are registered before ready')
    protocol.schemes = schemes
  },
}
export const Menu = {
  template: [] as MenuItemConstructorOptions[],
  buildFromTemplate: (template: MenuItemConstructorOptions[]) => template,
  setApplicationMenu: (template: MenuItemConstructorOptions[]) => void (Menu.template = template),
}

class FakeIpcRenderer extends EventEmitter {
  readonly calls: unknown[][] = []
  async invoke(...args: unknown[]): Promise<unknown> {
    this.calls.push(['invoke', ...args])
    return { ok: true, data: 'from the main process' }
  }
  send(...args: unknown[]): void {
    this.calls.push(['send', ...args])
  }
}
export const ipcRenderer = new FakeIpcRenderer()
export const exposed: Record<string, unknown> = {}
export const contextBridge = {
  exposeInMainWorld: (name: string, api: unknown) => void (exposed[name] = api),
}
