import { once } from 'node:events'
import { mkdtemp, mkdir, rm, writeFile } from 'node:fs/promises'
import { request, type IncomingMessage, type RequestOptions } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { serve, type Served } from '../../../../src-main/hosts/browser/server'
import { fakeApp, workerOver, type FakeApp } from '../../../fakes/app'

export interface HttpResponse {
  status: number
  headers: IncomingMessage['headers']
  body: string
}

/**
 * A served window, and plain HTTP requests to it: fetch would normalise paths and forbid headers.
 */
export interface HttpClient {
  app: FakeApp
  served: Served
  port: number
  /** The one-time token in the link of `served`, which was used. */
  token: string
  /** The session's secret, as sent in the `Authorization` header. */
  authorization: string
  /** The response to the one-time token. */
  sessionResponse: HttpResponse
  windowFolder: string
  /** With the session's secret, unless the headers hold another. */
  get(path: string, headers?: RequestOptions['headers']): Promise<HttpResponse>
  post(message: unknown, headers?: RequestOptions['headers']): Promise<HttpResponse>
  /** Sends a request and leaves the response to the caller. */
  send(options: RequestOptions, body?: string): ReturnType<typeof request>
  close(): Promise<void>
}

/** What exchanges a token for a session, but for the token. */
export const sessionRequest = {
  path: '/session',
  method: 'POST',
  headers: { 'content-type': 'application/json' },
}

/** Serves a small window with a fake app, and uses its one-time token. */
export async function openClient(): Promise<HttpClient> {
  const folder = await mkdtemp(join(tmpdir(), 'pegboard-browser-'))
  const windowFolder = join(folder, 'renderer')
  await mkdir(join(windowFolder, 'assets'), { recursive: true })
  await writeFile(join(windowFolder, 'index.html'), '<title>Pegboard</title>')
  await writeFile(join(windowFolder, 'assets', 'index-abc.js'), 'export {}')
  await writeFile(join(folder, 'secret.txt'), 'secret')
  const app = fakeApp()
  const served = await serve({ startWorker: () => workerOver(app), windowFolder })
  const { port, hash } = new URL(served.url)
  const token = hash.slice('#token='.length)

  function send(options: RequestOptions, body?: string) {
    const sent = request({ host: '127.0.0.1', port, agent: false, ...options })
    sent.end(body)
    return sent
  }

  const sessionResponse = await responseTo(send(sessionRequest, JSON.stringify({ token })))
  const { session } = JSON.parse(sessionResponse.body) as { session: string }
  const authorization = `Bearer ${session}`
  return {
    app,
    served,
    port: Number(port),
    token,
    authorization,
    sessionResponse,
    windowFolder,
    send,
    get: (path, headers) => responseTo(send({ path, headers: { authorization, ...headers } })),
    post: (message, headers) =>
      responseTo(
        send(
          {
            path: '/message',
            method: 'POST',
            headers: {
              authorization,
              'content-type': 'application/json',
              'pegboard-tab': 'tab',
              ...headers,
            },
          },
          typeof message === 'string' ? message : JSON.stringify(message),
        ),
      ),
    async close() {
      await served.close()
      await rm(folder, { recursive: true })
    },
  }
}

export async function responseTo(sent: ReturnType<typeof request>): Promise<HttpResponse> {
  const [response] = (await once(sent, 'response')) as [IncomingMessage]
  const pieces: string[] = []
  response.setEncoding('utf8')
  for await (const piece of response) pieces.push(String(piece))
  return { status: response.statusCode ?? 0, headers: response.headers, body: pieces.join('') }
}

export const requestMessage = (id: string, action: string, input: unknown) => ({
  kind: 'request',
  id,
  action,
  input,
})
