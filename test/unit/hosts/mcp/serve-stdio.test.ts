import { PassThrough } from 'node:stream'
import { createInterface } from 'node:readline'
import { expect, onTestFinished, test } from 'vitest'
import type { App } from '../../../../src-main/app/app'
import { serveOverStdio } from '../../../../src-main/hosts/mcp/serve-stdio'
import { briefing } from '../../../fakes/briefing'

const tools = [{ name: 'send_mail', description: 'x'.repeat(1000), inputSchema: {} }]

/** A server over streams of this process, greeted. */
async function served(dispatch: App['dispatch'], protocolVersion = '2025-11-25') {
  const stdin = new PassThrough()
  const stdout = new PassThrough()
  let stop = (): void => undefined
  const stopped = new Promise<void>((done) => (stop = done))
  const serving = {
    dispatch,
    version: '1.2.3',
    briefing: briefing(),
    asked: { dir: '/tools' },
  }
  const done = serveOverStdio(serving, { stdin, stdout, stopped })
  onTestFinished(stop)
  const send = (message: object) =>
    stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`)
  const call = (id: number, name = 'search_tools', given: object = { query: `q ${id}` }) =>
    send({ id, method: 'tools/call', params: { name, arguments: given } })
  const clientInfo = { name: 'agent', version: '1' }
  const params = { protocolVersion, capabilities: {}, clientInfo }
  send({ id: 0, method: 'initialize', params })
  send({ method: 'notifications/initialized' })
  return { stdin, stdout, send, call, done }
}

/** The next answer that is written. */
async function* answersOf(stdout: PassThrough) {
  for await (const line of createInterface({ input: stdout })) yield JSON.parse(line) as unknown
}

test('asks the app what an agent asks, and tells its problems with their fix', async () => {
  const asked: unknown[] = []
  const { stdout, call, stdin, done } = await served(async (action, input) => {
    asked.push([action, input])
    if ((input as { tool: string }).tool === 'no_such_tool')
      return { ok: false, error: { code: 'not-found', message: 'There is none.' } }
    if ((input as { tool: string }).tool === 'get_tools')
      return { ok: false, error: { code: 'not-found', message: 'It is gone.', fix: 'Look.' } }
    return { ok: true, data: { tools } }
  })
  const answers = answersOf(stdout)
  const next = async () => (await answers.next()).value
  expect(await next()).toMatchObject({ result: { serverInfo: { name: 'pegboard' } } })
  call(1, 'search_tools', { query: 'mail', k: 3 })
  const { result } = (await next()) as { result: { content: { text: string }[] } }
  expect(JSON.parse(result.content[0]?.text ?? '')).toEqual({ tools })
  call(2, 'get_tools', { names: ['send_mail'] })
  expect(await next()).toMatchObject({
    id: 2,
    result: { isError: true, content: [{ text: 'It is gone. Look.' }] },
  })
  call(3, 'no_such_tool')
  expect(await next()).toMatchObject({ id: 3, error: { code: -32_602, message: 'There is none.' } })
  const by: unknown = expect.objectContaining({ client: 'agent 1', seesCalls: false })
  const to = { dir: '/tools', calls: false, by }
  expect(asked).toEqual([
    ['serving.ask', { ...to, tool: 'search_tools', sent: { query: 'mail', k: 3 } }],
    ['serving.ask', { ...to, tool: 'get_tools', sent: { names: ['send_mail'] } }],
    ['serving.ask', { ...to, tool: 'no_such_tool', sent: { query: 'q 3' } }],
  ])
  stdin.end()
  await done
})

test('reads no more requests while its client reads no answers, and goes on once it does', async () => {
  let asked = 0
  const { stdout, call } = await served(async () => {
    asked += 1
    return { ok: true, data: { tools } }
  })
  const all = 2000
  for (let id = 1; id <= all; id++) {
    call(id)
    if (id % 50 === 0) await new Promise((later) => setTimeout(later, 1))
  }
  await new Promise((later) => setTimeout(later, 50))
  expect(asked).toBeLessThan(all / 2)
  stdout.resume()
  await expect.poll(() => asked, { timeout: 10_000 }).toBe(all)
})

test.each(['2025-11-25', '2024-11-05'])(
  'gives what was found once, as text, to a client of %s',
  async (protocolVersion) => {
    const many = Array.from({ length: 25 }, (_, at) => ({ ...tools[0], name: `tool_${at}` }))
    const { stdout, call } = await served(
      async () => ({ ok: true, data: { tools: many } }),
      protocolVersion,
    )
    const answers = answersOf(stdout)
    await answers.next()
    call(1)
    const { result } = (await answers.next()).value as {
      result: { structuredContent?: object; content: { text: string }[] }
    }
    expect(result.structuredContent).toBeUndefined()
    expect(JSON.parse(result.content[0]?.text ?? '')).toEqual({ tools: many })
  },
)
