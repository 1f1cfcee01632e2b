import { once } from 'node:events'
import { request, type IncomingMessage } from 'node:http'
import { describe, expect, it, vi } from 'vitest'
import { callback } from '../../../../src-main/adapters/mcp/sign-in/callback'
import { checkPlace } from '../../../../src-main/adapters/mcp/sign-in/bounded-fetch'
import { signIns } from '../../../../src-main/adapters/mcp/sign-in/sign-ins'
import { mcpServers } from '../../../../src-main/adapters/mcp/tool-servers'
import { Problem } from '../../../../src-main/domain/problem'
import { protectedServer } from '../../../fakes/authorization-server'
import { readListing } from '../../../fixtures/mcp/fixture-server'

const { signal } = new AbortController()

/** A server, and a program that may sign in to it. */
async function signingIn(behaviour: Parameters<typeof protectedServer>[0] = {}) {
  const server = await protectedServer(behaviour)
  const signed = signIns('1.2.3')
  const servers = mcpServers({ version: '1.2.3', signIns: signed })
  const list = async (headers = {}) =>
    readListing(await servers.list({ kind: 'http', url: server.url, headers }, { signal }))
  /** As a browser does what a person says. */
  const signIn = async (clientId?: string) => {
    const begun = await signed.begin(server.url, { clientId, signal })
    const done = begun.done(signal)
    done.catch(() => undefined)
    const page = await fetch(begun.address)
    return { done, page: await page.text() }
  }
  return { ...server, signed, servers, list, signIn }
}

async function problemOf(work: Promise<unknown>): Promise<Problem> {
  const fault: unknown = await work.then(
    () => undefined,
    (error: unknown) => error,
  )
  expect(fault).toBeInstanceOf(Problem)
  return fault as Problem
}

/** What is answered to a target as it is written. */
async function statusOf(address: string, path: string): Promise<number | undefined> {
  const { hostname, port } = new URL(address)
  const asked = request({ hostname, port, path }).end()
  const [answer] = (await once(asked, 'response')) as [IncomingMessage]
  answer.resume()
  return answer.statusCode
}

describe('waiting for a browser', () => {
  it('ends by itself, whether anybody asks what it brings or not', async () => {
    const unasked = await callback('state', 10)
    await unasked.closed
    await expect(fetch(unasked.address)).rejects.toThrow()
    await expect(unasked.brought(signal)).rejects.toThrow('nobody signed in')
  })

  it('is not begun by who has given up', async () => {
    const waiting = await callback('state')
    const gone = AbortSignal.abort(new Error('given up'))
    await expect(waiting.brought(gone)).rejects.toThrow('given up')
    waiting.close()
    await waiting.closed
  })
})

