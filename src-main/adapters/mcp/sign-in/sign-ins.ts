import { randomBytes } from 'node:crypto'
import type {
  OAuthClientProvider,
  OAuthDiscoveryState,
  StoredOAuthClientInformation,
  StoredOAuthTokens,
} from '@modelcontextprotocol/client'
import { Problem } from '../../../domain/problem'
import type { SignIns } from '../../../ports/sign-ins'
import { causeOf, short, withoutValues } from '../../network-fault'
import { boundedFetch, checkPlace } from './bounded-fetch'
import { callback } from './callback'

/** What is known of a server that somebody signed in to. */
interface Kept {
  client?: StoredOAuthClientInformation
  tokens?: StoredOAuthTokens
  /** When the token was got, in milliseconds. */
  at?: number
  found?: OAuthDiscoveryState
}

/** A token that runs out so soon is got anew. */
const SOON_MS = 30_000

/** Kept in memory alone: who starts the program again signs in again. */
export function signIns(version: string): SignIns {
  const known = new Map<string, Kept>()
  const renewing = new Map<string, Promise<string | undefined>>()

  async function renewed(url: string, kept: Kept): Promise<string | undefined> {
    const { client, tokens, found } = kept
    if (!client || !tokens?.refresh_token || !found) return undefined
    const { OAuthError, refreshAuthorization } = await import('@modelcontextprotocol/client')
    const resource = found.resourceMetadata?.resource
    try {
      const next = await refreshAuthorization(found.authorizationServerUrl, {
        ...(found.authorizationServerMetadata && { metadata: found.authorizationServerMetadata }),
        clientInformation: client,
        refreshToken: tokens.refresh_token,
        ...(resource !== undefined && { resource }),
        fetchFn: boundedFetch(url, new AbortController().signal),
      })
      known.set(url, { ...kept, tokens: { ...tokens, ...next }, at: Date.now() })
      return next.access_token
    } catch (error) {
      if (!(error instanceof OAuthError) || !GONE.has(error.code)) throw problemOf(error, url, kept)
      // It no longer holds: the server says that somebody is to sign in.
      known.delete(url)
      return undefined
    }
  }

  return {
    async token(address, { refused, signal }) {
      const url = new URL(address).href
      const kept = known.get(url)
      const token = kept?.tokens?.access_token
      if (!kept || token === undefined) return undefined
      if (token !== refused && !runsOut(kept)) return token
      // Others may wait for the same: whoever gives up leaves it to them.
      const renewal = renewing.get(url) ?? renewed(url, kept).finally(() => renewing.delete(url))
      renewing.set(url, renewal)
      return untilAborted(renewal, signal)
    },
    async begin(address, { clientId, signal }) {
      const url = new URL(address).href
      const { auth } = await import('@modelcontextprotocol/client')
      const state = randomBytes(24).toString('base64url')
      const waiting = await callback(state)
      const kept: Kept = {}
      const opened: { address?: URL } = {}
      const provider = providerOf(kept, {
        redirect: waiting.address,
        state,
        version,
        opened,
        clientId,
      })
      const asked = { serverUrl: url, ...(await challengeOf(url, boundedFetch(url, signal))) }
      try {
        await auth(provider, { ...asked, fetchFn: boundedFetch(url, signal) })
        if (!opened.address) throw new Error('it names no address to sign in at')
        checkPlace(opened.address, url)
      } catch (error) {
        waiting.close()
        signal.throwIfAborted()
        throw problemOf(error, url, kept)
      }
      return {
        address: opened.address.href,
        closed: waiting.closed,
        async done(until) {
          try {
            const brought = await waiting.brought(until)
            await redeem(brought, (code, iss) =>
              auth(provider, {
                ...asked,
                authorizationCode: code,
                ...(iss !== null && { iss }),
                fetchFn: boundedFetch(url, until),
              }),
            )
            known.set(url, kept)
          } catch (error) {
            until.throwIfAborted()
            throw problemOf(error, url, kept)
          } finally {
            waiting.close()
          }
        },
      }
    },
  }
}

