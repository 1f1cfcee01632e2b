import { once } from 'node:events'
import { mkdtemp, mkdir, rm, writeFile } from 'node:fs/promises'
import { request, type IncomingMessage, type RequestOptions } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { serve, type Served } from '../../../../src-main/hosts/browser/server'
import { fakeApp, workerOver, type FakeApp } from '../../../fakes/app'

export interface Answer {
  status: number
  headers: IncomingMessage['headers']
  body: string
}

/** A served window, and HTTP as bare as it can be: fetch would tidy paths and forbid headers. */
export interface Visitor {
  app: FakeApp
  served: Served
  port: number
  cookie: string
  /** The answer to the link of `served`. */
  entered: Answer
  windowFolder: string
  /** With the cookie, unless other headers say otherwise. */
  get(path: string, headers?: RequestOptions['headers']): Promise<Answer>
  post(message: unknown, headers?: RequestOptions['headers']): Promise<Answer>
  /** Begins a request and leaves the answer to the caller. */
  begin(options: RequestOptions, body?: string): ReturnType<typeof request>
  leave(): Promise<void>
}

export async function visit(): Promise<Visitor> {
  const folder = await mkdtemp(join(tmpdir(), 'pegboard-browser-'))
  const windowFolder = join(folder, 'renderer')
  await mkdir(join(windowFolder, 'assets'), { recursive: true })
  await writeFile(join(windowFolder, 'index.html'), '<title>Pegboard</title>')
  await writeFile(join(windowFolder, 'assets', 'index-abc.js'), 'export {}')
  await writeFile(join(folder, 'secret.txt'), 'secret')
  const app = fakeApp()
  const served = await serve({ startWorker: () => workerOver(app), windowFolder })
  const { port, pathname, search } = new URL(served.url)

  function begin(options: RequestOptions, body?: string) {
    const sent = request({ host: '127.0.0.1', port, agent: false, ...options })
    sent.end(body)
    return sent
  }

  const entered = await answerTo(begin({ path: pathname + search }))
  const cookie = String(entered.headers['set-cookie']).split(';')[0] ?? ''
  return {
    app,
    served,
    port: Number(port),
    cookie,
    entered,
    windowFolder,
    begin,
    get: (path, headers) => answerTo(begin({ path, headers: { cookie, ...headers } })),
    post: (message, headers) =>
      answerTo(
        begin(
          {
            path: '/message',
            method: 'POST',
            headers: {
              cookie,
              'content-type': 'application/json',
              'pegboard-tab': 'tab',
              ...headers,
            },
          },
          typeof message === 'string' ? message : JSON.stringify(message),
        ),
      ),
    async leave() {
      await served.close()
      await rm(folder, { recursive: true })
    },
  }
}

export async function answerTo(sent: ReturnType<typeof request>): Promise<Answer> {
  const [response] = (await once(sent, 'response')) as [IncomingMessage]
  const pieces: string[] = []
  response.setEncoding('utf8')
  for await (const piece of response) pieces.push(String(piece))
  return { status: response.statusCode ?? 0, headers: response.headers, body: pieces.join('') }
}

export const ask = (id: string, route: string, input: unknown) => ({
  kind: 'request',
  id,
  route,
  input,
})