describe('signing in to a server', () => {
  it('has its tools listed from then on, by all that the protocol asks for', async () => {
    const { list, signIn, refused } = await signingIn()
    expect((await problemOf(list())).code).toBe('asks-sign-in')
    const { done, page } = await signIn()
    await done
    expect(page).toContain('Close this page')
    expect(await list()).toMatchObject({ tools: [{ name: 'find' }] })
    expect(refused).toEqual([])
  })

  it('lasts: a token that is no longer taken, or runs out soon, is got anew', async () => {
    const { list, signIn, revokeTokens, refused } = await signingIn()
    await (
      await signIn()
    ).done
    for (let round = 0; round < 2; round += 1) {
      revokeTokens()
      expect(await list()).toMatchObject({ tools: [{ name: 'find' }] })
    }
    const soon = await signingIn({ expiresIn: 5 })
    await (
      await soon.signIn()
    ).done
    const one = await soon.signed.token(soon.url, { signal })
    const other = await soon.signed.token(soon.url, { signal })
    expect(one).not.toBe(other)
    expect(refused).toEqual([])
  })

  it('is asked for again where nothing holds any longer', async () => {
    const { list, signIn, revokeAll } = await signingIn()
    await (
      await signIn()
    ).done
    revokeAll()
    expect((await problemOf(list())).code).toBe('asks-sign-in')
  })

  it('is left out, and not offered, where a header says who asks', async () => {
    const { list, signIn } = await signingIn()
    await (
      await signIn()
    ).done
    const { code, message, fix } = await problemOf(list({ authorization: 'Bearer other' }))
    expect(code).toBe('unavailable')
    expect(message).toContain('it wants a sign-in')
    expect(fix).toMatch(/take the header out/)
    expect(fix).not.toContain('sources sign-in')
  })

  it('is kept where the network is down as a token is to be got anew', async () => {
    const { list, signIn, revokeTokens, setDown } = await signingIn()
    await (
      await signIn()
    ).done
    revokeTokens()
    setDown(true)
    expect((await problemOf(list())).code).toBe('unavailable')
    setDown(false)
    expect(await list()).toMatchObject({ tools: [{ name: 'find' }] })
  })

  it('gets no token anew for who has given up', async () => {
    const { signed, signIn, url } = await signingIn({ expiresIn: 5 })
    await (
      await signIn()
    ).done
    const gone = AbortSignal.abort(new Error('given up'))
    await expect(signed.token(url, { signal: gone })).rejects.toThrow('given up')
    expect(await signed.token(url, { signal })).toBeTypeOf('string')
  })

  it('is no advice for calls by agents, which know of no sign-in', async () => {
    const { servers, url } = await signingIn()
    const { code, fix } = await problemOf(
      servers.connect({ kind: 'http', url, headers: {} }, { signal }),
    )
    expect(code).toBe('asks-sign-in')
    expect(fix).toMatch(/^Send a header/)
  })

  it('is by an id where nobody can register', async () => {
    const { signIn, list } = await signingIn({ registers: false })
    const { fix } = await problemOf(signIn())
    expect(fix).toContain('--client-id')
    await (
      await signIn('known')
    ).done
    expect(await list()).toMatchObject({ tools: [{ name: 'find' }] })
  })

  it('says that it was refused', async () => {
    const { signIn } = await signingIn({ refuses: 'access_denied' })
    const { message } = await problemOf((await signIn()).done)
    expect(message).toContain('the sign-in was refused: access_denied')
  })

  it('is not ended by who does not know its state', async () => {
    const { signed, url, list } = await signingIn()
    const begun = await signed.begin(url, { signal })
    const done = begun.done(signal)
    const back = new URL(begun.address).searchParams.get('redirect_uri') ?? ''
    for (const state of ['', 'x', 'x'.repeat(32)]) {
      expect((await fetch(`${back}?code=1&state=${state}`)).status).toBe(404)
    }
    expect((await fetch(new URL('/other', back))).status).toBe(404)
    // As many characters as its state has, of more bytes.
    expect((await fetch(`${back}?code=1&state=${'é'.repeat(32)}`)).status).toBe(404)
    for (const target of ['//', '*', 'http://[', '/:0//?']) {
      expect([400, 404]).toContain(await statusOf(back, target))
    }
    await fetch(begun.address)
    await done
    expect(await list()).toMatchObject({ tools: [{ name: 'find' }] })
  })

  it.each(['http://example.com', 'ftp://127.0.0.1', 'javascript:alert(1)//'])(
    'is not at %s, which a server may name',
    async (signsInAt) => {
      const { signIn } = await signingIn({ signsInAt })
      expect((await problemOf(signIn())).message).toMatch(/not https|URL|url/)
    },
  )

  it.each(['https://10.0.0.5/token', 'https://localhost:8443/', 'https://[::ffff:192.168.0.1]/'])(
    'asks nothing of %s, inside the network, for a server outside of it',
    (inside) => {
      const to = new URL(inside)
      expect(() => checkPlace(to, 'https://shop.example.com/mcp')).toThrow('inside your network')
      expect(() => checkPlace(to, 'https://192.168.0.9/mcp')).not.toThrow()
      expect(() => checkPlace(new URL('https://8.8.8.8/'), 'https://a.example')).not.toThrow()
    },
  )

  it('takes of a refusal what is short and plain', async () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined)
    const { signIn } = await signingIn({ saysOfCodes: `\u001b[31m${'x'.repeat(50_000)}` })
    const { message } = await problemOf((await signIn()).done)
    const told = [message, ...warn.mock.calls.flat().map(String)]
    expect(warn).toHaveBeenCalled()
    for (const text of told) {
      expect(text.length).toBeLessThan(2_000)
      expect(text).not.toMatch(/\u001b/)
    }
    warn.mockRestore()
  })

  it('is stopped by who waits for it', async () => {
    const { signed, url } = await signingIn()
    const stopper = new AbortController()
    const { done } = await signed.begin(url, { signal })
    const ended = done(stopper.signal)
    stopper.abort()
    await expect(ended).rejects.toThrow('aborted')
  })

  it('warns nobody of what a server says', async () => {
    const warn = vi.spyOn(console, 'warn')
    const { signIn, list, revokeTokens } = await signingIn()
    await (
      await signIn()
    ).done
    revokeTokens()
    await list()
    await (
      await signIn('known')
    ).done
    expect(warn).not.toHaveBeenCalled()
  })
})
