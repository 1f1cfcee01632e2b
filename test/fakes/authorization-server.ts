import { createHash, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'

interface Behaviour {
  /** Whether anybody may register; else only the client `known` is known. */
  registers?: boolean
  /** Of a token, in seconds. */
  expiresIn?: number
  /** Where it says that people sign in; left out: here. */
  signsInAt?: string
  /** Why it takes no code. */
  saysOfCodes?: string
  /** What whoever signs in is told. */
  refuses?: string
}

interface Grant {
  client: string
  redirect: string
  challenge: string
  resource: string
}

/**
 * An MCP server that wants a sign-in, and who signs people in to it: strict, so that a client that
 * leaves out a part of the protocol fails. What it refused is noted.
 */
export async function protectedServer(behaviour: Behaviour = {}) {
  const { registers = true, expiresIn = 3_600, signsInAt, saysOfCodes, refuses } = behaviour
  const clients = new Map<string, string[]>([['known', ['http://127.0.0.1/signed-in']]])
  const codes = new Map<string, Grant>()
  const refreshes = new Map<string, Pick<Grant, 'client' | 'resource'>>()
  const tokens = new Set<string>()
  const refused: string[] = []
  let isDown = false
  let origin = ''

  const json = (response: ServerResponse, body: object, status = 200): void =>
    void response
      .writeHead(status, { 'content-type': 'application/json', 'cache-control': 'no-store' })
      .end(JSON.stringify(body))
  const refuse = (response: ServerResponse, why: string): void => {
    refused.push(why)
    json(response, { error: 'invalid_request', error_description: why }, 400)
  }

  function authorize(response: ServerResponse, asked: URLSearchParams): void {
    const get = (name: string): string => asked.get(name) ?? ''
    const client = get('client_id')
    const redirect = get('redirect_uri')
    if (!isRegistered(clients.get(client), redirect)) return refuse(response, 'redirect_uri')
    if (get('response_type') !== 'code') return refuse(response, 'response_type')
    if (get('code_challenge_method') !== 'S256') return refuse(response, 'code_challenge_method')
    if (get('code_challenge') === '') return refuse(response, 'code_challenge')
    if (get('state').length < 16) return refuse(response, 'state')
    if (get('resource') !== `${origin}/mcp`) return refuse(response, 'resource')
    const to = new URL(redirect)
    if (refuses === undefined) {
      const code = randomUUID()
      const challenge = get('code_challenge')
      codes.set(code, { client, redirect, challenge, resource: get('resource') })
      to.searchParams.set('code', code)
    } else to.searchParams.set('error', refuses)
    to.searchParams.set('state', get('state'))
    to.searchParams.set('iss', origin)
    response.writeHead(302, { location: to.href }).end()
  }

  function give(response: ServerResponse, grant: Pick<Grant, 'client' | 'resource'>): void {
    const token = randomUUID()
    const refresh = randomUUID()
    tokens.add(token)
    refreshes.set(refresh, grant)
    json(response, {
      access_token: token,
      token_type: 'Bearer',
      expires_in: expiresIn,
      refresh_token: refresh,
    })
  }

  function exchange(response: ServerResponse, asked: URLSearchParams): void {
    const get = (name: string): string => asked.get(name) ?? ''
    if (get('grant_type') === 'refresh_token') {
      const known = refreshes.get(get('refresh_token'))
      refreshes.delete(get('refresh_token'))
      if (!known) return json(response, { error: 'invalid_grant' }, 400)
      if (known.client !== get('client_id')) return refuse(response, 'client_id')
      if (known.resource !== get('resource')) return refuse(response, 'resource')
      return give(response, known)
    }
    const grant = codes.get(get('code'))
    codes.delete(get('code'))
    if (saysOfCodes !== undefined) {
      const said = { error: 'invalid_grant', error_description: saysOfCodes }
      return json(response, said, 400)
    }
    const verified = createHash('sha256').update(get('code_verifier')).digest('base64url')
    if (!grant) return json(response, { error: 'invalid_grant' }, 400)
    if (grant.client !== get('client_id')) return refuse(response, 'client_id')
    if (grant.redirect !== get('redirect_uri')) return refuse(response, 'redirect_uri')
    if (grant.resource !== get('resource')) return refuse(response, 'resource')
    if (grant.challenge !== verified) return refuse(response, 'code_verifier')
    give(response, grant)
  }

  async function register(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const told = JSON.parse(await textOf(request)) as { redirect_uris: string[] }
    const id = randomUUID()
    clients.set(id, told.redirect_uris)
    json(response, { ...told, client_id: id }, 201)
  }

  async function answerTools(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const token = /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1] ?? ''
    if (!tokens.has(token)) {
      const metadata = `${origin}/.well-known/oauth-protected-resource/mcp`
      const challenge = `Bearer error="invalid_token", resource_metadata="${metadata}"`
      return void response.writeHead(401, { 'www-authenticate': challenge }).end()
    }
    const { id, method } = JSON.parse(await textOf(request)) as { id?: number; method: string }
    if (id === undefined) return void response.writeHead(202).end()
    const serverInfo = { name: 'notes', version: '1' }
    const greeting = { protocolVersion: '2025-11-25', capabilities: { tools: {} }, serverInfo }
    const tools = [{ name: 'find', inputSchema: { type: 'object' } }]
    if (method === 'initialize') return json(response, { jsonrpc: '2.0', id, result: greeting })
    if (method === 'tools/list') return json(response, { jsonrpc: '2.0', id, result: { tools } })
    json(response, { jsonrpc: '2.0', id, error: { code: -32601, message: 'No.' } }, 404)
  }

  const described = () => ({
    issuer: origin,
    authorization_endpoint: `${signsInAt ?? origin}/authorize`,
    token_endpoint: `${origin}/token`,
    ...(registers && { registration_endpoint: `${origin}/register` }),
    response_types_supported: ['code'],
    grant_types_supported: ['authorization_code', 'refresh_token'],
    code_challenge_methods_supported: ['S256'],
    token_endpoint_auth_methods_supported: ['none'],
    authorization_response_iss_parameter_supported: true,
  })
  const resource = () => ({ resource: `${origin}/mcp`, authorization_servers: [origin] })

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, searchParams } = new URL(request.url ?? '', origin)
    switch (`${request.method} ${pathname}`) {
      case 'GET /.well-known/oauth-protected-resource/mcp':
        return json(response, resource())
      case 'GET /.well-known/oauth-authorization-server':
        return json(response, described())
      case 'GET /authorize':
        return authorize(response, searchParams)
      case 'POST /register':
        return register(request, response)
      case 'POST /token':
        if (isDown) return void request.socket.destroy()
        return exchange(response, new URLSearchParams(await textOf(request)))
      case 'POST /mcp':
        return answerTools(request, response)
      default:
        return void response.writeHead(404).end()
    }
  }

  const server = createServer((request, response) => void answer(request, response))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return {
    url: `${origin}/mcp`,
    refused,
    /** Whether it breaks off who asks for a token. */
    setDown: (now: boolean) => void (isDown = now),
    /** No token that it gave holds any longer. */
    revokeTokens: () => tokens.clear(),
    /** Nobody who signed in stays so. */
    revokeAll: () => [tokens, refreshes].forEach((each) => each.clear()),
  }
}

/** A native client may listen on any port of this machine. */
const isRegistered = (known: readonly string[] = [], redirect: string): boolean =>
  known.includes(redirect) ||
  known.includes(redirect.replace(/^http:\/\/127\.0\.0\.1:\d+/, 'http://127.0.0.1'))

async function textOf(request: IncomingMessage): Promise<string> {
  let text = ''
  for await (const piece of request) text += String(piece)
  return text
}
