import type { Session, WebContents } from 'electron'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import {
  guardContents,
  guardSession,
  mayOpenOutside,
} from '../../../../src-main/hosts/desktop/security'
import { FakeSession, FakeWebContents, opened } from '../../../fakes/electron'

vi.mock('electron', () => import('../../../fakes/electron'))

const own = 'app://pegboard'

function guardedSession(origin = own) {
  const session = new FakeSession()
  guardSession(session as unknown as Session, origin)
  const loads = (url: string) => {
    let cancelled: boolean | undefined
    session.loading?.({ url }, ({ cancel }) => (cancelled = cancel))
    return cancelled === false
  }
  const grants = (permission: string, url: string) => {
    let granted: boolean | undefined
    const decide = (allowed: boolean) => (granted = allowed)
    session.requestPermission?.({ getURL: () => url }, permission, decide)
    return granted
  }
  return { session, loads, grants }
}

describe('the session', () => {
  it.each(['media', 'geolocation', 'notifications', 'clipboard-read', 'openExternal', 'unknown'])(
    'refuses the permission %s, requested or checked',
    (permission) => {
      const { session, grants } = guardedSession()
      expect(grants(permission, `${own}/`)).toBe(false)
      expect(session.checkPermission?.(null, permission, own)).toBe(false)
    },
  )

  it('lets its own page copy text, and no other', () => {
    const { session, grants } = guardedSession()
    expect(grants('clipboard-sanitized-write', `${own}/`)).toBe(true)
    expect(session.checkPermission?.(null, 'clipboard-sanitized-write', own)).toBe(true)
    expect(grants('clipboard-sanitized-write', 'https://evil.example/')).toBe(false)
    expect(session.checkPermission?.(null, 'clipboard-sanitized-write', '')).toBe(false)
  })

  it('refuses devices', () => {
    expect(guardedSession().session.checkDevice?.()).toBe(false)
  })

  it.each([`${own}/`, `${own}/assets/a.js`, 'data:image/png;base64,', `blob:${own}/1`])(
    'loads %s',
    (url) => expect(guardedSession().loads(url)).toBe(true),
  )

  it.each([
    'https://evil.example/',
    'http://127.0.0.1:11434/api/tags',
    'ws://localhost:5173/',
    'file:///etc/passwd',
    'app://other/',
    'app://pegboard.evil.example/',
    'devtools://devtools/bundled/a.js',
    'not an address',
  ])('does not load %s', (url) => expect(guardedSession().loads(url)).toBe(false))

  it('loads from the development server in development, and still from nowhere else', () => {
    const { loads } = guardedSession('http://localhost:5173/')
    expect(loads('http://localhost:5173/main.ts')).toBe(true)
    expect(loads('ws://localhost:5173/')).toBe(true)
    expect(loads('devtools://devtools/bundled/a.js')).toBe(true)
    expect(loads('http://localhost:5174/')).toBe(false)
    expect(loads('https://evil.example/')).toBe(false)
  })
})

describe('a page', () => {
  let contents: FakeWebContents
  beforeEach(() => {
    contents = new FakeWebContents()
    guardContents(contents as unknown as WebContents, own)
    opened.length = 0
  })

  it.each(['will-navigate', 'will-frame-navigate', 'will-redirect'])(
    'stays where it is on %s',
    (event) => {
      expect(contents.prevents(event, { url: 'https://evil.example/' })).toBe(true)
      expect(contents.prevents(event, { url: 'file:///etc/passwd' })).toBe(true)
      expect(contents.prevents(event, { url: 'app://other/' })).toBe(true)
      expect(contents.prevents(event, { url: 'javascript:alert(1)' })).toBe(true)
      expect(contents.prevents(event, { url: `${own}/` })).toBe(false)
    },
  )

  it('embeds no other page', () => {
    expect(contents.prevents('will-attach-webview', {})).toBe(true)
  })

  it('opens no window, and opens a known link in the user’s browser', () => {
    const url = 'https://arxiv.org/abs/2410.14594'
    expect(contents.windowOpenHandler?.({ url })).toEqual({ action: 'deny' })
    expect(opened).toEqual([url])
  })

  it('opens an unknown link neither in a window nor in the user’s browser', () => {
    const action = contents.windowOpenHandler?.({ url: 'https://evil.example/?data' })
    expect(action).toEqual({ action: 'deny' })
    expect(opened).toEqual([])
  })
})

it.each([
  'http://github.com/',
  'https://github.com.evil.example/',
  'https://evil.example/github.com',
  'https://user:password@github.com/',
  'https://github.com:8443/',
  'file:///etc/passwd',
  'smb://github.com/share',
  'javascript:alert(1)',
  '',
])('does not open "%s" outside the window', (address) =>
  expect(mayOpenOutside(address)).toBe(false),
)
