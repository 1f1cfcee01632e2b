import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { serve } from '../../../../src-main/hosts/browser/server'
import { contentSecurityPolicy } from '../../../../src-main/hosts/product/security-headers'
import {
  openClient,
  requestMessage,
  responseTo,
  sessionRequest,
  type HttpClient,
} from './http-client'

let client: HttpClient
beforeEach(async () => void (client = await openClient()))
afterEach(() => client.close())

describe('the one-time link', () => {
  const exchange = (body: unknown, headers = {}) =>
    responseTo(
      client.send(
        { ...sessionRequest, headers: { ...sessionRequest.headers, ...headers } },
        JSON.stringify(body),
      ),
    )

  it('holds its token where a browser neither sends nor logs it', () => {
    const { hash, search, pathname } = new URL(client.served.url)
    expect([pathname, search]).toEqual(['/', ''])
    expect(hash).toMatch(/^#token=[\w-]{43}$/)
  })

  it('is exchanged for the secret of a session, and no cookie', () => {
    const { status, headers, body } = client.sessionResponse
    expect(status).toBe(200)
    expect(headers).toMatchObject({ 'cache-control': 'no-store' })
    expect(headers['set-cookie']).toBeUndefined()
    expect(JSON.parse(body)).toEqual({ session: expect.stringMatching(/^[\w-]{43}$/) as string })
  })

  it('works once', async () => {
    const again = await exchange({ token: client.token })
    expect(again.status).toBe(401)
    expect(again.body).toContain('Open the link')
  })

  it('gives nothing for a wrong token, even to the session itself', async () => {
    const wrong = await exchange({ token: 'guess' }, { authorization: client.authorization })
    expect(wrong.status).toBe(401)
  })

  it('is not needed by a page that has the secret already', async () => {
    const known = await exchange({}, { authorization: client.authorization })
    expect(known).toMatchObject({ status: 200, body: '{}' })
    expect(await exchange({})).toMatchObject({ status: 401 })
    expect(await exchange({ token: 1 })).toMatchObject({ status: 400 })
  })
})

describe('without the secret of the session', () => {
  it.each(['', 'Bearer x', 'Basic x'])(
    'answers no message and streams no event, with "%s"',
    async (authorization) => {
      const answer = await client.post(requestMessage('1', 'wait', 'x'), { authorization })
      expect(answer.status).toBe(401)
      expect(JSON.parse(answer.body)).toMatchObject({ ok: false, error: { code: 'unavailable' } })
      expect(await client.get('/events', { authorization })).toMatchObject({ status: 401 })
      expect(client.app.log).toEqual([])
    },
  )

  it('does not take the secret for a cookie', async () => {
    const secret = client.authorization.slice('Bearer '.length)
    const headers = { authorization: '', cookie: `pegboard-${client.port}=${secret}` }
    expect(await client.post(requestMessage('1', 'echo', 1), headers)).toMatchObject({
      status: 401,
    })
  })

  it('gives the files of the window, which are the same for everyone', async () => {
    const headers = { authorization: '' }
    expect(await client.get('/', headers)).toMatchObject({ status: 200 })
    expect(await client.get('/missing', headers)).toMatchObject({ status: 404 })
  })
})

describe('the check of Host and Origin', () => {
  it.each(['evil.example', 'evil.example:80', '127.0.0.1', 'localhost:1'])(
    'refuses the Host header "%s"',
    async (host) => expect(await client.get('/', { host })).toMatchObject({ status: 403 }),
  )

  it('accepts the Host header localhost', async () => {
    const host = `localhost:${client.port}`
    expect(await client.get('/', { host })).toMatchObject({ status: 200 })
  })

  it.each(['http://evil.example', 'null', 'http://127.0.0.1:1', 'https://127.0.0.1'])(
    'refuses the Origin header "%s"',
    async (origin) => {
      const answer = await client.post(requestMessage('1', 'wait', 'x'), { origin })
      expect(answer.status).toBe(403)
      expect(client.app.log).toEqual([])
    },
  )

  it('refuses the Origin header with the other name of this machine', async () => {
    const origin = `http://localhost:${client.port}`
    expect(await client.post(requestMessage('1', 'echo', 1), { origin })).toMatchObject({
      status: 403,
    })
  })

  it('accepts the window’s own Origin header', async () => {
    const origin = `http://127.0.0.1:${client.port}`
    expect(await client.post(requestMessage('1', 'echo', 1), { origin })).toMatchObject({
      status: 200,
    })
  })

  it.each(['same-site', 'cross-site'])('refuses what a %s page loads', async (site) => {
    const headers = { 'sec-fetch-site': site, 'sec-fetch-mode': 'no-cors' }
    expect(await client.get('/events', headers)).toMatchObject({ status: 403 })
  })

  it('accepts navigation by a link on another site', async () => {
    const headers = {
      'sec-fetch-site': 'cross-site',
      'sec-fetch-mode': 'navigate',
      'sec-fetch-dest': 'document',
    }
    expect(await client.get('/', headers)).toMatchObject({ status: 200 })
  })

  it('lets no other origin read the responses', async () => {
    const answer = await client.get('/')
    const names = Object.keys(answer.headers)
    expect(names.filter((name) => name.startsWith('access-control'))).toEqual([])
  })
})

describe('the window', () => {
  it('comes with the security headers, and so does a refusal', async () => {
    const headers = {
      'content-security-policy': contentSecurityPolicy,
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
    }
    expect(contentSecurityPolicy).not.toContain('unsafe')
    expect(await client.get('/')).toMatchObject({ status: 200, headers })
    expect(await client.get('/events', { authorization: '' })).toMatchObject({
      status: 401,
      headers,
    })
    expect(await client.get('/', { host: 'evil.example' })).toMatchObject({ status: 403, headers })
  })

  it.each([
    '/../secret.txt',
    '/..%2fsecret.txt',
    '/%2e%2e%2fsecret.txt',
    '//secret.txt',
    '/missing',
  ])('serves nothing at %s', async (path) => {
    const answer = await client.get(path)
    expect(answer.status).toBe(404)
    expect(answer.body).not.toContain('secret')
  })

  it('refuses an address that is not a path', async () => {
    expect(await client.get('http://evil.example/')).toMatchObject({ status: 400 })
  })

  it('refuses other methods', async () => {
    const { authorization } = client
    const allowed = { '/': 'GET, HEAD', '/message': 'POST', '/events': 'GET', '/session': 'POST' }
    for (const [path, allow] of Object.entries(allowed)) {
      for (const method of ['PUT', 'TRACE', 'OPTIONS']) {
        const headers = { authorization }
        const answer = await responseTo(client.send({ path, method, headers }))
        expect([answer.status, answer.headers['allow']], path).toEqual([405, allow])
      }
    }
  })
})

describe('the port', () => {
  it('is bound on the loopback address only', async () => {
    const elsewhere = client.send({ path: '/', host: '127.0.0.2', timeout: 2_000 })
    elsewhere.on('timeout', () => elsewhere.destroy(new Error('no answer')))
    await expect(responseTo(elsewhere)).rejects.toThrow()
  })

  it('that is in use is an error that says what to do, and starts no worker', async () => {
    const { port, windowFolder } = client
    const startWorker = () => expect.unreachable('a worker was started')
    await expect(serve({ port, windowFolder, startWorker })).rejects.toMatchObject({
      code: 'busy',
      message: `Port ${port} is already in use.`,
      fix: expect.stringContaining('--port') as string,
    })
  })

  it.each([80, 65_536])('is refused when it is %i', async (port) => {
    const { windowFolder } = client
    await expect(serve({ port, windowFolder })).rejects.toMatchObject({ code: 'bad-input' })
  })

  it('is not opened for a window that is not built', async () => {
    await expect(serve({ windowFolder: import.meta.dirname })).rejects.toMatchObject({
      code: 'not-found',
      fix: 'Build it: npm run build',
    })
  })
})
