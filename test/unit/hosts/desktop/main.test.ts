import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { fakeApp, workerOver, type FakeApp } from '../../../fakes/app'
import type * as FakeElectron from '../../../fakes/electron'
import type * as Product from '../../../../src-main/hosts/product/product'
import { developmentAddress } from '../../../../src-main/hosts/desktop/development'
import { eventually } from '../../../fixtures/eventually'

const mainFile = '../../../../src-main/hosts/desktop/main'
const productFile = '../../../../src-main/hosts/product/product'
const workerFile = '../../../../src-main/hosts/worker/app-worker'

let electron: typeof FakeElectron
let pegboard: FakeApp
const endings = process.listeners('uncaughtException')
beforeEach(async () => {
  vi.stubEnv('PEGBOARD_HOME', '')
  // What is not built for development takes no notice of it.
  vi.stubEnv('ELECTRON_RENDERER_URL', 'http://localhost:5173')
  await startAgain()
})
afterEach(() => {
  vi.unstubAllEnvs()
  for (const ending of process.listeners('uncaughtException')) {
    if (!endings.includes(ending)) process.off('uncaughtException', ending)
  }
})

/** Another run of the program. */
async function startAgain() {
  vi.resetModules()
  pegboard = fakeApp()
  vi.doMock('electron', () => import('../../../fakes/electron'))
  vi.doMock(workerFile, () => ({ startAppWorker: () => workerOver(pegboard) }))
  electron = await import('../../../fakes/electron')
}

async function startDesktop() {
  await import(mainFile)
  await eventually(() => expect(electron.app.listenerCount('activate')).toBe(1))
  const [window] = electron.BrowserWindow.windows
  if (!window) throw new Error('No window was opened')
  return window
}

async function quit() {
  let held = false
  electron.app.emit('will-quit', { preventDefault: () => (held = true) })
  await eventually(() => expect(electron.app.calls).toContain('quit'))
  return held
}

it('opens an isolated, sandboxed window on its own scheme, and shows it when it is ready', async () => {
  const window = await startDesktop()
  expect(electron.app.calls).toEqual(['enableSandbox', 'ready'])
  expect(electron.protocol.schemes.map(({ scheme }) => scheme)).toEqual(['app'])
  expect(window.options.webPreferences).toMatchObject({
    contextIsolation: true,
    sandbox: true,
    nodeIntegration: false,
    webSecurity: true,
    webviewTag: false,
  })
  expect(window.options.webPreferences?.preload).toMatch(/out.preload.preload\.cjs$/)
  expect(window.calls).toEqual(['load app://pegboard/'])
  window.emit('ready-to-show')
  expect(window.calls).toEqual(['load app://pegboard/', 'show'])
  await quit()
})

it('guards the session and every page before anything is loaded', async () => {
  const window = await startDesktop()
  const { defaultSession } = electron.session
  expect(defaultSession.checkPermission?.(null, 'media', 'app://pegboard')).toBe(false)
  expect(defaultSession.loading).toBeDefined()
  expect([...defaultSession.served.keys()]).toEqual(['app'])
  expect(window.webContents.prevents('will-navigate', { url: 'https://evil.example/' })).toBe(true)
  await quit()
})

it('has neither reload nor developer tools in its menu', async () => {
  await startDesktop()
  expect(JSON.stringify(electron.Menu.template)).not.toMatch(/reload|toggleDevTools/)
  expect(JSON.stringify(electron.Menu.template)).toContain('editMenu')
  await quit()
})

it('shows in its menus what the window offers, tells it what was chosen, and says what it is', async () => {
  const { webContents } = await startDesktop()
  const page = { origin: 'app://pegboard', parent: null }
  const command = { id: 'evaluate', menu: 'Commands', title: 'Run the evaluation' }
  webContents.ipc.receive('pegboard:offer', page, [command])
  const commands = electron.Menu.template.find(({ label }) => label === 'Commands')?.submenu
  const [item] = Array.isArray(commands) ? commands : []
  expect(item?.label).toBe('Run the evaluation')
  ;(item?.click as () => void)()
  expect(webContents.sent.at(-1)?.payload).toEqual({ kind: 'command', id: 'evaluate' })
  expect(electron.app.about['applicationVersion']).toMatch(/^\d+\.\d+\.\d+/)
  await quit()
})

