import { mkdtempSync, readdirSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type * as FakeElectron from '../fakes/electron'
import { desktopConfiguration } from '../../resources/packaging/desktop.mjs'
import { eventually } from '../fixtures/eventually'

// https://www.electronjs.org/docs/latest/tutorial/security, point by point, over the built files:
// the built program runs on a stand-in for Electron that keeps what it is told.

const OWN = 'app://pegboard'
const ELSEWHERE = 'https://elsewhere.example/'
const endings = process.listeners('uncaughtException')
let electron: typeof FakeElectron
let page: FakeElectron.BrowserWindow

const built = (folder: string): string =>
  readdirSync(resolve('out', folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.(js|cjs|html)$/.test(file))
    .map((file) => readFileSync(resolve('out', folder, file), 'utf8'))
    .join('\n')

beforeAll(async () => {
  vi.stubEnv('PEGBOARD_HOME', mkdtempSync(join(tmpdir(), 'pegboard-checklist-')))
  vi.doMock('electron', () => import('../fakes/electron'))
  electron = await import('../fakes/electron')
  await import(pathToFileURL(resolve('out/main/desktop.js')).href)
  await eventually(() => expect(electron.BrowserWindow.windows).toHaveLength(1))
  ;[page] = electron.BrowserWindow.windows as [FakeElectron.BrowserWindow]
  await eventually(() => expect(page.calls).toContain(`load ${OWN}/`))
})

afterAll(async () => {
  electron.app.emit('will-quit', { preventDefault: () => undefined })
  await eventually(() => expect(electron.app.calls).toContain('quit'))
  for (const ending of process.listeners('uncaughtException'))
    if (!endings.includes(ending)) process.off('uncaughtException', ending)
  vi.unstubAllEnvs()
})

const preferences = () => page.options.webPreferences ?? {}
const session = () => electron.session.defaultSession

/** Whether the session lets the page load an address. */
function loads(url: string): boolean {
  let cancelled: boolean | undefined = false
  session().loading?.({ url }, ({ cancel }) => (cancelled = cancel))
  return !cancelled
}

/** What the window's scheme answers. */
const served = async (path: string) => session().served.get('app')?.(new Request(`${OWN}${path}`))

/** A request as the page of a frame sends it. */
const asks = (origin: string, parent: FakeElectron.FakeFrame | null = null) =>
  page.webContents.ipc.invoke(
    'pegboard:request',
    { origin, parent },
    {
      kind: 'request',
      id: crypto.randomUUID(),
      action: 'workspace.list',
      input: {},
    },
  ) as Promise<{ ok: boolean }>

describe('Electron’s security checklist', () => {
  test('1: only secure content is loaded, and only the window’s own', () => {
    expect(loads(`${OWN}/assets/a.js`)).toBe(true)
    for (const url of [ELSEWHERE, 'http://127.0.0.1/', 'ws://127.0.0.1/', 'file:///etc/passwd'])
      expect(loads(url), url).toBe(false)
  })

  test('2, 3, 4, 6, 8, 9, 10, 11: what the page may is as little as can be', () => {
    const { preload, spellcheck, ...others } = preferences()
    expect(preload).toMatch(/preload\.cjs$/)
    expect(spellcheck).toBe(false)
    expect(others).toEqual({
      contextIsolation: true,
      sandbox: true,
      nodeIntegration: false,
      webSecurity: true,
      webviewTag: false,
    })
    expect(electron.app.calls).toContain('enableSandbox')
    const switches = electron.app.calls.filter((call) => call.startsWith('--'))
    expect(switches).toEqual([])
  })

  test('5: permissions are refused, but for writing to the clipboard from the own page', () => {
    const { checkPermission, requestPermission, checkDevice } = session()
    for (const name of ['media', 'geolocation', 'notifications', 'clipboard-read', 'openExternal'])
      expect(checkPermission?.(null, name, OWN), name).toBe(false)
    expect(checkPermission?.(null, 'clipboard-sanitized-write', ELSEWHERE)).toBe(false)
    const decided: boolean[] = []
    requestPermission?.({ getURL: () => OWN }, 'media', (allowed) => decided.push(allowed))
    expect(decided).toEqual([false])
    expect(checkDevice?.()).toBe(false)
  })

  test('7: a content security policy that lets in nothing from elsewhere', async () => {
    const policy = (await served('/'))?.headers.get('content-security-policy') ?? ''
    expect(policy).toMatch("default-src 'none'")
    expect(policy).toMatch("script-src 'self'")
    expect(policy).not.toMatch(/unsafe-|https?:|\*/)
  })

  test('12, 13, 14: no webview, no way to another address, no other window', () => {
    const { webContents } = page
    expect(webContents.prevents('will-attach-webview', {})).toBe(true)
    for (const event of ['will-navigate', 'will-frame-navigate', 'will-redirect']) {
      expect(webContents.prevents(event, { url: ELSEWHERE }), event).toBe(true)
      expect(webContents.prevents(event, { url: `${OWN}/` }), event).toBe(false)
    }
    expect(webContents.windowOpenHandler?.({ url: ELSEWHERE })).toEqual({ action: 'deny' })
  })

  test('15: the browser is opened for the few addresses that the program knows', () => {
    const { windowOpenHandler } = page.webContents
    const before = electron.opened.length
    for (const url of [ELSEWHERE, 'file:///bin/sh', 'javascript:alert(1)', 'smb://host/share'])
      windowOpenHandler?.({ url })
    expect(electron.opened).toHaveLength(before)
    windowOpenHandler?.({ url: 'https://ollama.com/' })
    expect(electron.opened.slice(before)).toEqual(['https://ollama.com/'])
  })

  test('16: one exact version of Electron, which its packages bring', () => {
    const { devDependencies } = JSON.parse(readFileSync('package.json', 'utf8')) as {
      devDependencies: Record<string, string>
    }
    expect(devDependencies['electron']).toMatch(/^\d+\.\d+\.\d+$/)
  })

  test('17: only the top frame of the own page is answered', async () => {
    expect((await asks(OWN)).ok).toBe(true)
    expect((await asks(ELSEWHERE)).ok).toBe(false)
    expect((await asks('file://')).ok).toBe(false)
    expect((await asks(OWN, { origin: OWN, parent: null })).ok).toBe(false)
  })

  test('18: files come by a scheme of its own, from the folder of the window alone', async () => {
    expect(built('main')).not.toMatch(/loadFile\(/)
    expect((await served('/'))?.status).toBe(200)
    for (const path of [
      '/../main/desktop.js',
      '/..%2f..%2fpackage.json',
      '/%2e%2e/main/desktop.js',
    ])
      expect((await served(path))?.status, path).toBe(404)
  })

  test('19: the fuses that let others use the program are off, those that guard it on', () => {
    const { electronFuses } = desktopConfiguration({
      output: 'o',
      icons: 'i',
      electronVersion: '45.4.1',
      env: {},
    })
    expect(electronFuses).toEqual({
      runAsNode: false,
      enableNodeOptionsEnvironmentVariable: false,
      enableNodeCliInspectArguments: false,
      grantFileProtocolExtraPrivileges: false,
      enableCookieEncryption: true,
      enableEmbeddedAsarIntegrityValidation: true,
      onlyLoadAppFromAsar: true,
    })
  })

  test('20: the page is given a few functions of ours, nothing of Electron', () => {
    const preload = built('preload')
    expect(preload.match(/exposeInMainWorld\("?(\w+)/g)).toHaveLength(1)
    // Each function passes on a message, none the event that holds its sender.
    expect(preload).not.toMatch(/exposeInMainWorld\([^)]*ipcRenderer\s*[,)]/)
  })

  test('and the page runs no text as code', () => {
    expect(built('renderer')).not.toMatch(/\beval\(|new Function\(/)
  })
})
