import type { Session, WebContents } from 'electron'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { guardContents, guardSession } from '../../../../src-main/hosts/desktop/security'
import { OLLAMA_SITE, OUTSIDE_ADDRESSES } from '../../../../src-main/domain/model/outside-addresses'
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

  it('opens no window, and opens an address of our own in the user’s browser', () => {
    expect(contents.windowOpenHandler?.({ url: OLLAMA_SITE })).toEqual({ action: 'deny' })
    expect(opened).toEqual([OLLAMA_SITE])
  })

  it.each([
    'https://evil.example/?data',
    'https://ollama.com/?data',
    'https://ollama.com/search?q=data',
    'https://ollama.com/#data',
    'http://ollama.com/',
    'https://ollama.com.evil.example/',
    'https://user:password@ollama.com/',
    'https://ollama.com:8443/',
    'https://github.com/',
    'file:///etc/passwd',
    'smb://ollama.com/share',
    'javascript:alert(1)',
    '',
  ])('opens "%s" neither in a window nor in the user’s browser', (url) => {
    expect(contents.windowOpenHandler?.({ url })).toEqual({ action: 'deny' })
    expect(opened).toEqual([])
  })
})

it('keeps its list as browsers write addresses, encrypted ones alone', () => {
  for (const address of OUTSIDE_ADDRESSES) {
    expect(new URL(address)).toMatchObject({ href: address, protocol: 'https:' })
  }
})
