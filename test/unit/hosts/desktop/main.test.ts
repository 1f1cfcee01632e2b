import { resolve } from 'node:path'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { fakeApp, workerOver, type FakeApp } from '../../../fakes/app'
import type * as FakeElectron from '../../../fakes/electron'
import { developmentAddress } from '../../../../src-main/hosts/desktop/development'

const mainFile = '../../../../src-main/hosts/desktop/main'
const workerFile = '../../../../src-main/hosts/worker/app-worker'

let electron: typeof FakeElectron
let pegboard: FakeApp
beforeEach(async () => {
  vi.resetModules()
  pegboard = fakeApp()
  vi.doMock('electron', () => import('../../../fakes/electron'))
  vi.doMock(workerFile, () => ({ startAppWorker: () => workerOver(pegboard) }))
  vi.stubEnv('PEGBOARD_HOME', '')
  // What is not built for development takes no notice of it.
  vi.stubEnv('ELECTRON_RENDERER_URL', 'http://localhost:5173')
  electron = await import('../../../fakes/electron')
})
afterEach(() => void vi.unstubAllEnvs())

async function startDesktop() {
  await import(mainFile)
  await vi.waitFor(() => expect(electron.app.listenerCount('activate')).toBe(1))
  const [window] = electron.BrowserWindow.windows
  if (!window) throw new Error('No window was opened')
  return window
}

async function quit() {
  let held = false
  electron.app.emit('will-quit', { preventDefault: () => (held = true) })
  await vi.waitFor(() => expect(electron.app.calls).toContain('quit'))
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
  electron.app.emit('second-instance')
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

it('quits once the app has closed', async () => {
  await startDesktop()
  expect(await quit()).toBe(true)
  expect(pegboard.closed).toBe(true)
})

it('says so when the window cannot be loaded', async () => {
  vi.spyOn(electron.BrowserWindow.prototype, 'loadURL').mockRejectedValue(new Error('ERR_FAILED'))
  await import(mainFile)
  await vi.waitFor(() => expect(electron.app.calls).toContain('exit 1'))
  expect(electron.dialog.shown).toEqual([expect.stringContaining('npm run build')])
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
