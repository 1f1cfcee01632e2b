import { createServer, request, type IncomingHttpHeaders, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { once } from 'node:events'
import { describe, expect, it, onTestFinished } from 'vitest'
import { fakeModel, startFakeOllama } from '../fakes/ollama/ollama-server'
import { newContext, startHost } from './browser'
import { expectText, go, openDemo, toolRow } from './window'

/** A server on another port of this machine, and all headers it is sent. */
async function otherServer(): Promise<{ url: string; received: IncomingHttpHeaders[] }> {
  const received: IncomingHttpHeaders[] = []
  const server = createServer(({ headers }, response) => {
    received.push(headers)
    response.setHeader('content-type', 'text/html').end('<p>Hello')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, received }
}

const message = JSON.stringify({ kind: 'request', id: '1', action: 'app.about', input: {} })

/** Asks Pegboard as another program of this machine would, with the headers it has got hold of. */
async function statusOf(origin: string, stolen: IncomingHttpHeaders): Promise<number | undefined> {
  const { cookie, authorization } = stolen
  const asked = request(`${origin}/message`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(cookie !== undefined && { cookie }),
      ...(authorization !== undefined && { authorization }),
    },
  })
  asked.end(message)
  const [response] = (await once(asked, 'response')) as [IncomingMessage]
  response.resume()
  return response.statusCode
}

describe.skipIf(process.env['PEGBOARD_E2E_HOST'] === 'electron')('the session in a browser', () => {
  it('cannot be used by another port of this machine, whatever the browser sends it', async () => {
    const page = await openDemo()
    const { origin } = new URL(page.url())
    const { url, received } = await otherServer()
    const stranger = await page.context().newPage()
    await stranger.goto(url)
    expect(received.length).toBeGreaterThan(0)
    for (const headers of received) expect(await statusOf(origin, headers)).toBe(401)
    const asked = await stranger.evaluate(
      async ([address, body]) => {
        const headers = { 'content-type': 'application/json' }
        const sent = fetch(`${address}/message`, {
          method: 'POST',
          credentials: 'include',
          headers,
          body,
        })
        return sent.then(
          ({ status }) => `answered with ${status}`,
          () => 'refused by the browser',
        )
      },
      [origin, message] as const,
    )
    expect(asked).toBe('refused by the browser')
    expect(await stranger.evaluate(() => Object.keys(localStorage))).toEqual([])
  })

  it('goes on after a reload and in a second tab, without its token in the address', async () => {
    const page = await openDemo()
    expect(page.url()).not.toContain('token')
    await page.reload()
    await toolRow(page, 'approve_deployment').waitFor()
    const second = await page.context().newPage()
    await second.goto(new URL(page.url()).origin)
    await toolRow(second, 'approve_deployment').waitFor()
  })

  it('asks the Ollama that it was started with', async () => {
    const ollama = await startFakeOllama([fakeModel({ name: 'bge-m3:567m' })])
    onTestFinished(() => ollama.close())
    const host = await startHost(['--ollama', ollama.url])
    onTestFinished(() => host.stop())
    const context = await newContext()
    onTestFinished(() => context.close())
    const page = await context.newPage()
    await page.goto(host.url)
    await go(page, 'Settings', 'Models')
    await page.getByRole('listitem').filter({ hasText: 'bge-m3:567m' }).first().waitFor()
  })

  it('is not there in another browser, which is told what to do', async () => {
    const page = await openDemo()
    const other = await newContext()
    onTestFinished(() => other.close())
    const stranger = await other.newPage()
    await stranger.goto(new URL(page.url()).origin)
    await expectText(stranger.locator('body'), /does not know this browser[^]*Open the link/)
  })
})