it("keeps Chromium's files in a folder of their own", async () => {
  await startDesktop()
  expect(electron.app.paths['userData']).toMatch(/^.default.pegboard.window$/)
  await quit()
})

it('keeps them below PEGBOARD_HOME where that is set, if relative from the working directory', async () => {
  vi.stubEnv('PEGBOARD_HOME', 'mine')
  await startDesktop()
  expect(electron.app.paths['userData']).toBe(resolve('mine', 'window'))
  await quit()
})

it('opens nothing when it is already running', async () => {
  electron.app.hasLock = false
  await import(mainFile)
  expect(electron.app.calls).toEqual(['enableSandbox', 'quit'])
  expect(electron.BrowserWindow.windows).toEqual([])
})

it('comes to the front when it is started again', async () => {
  const window = await startDesktop()
  electron.app.emit('second-instance', {}, ['pegboard'], '/')
  expect(window.calls.slice(-2)).toEqual(['restore', 'focus'])
  await quit()
})

it('connects the window to the app', async () => {
  const { webContents } = await startDesktop()
  const page = { origin: 'app://pegboard', parent: null }
  const message = { kind: 'request', id: '1', action: 'echo', input: 'hello' }
  const reply = await webContents.ipc.invoke('pegboard:request', page, message)
  expect(reply).toEqual({ ok: true, data: 'hello' })
  await quit()
})

it('opens where it was closed, and fills the screen if it did', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'pegboard-test-'))
  vi.stubEnv('PEGBOARD_HOME', folder)
  await mkdir(join(folder, 'window'))
  const first = await startDesktop()
  expect(first.options).toMatchObject({ width: 1360, height: 860 })
  first.bounds = { x: 200, y: 100, width: 1000, height: 700 }
  first.maximize()
  first.emit('close')
  await quit()

  await startAgain()
  const again = await startDesktop()
  expect(again.options).toMatchObject(first.bounds)
  again.emit('ready-to-show')
  expect(again.calls.slice(-2)).toEqual(['maximize', 'show'])
  await quit()

  await startAgain()
  electron.screen.workAreas = [{ x: 3000, y: 0, width: 1920, height: 1040 }]
  expect((await startDesktop()).options).toMatchObject({ width: 1360, height: 860 })
  await quit()
  await rm(folder, { recursive: true })
})

it('opens in its usual place where what was kept of it is broken', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'pegboard-test-'))
  vi.stubEnv('PEGBOARD_HOME', folder)
  await mkdir(join(folder, 'window'))
  await writeFile(join(folder, 'window', 'window-place.json'), '{"x": 20, "y"')
  expect((await startDesktop()).options).toMatchObject({ width: 1360, height: 860 })
  await quit()
  await rm(folder, { recursive: true })
})

it('is loaded again where its process died, a few times', async () => {
  const { webContents, calls } = await startDesktop()
  const die = (reason = 'crashed') => webContents.emit('render-process-gone', {}, { reason })
  die('clean-exit')
  expect(calls).toHaveLength(1)
  for (let times = 0; times < 3; times++) die()
  expect(calls).toEqual(Array.from({ length: 4 }, () => 'load app://pegboard/'))
  expect(electron.app.calls).not.toContain('exit 1')
  die()
  expect(electron.app.calls).toContain('exit 1')
  expect(electron.dialog.shown).toEqual([expect.stringContaining('crashed')])
  await quit()
})

it('asks whether to wait for a window that does not answer, once, and loads it again only if told to', async () => {
  const window = await startDesktop()
  window.emit('unresponsive')
  window.emit('unresponsive')
  const said = expect.stringMatching(
    /does not answer\..*Unsaved text of tools.* is there again; other unsaved text is lost/,
  ) as string
  await eventually(() => expect(electron.dialog.shown).toEqual([said]))
  expect(window.calls).toHaveLength(1)
  electron.dialog.pressed = 1
  await eventually(() => {
    window.emit('unresponsive')
    expect(window.calls).toHaveLength(2)
  })
  await quit()
})

it('quits once the app has closed', async () => {
  await startDesktop()
  expect(await quit()).toBe(true)
  expect(pegboard.closed).toBe(true)
})

