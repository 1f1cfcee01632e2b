import type { Session } from 'electron'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { registerWindowScheme, serveWindow } from '../../../../src-main/hosts/desktop/protocol'
import { contentSecurityPolicy } from '../../../../src-main/hosts/product/security-headers'
import { FakeSession, protocol } from '../../../fakes/electron'

vi.mock('electron', () => import('../../../fakes/electron'))

let folder: string
const session = new FakeSession()

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pegboard-protocol-'))
  await mkdir(join(folder, 'renderer'))
  await writeFile(join(folder, 'secret.txt'), 'secret')
  await writeFile(join(folder, 'renderer', 'index.html'), '<title>Pegboard</title>')
  serveWindow(session as unknown as Session, join(folder, 'renderer'))
})
afterAll(() => rm(folder, { recursive: true }))

async function load(url: string, method = 'GET') {
  const response = await session.served.get('app')?.({ url, method } as Request)
  if (!response) throw new Error('app: is not served')
  return response
}

it('makes app: a secure origin with only the privileges it needs', () => {
  registerWindowScheme()
  expect(protocol.schemes).toEqual([
    {
      scheme: 'app',
      privileges: { standard: true, secure: true, supportFetchAPI: true, stream: true },
    },
  ])
})

it('serves the window with the content security policy', async () => {
  const response = await load('app://pegboard/')
  expect(response.status).toBe(200)
  expect(await response.text()).toBe('<title>Pegboard</title>')
  expect(response.headers.get('Content-Type')).toBe('text/html; charset=utf-8')
  expect(response.headers.get('Content-Security-Policy')).toBe(contentSecurityPolicy)
  expect(response.headers.get('X-Content-Type-Options')).toBe('nosniff')
})

it.each([
  'app://pegboard/../secret.txt',
  'app://pegboard/..%2fsecret.txt',
  'app://pegboard/%2e%2e%2fsecret.txt',
  'app://pegboard//secret.txt',
  'app://other/index.html',
  'app://pegboard/missing.html',
  'app:///etc/passwd',
  'nonsense',
])('serves nothing at %s', async (url) => {
  const response = await load(url)
  expect(response.status).toBe(404)
  expect(response.headers.get('Content-Security-Policy')).toBe(contentSecurityPolicy)
  expect(await response.text()).not.toContain('secret')
})

it('answers only GET', async () => {
  expect((await load('app://pegboard/', 'POST')).status).toBe(404)
})
