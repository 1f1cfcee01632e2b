import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { serve } from '../../../../src-main/hosts/browser/server'
import { contentSecurityPolicy } from '../../../../src-main/hosts/product/security-headers'
import { answerTo, ask, visit, type Visitor } from './visitor'

let visitor: Visitor
beforeEach(async () => void (visitor = await visit()))
afterEach(() => visitor.leave())

describe('the one-time link', () => {
  const linkPath = () => `/${new URL(visitor.served.url).search}`

  it('gives a cookie that scripts and other sites cannot use, and leads to the window', async () => {
    const { status, headers } = visitor.entered
    expect(status).toBe(303)
    expect(headers).toMatchObject({ location: '/', 'cache-control': 'no-store' })
    expect(headers['set-cookie']).toEqual([
      expect.stringMatching(/^pegboard-\d+=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict$/),
    ])
    expect(await visitor.get('/')).toMatchObject({ status: 200, body: '<title>Pegboard</title>' })
  })

  it('opens once', async () => {
    const again = await answerTo(visitor.begin({ path: linkPath() }))
    expect(again.status).toBe(401)
    expect(again.headers['set-cookie']).toBeUndefined()
    expect(again.body).toContain('pegboard serve')
  })

  it('still leads to the window in the browser that has the cookie', async () => {
    const again = await visitor.get(linkPath())
    expect(again).toMatchObject({ status: 303, headers: { location: '/' } })
  })

  it('does not open to a wrong token', async () => {
    const wrong = await answerTo(visitor.begin({ path: '/?token=guess' }))
    expect(wrong.status).toBe(401)
  })
})

describe('without the cookie', () => {
  it.each(['/', '/index.html', '/assets/index-abc.js', '/events', '/missing'])(
    'gives nothing but the way to a new link at %s',
    async (path) => {
      const answer = await visitor.get(path, { cookie: '' })
      expect(answer.status).toBe(401)
      expect(answer.body).toContain('new link')
    },
  )

  it.each(['', 'pegboard=x', 'pegboard-1=x'])(
    'answers no message, with cookie "%s"',
    async (cookie) => {
      const answer = await visitor.post(ask('1', 'wait', 'x'), { cookie })
      expect(answer.status).toBe(401)
      expect(JSON.parse(answer.body)).toMatchObject({ ok: false, error: { code: 'unavailable' } })
      expect(visitor.app.log).toEqual([])
    },
  )
})

describe('requests from elsewhere', () => {
  it.each(['evil.example', 'evil.example:80', '127.0.0.1', 'localhost:1'])(
    'refuses the Host "%s"',
    async (host) => expect(await visitor.get('/', { host })).toMatchObject({ status: 403 }),
  )

  it('answers at the name localhost too', async () => {
    const host = `localhost:${visitor.port}`
    expect(await visitor.get('/', { host })).toMatchObject({ status: 200 })
  })

  it.each(['http://evil.example', 'null', 'http://127.0.0.1:1', 'https://127.0.0.1'])(
    'refuses the Origin "%s"',
    async (origin) => {
      const answer = await visitor.post(ask('1', 'wait', 'x'), { origin })
      expect(answer.status).toBe(403)
      expect(visitor.app.log).toEqual([])
    },
  )

  it('refuses the Origin of the other name of this machine', async () => {
    const origin = `http://localhost:${visitor.port}`
    expect(await visitor.post(ask('1', 'echo', 1), { origin })).toMatchObject({ status: 403 })
  })

  it('answers its own Origin', async () => {
    const origin = `http://127.0.0.1:${visitor.port}`
    expect(await visitor.post(ask('1', 'echo', 1), { origin })).toMatchObject({ status: 200 })
  })

  it.each(['same-site', 'cross-site'])('refuses what a %s page loads', async (site) => {
    const headers = { 'sec-fetch-site': site, 'sec-fetch-mode': 'no-cors' }
    expect(await visitor.get('/events', headers)).toMatchObject({ status: 403 })
  })

  it('lets a link on another site lead to the window', async () => {
    const headers = {
      'sec-fetch-site': 'cross-site',
      'sec-fetch-mode': 'navigate',
      'sec-fetch-dest': 'document',
    }
    expect(await visitor.get('/', headers)).toMatchObject({ status: 200 })
  })

  it('allows no other origin to read its answers', async () => {
    const answer = await visitor.get('/')
    const names = Object.keys(answer.headers)
    expect(names.filter((name) => name.startsWith('access-control'))).toEqual([])
  })
})

describe('the window', () => {
  it('comes with the strict policy and its companions, also when it is refused', async () => {
    const headers = {
      'content-security-policy': contentSecurityPolicy,
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
    }
    expect(contentSecurityPolicy).not.toContain('unsafe')
    expect(await visitor.get('/')).toMatchObject({ status: 200, headers })
    expect(await visitor.get('/', { cookie: '' })).toMatchObject({ status: 401, headers })
    expect(await visitor.get('/', { host: 'evil.example' })).toMatchObject({ status: 403, headers })
  })

  it.each([
    '/../secret.txt',
    '/..%2fsecret.txt',
    '/%2e%2e%2fsecret.txt',
    '//secret.txt',
    '/missing',
  ])('gives nothing at %s', async (path) => {
    const answer = await visitor.get(path)
    expect(answer.status).toBe(404)
    expect(answer.body).not.toContain('secret')
  })

  it('refuses an address that is no path', async () => {
    expect(await visitor.get('http://evil.example/')).toMatchObject({ status: 400 })
  })

  it('refuses other methods', async () => {
    const { cookie } = visitor
    const answer = await answerTo(visitor.begin({ path: '/', method: 'PUT', headers: { cookie } }))
    expect(answer.status).toBe(405)
  })
})

describe('the port', () => {
  it('is bound on the loopback address only', async () => {
    const elsewhere = visitor.begin({ path: '/', host: '127.0.0.2', timeout: 2_000 })
    elsewhere.on('timeout', () => elsewhere.destroy(new Error('no answer')))
    await expect(answerTo(elsewhere)).rejects.toThrow()
  })

  it('that is taken is an error with its fix, and starts no worker', async () => {
    const { port, windowFolder } = visitor
    const startWorker = () => expect.unreachable('a worker was started')
    await expect(serve({ port, windowFolder, startWorker })).rejects.toMatchObject({
      code: 'busy',
      message: `Port ${port} is already in use.`,
      fix: expect.stringContaining('--port') as string,
    })
  })

  it.each([80, 65_536])('is refused when it is %i', async (port) => {
    const { windowFolder } = visitor
    await expect(serve({ port, windowFolder })).rejects.toMatchObject({ code: 'bad-input' })
  })

  it('is not opened for a window that is not built', async () => {
    await expect(serve({ windowFolder: import.meta.dirname })).rejects.toMatchObject({
      code: 'not-found',
      fix: 'Build it: npm run build',
    })
  })
})