it('says so when the window cannot be loaded', async () => {
  vi.spyOn(electron.BrowserWindow.prototype, 'loadURL').mockRejectedValue(new Error('ERR_FAILED'))
  await import(mainFile)
  await eventually(() => expect(electron.app.calls).toContain('exit 1'))
  expect(electron.dialog.shown).toEqual([expect.stringContaining('npm run build')])
  await quit()
})

it('says to install it again where it is installed', async () => {
  electron.app.isPackaged = true
  vi.spyOn(electron.BrowserWindow.prototype, 'loadURL').mockRejectedValue(new Error('ERR_FAILED'))
  await import(mainFile)
  await eventually(() => expect(electron.app.calls).toContain('exit 1'))
  expect(electron.dialog.shown).toEqual(['ERR_FAILED\n\nInstall it again.'])
  await quit()
})

it('is what its links open with, where it is installed', async () => {
  electron.app.isPackaged = true
  await startDesktop()
  expect(electron.app.calls).toContain('links pegboard')
  await quit()
})

it('tells the page what another start names, once it hears it, and comes to the front', async () => {
  const window = await startDesktop()
  const page = { origin: 'app://pegboard', parent: null }
  electron.app.emit('second-instance', {}, ['pegboard', 'pegboard://open/demo/serve'], '/')
  window.webContents.ipc.receive('pegboard:hear', page, undefined)
  const place = { workspace: 'demo', section: 'serve' }
  await eventually(() =>
    expect(window.webContents.sent.at(-1)?.payload).toEqual({
      kind: 'opened',
      opened: { kind: 'link', place },
    }),
  )
  expect(window.calls.slice(-2)).toEqual(['restore', 'focus'])
  await quit()
})

it('opens a window for what is opened while there is none', async () => {
  await startDesktop()
  electron.BrowserWindow.windows.pop()?.webContents.destroy()
  electron.app.emit('open-url', { preventDefault: () => undefined }, 'pegboard://open/demo')
  await eventually(() => expect(electron.BrowserWindow.windows).toHaveLength(1))
  await quit()
})

it('keeps crash reports on this machine, and shows them from its menu', async () => {
  await startDesktop()
  expect(electron.crashReporter.started).toEqual([{ uploadToServer: false }])
  const help = electron.Menu.template.find(({ role }) => role === 'help')?.submenu
  const item = (Array.isArray(help) ? help : []).find(({ label }) => label === 'Crash reports')
  ;(item?.click as () => void)()
  await eventually(() =>
    expect(electron.dialog.shown).toEqual([expect.stringContaining('There are no crash reports.')]),
  )
  await quit()
})

it.each([
  ['https://pegboard.example/releases', 'https://pegboard.example/releases'],
  [undefined, undefined],
])('published at %s, looks for a newer version at %s', async (homepage, shown) => {
  const { product } = (await import(productFile)) as typeof Product
  vi.doMock(productFile, () => ({ product: () => ({ ...product(), homepage }) }))
  await startDesktop()
  vi.doUnmock(productFile)
  const help = electron.Menu.template.find(({ role }) => role === 'help')?.submenu
  const item = (Array.isArray(help) ? help : []).find(({ label }) =>
    /newer version/.test(label ?? ''),
  )
  ;(item?.click as (() => void) | undefined)?.()
  expect(electron.opened.at(-1)).toBe(shown)
  await quit()
})

it.each([
  ['development', 'http://localhost:5173', 'http://localhost:5173/'],
  ['production', 'http://localhost:5173', undefined],
  ['development', 'http://evil.example', undefined],
  ['development', 'https://localhost:5173', undefined],
  ['development', undefined, undefined],
])('built for %s, given %s, uses the development address %s', (mode, given, taken) => {
  expect(developmentAddress(mode, { ELECTRON_RENDERER_URL: given })).toBe(taken)
})

it('has the person asked before anything is agreed to, whatever its page asks for', async () => {
  const starting = vi.fn(() => workerOver(pegboard))
  vi.doMock(workerFile, () => ({ startAppWorker: starting }))
  await startDesktop()
  expect(starting).toHaveBeenCalledWith(expect.objectContaining({ asksPerson: true }))
  await quit()
})
