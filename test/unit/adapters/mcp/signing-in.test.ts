import { describe, expect, it, vi } from 'vitest'
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
  return { ...server, signed, list, signIn }
}

async function problemOf(work: Promise<unknown>): Promise<Problem> {
  const fault: unknown = await work.then(
    () => undefined,
    (error: unknown) => error,
  )
  expect(fault).toBeInstanceOf(Problem)
  return fault as Problem
}

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
    const one = await soon.signed.token(soon.url)
    const other = await soon.signed.token(soon.url)
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

  it('is left out where a header says who asks', async () => {
    const { list, signIn } = await signingIn()
    await (
      await signIn()
    ).done
    expect((await problemOf(list({ authorization: 'Bearer other' }))).code).toBe('asks-sign-in')
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
