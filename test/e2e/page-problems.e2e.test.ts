import { createServer } from 'node:http'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newContext } from './browser'
import { watchForProblems } from './page-problems'

let server: Server
let origin: string

beforeAll(async () => {
  server = createServer((request, response) => {
    const body = decodeURIComponent(request.url?.slice(2) ?? '')
    response.setHeader('content-type', 'text/html')
    response.setHeader('content-security-policy', "style-src 'self'")
    response.end(`<link rel="icon" href="data:,">${body}`)
  })
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})

afterAll(() => server.close())

async function problemsOf(body: string): Promise<string> {
  const context = await newContext()
  const page = await context.newPage()
  const problems = await watchForProblems(page, origin)
  await page.goto(`${origin}/?${encodeURIComponent(body)}`, { waitUntil: 'networkidle' })
  await context.close()
  return problems.join('\n')
}

describe('the watch over a page', () => {
  it.each([
    ['an error in the console', "<script>console.error('lost')</script>", 'console: lost'],
    ['an exception', "<script>throw new Error('broken')</script>", 'exception: Error: broken'],
    ['a style that the policy refuses', '<p style="color: red">', 'policy: style-src'],
    ['a request to another origin', '<script>fetch("http://localhost:9")</script>', 'stranger'],
  ])('reports %s', async (_, body, expected) => {
    expect(await problemsOf(body)).toContain(expected)
  })

  it('reports nothing of a page that behaves', async () => {
    expect(await problemsOf('<p>Hello</p>')).toBe('')
  })
})