/** What is answered where a sign-in no longer holds, by the code of OAuth. */
const GONE: ReadonlySet<string> = new Set(['invalid_grant', 'invalid_client'])

/** @throws the signal’s reason. */
async function untilAborted<Value>(work: Promise<Value>, signal: AbortSignal): Promise<Value> {
  const stopped = Promise.withResolvers<never>()
  const stop = (): void => stopped.reject(signal.reason as Error)
  signal.addEventListener('abort', stop, { once: true })
  if (signal.aborted) stop()
  try {
    return await Promise.race([work, stopped.promise])
  } finally {
    signal.removeEventListener('abort', stop)
  }
}

const runsOut = ({ tokens, at = 0 }: Kept): boolean =>
  tokens?.expires_in !== undefined && at + tokens.expires_in * 1000 - SOON_MS < Date.now()

async function redeem(
  brought: URLSearchParams,
  exchange: (code: string, iss: string | null) => Promise<unknown>,
): Promise<void> {
  const code = brought.get('code')
  if (code !== null) return void (await exchange(code, brought.get('iss')))
  const said = brought.get('error_description') ?? brought.get('error') ?? 'it brought no code'
  throw new Error(`the sign-in was refused: ${said}`)
}

interface Flow {
  /** Given by the person, where somebody registered. */
  clientId: string | undefined
  redirect: string
  state: string
  version: string
  opened: { address?: URL }
}

/** What the protocol’s library asks and tells of one sign-in. */
function providerOf(
  kept: Kept,
  { clientId, redirect, state, version, opened }: Flow,
): OAuthClientProvider {
  let verifier = ''
  return {
    redirectUrl: redirect,
    clientMetadata: {
      client_name: 'Pegboard',
      software_version: version,
      application_type: 'native',
      redirect_uris: [redirect],
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      token_endpoint_auth_method: 'none',
    },
    state: () => state,
    clientInformation(about) {
      if (clientId === undefined || !about) return kept.client
      return (kept.client ??= { client_id: clientId, issuer: about.issuer })
    },
    saveClientInformation: (client) => void (kept.client = client),
    tokens: () => kept.tokens,
    saveTokens: (tokens) => void Object.assign(kept, { tokens, at: Date.now() }),
    redirectToAuthorization: (address) => void (opened.address = address),
    saveCodeVerifier: (written) => void (verifier = written),
    codeVerifier: () => verifier,
    discoveryState: () => kept.found,
    saveDiscoveryState: (found) => void (kept.found = found),
  }
}

/** Where the server says who signs people in to it, as it answers whom it does not know. */
async function challengeOf(
  url: string,
  fetchFn: typeof fetch,
): Promise<{ resourceMetadataUrl?: URL; scope?: string }> {
  const { extractWWWAuthenticateParams } = await import('@modelcontextprotocol/client')
  try {
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping' })
    const answer = await fetchFn(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: ACCEPTED },
      body,
    })
    const { resourceMetadataUrl, scope } = extractWWWAuthenticateParams(answer)
    return {
      ...(resourceMetadataUrl && { resourceMetadataUrl }),
      ...(scope !== undefined && { scope }),
    }
  } catch {
    // What it says of itself may stand at the usual places.
    return {}
  }
}

const ACCEPTED = 'application/json, text/event-stream'

const REGISTER =
  'Register Pegboard where the server signs people in, as an application of this machine that is led back to http://127.0.0.1/signed-in, and give its id: in the window below, in a terminal by --client-id ID.'

/** What is told of a sign-in that failed: nothing that is secret, and bounded. */
function problemOf(error: unknown, url: string, { client, tokens }: Kept): Problem {
  const secrets = [tokens?.access_token, tokens?.refresh_token, client?.client_secret]
  const told = withoutValues(secrets.filter((each) => each !== undefined))
  const { why } = causeOf(error)
  const isUnknown = !client && /registration|register/i.test(why)
  return new Problem(
    'unavailable',
    `Nobody could be signed in to ${new URL(url).host}: ${short(told(why))}.`,
    isUnknown
      ? REGISTER
      : 'Try again, or send a header that names the variable which holds a token.',
  )
}
