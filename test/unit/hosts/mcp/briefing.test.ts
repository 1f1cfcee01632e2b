import { createInterface } from 'node:readline'
import { PassThrough } from 'node:stream'
import { expect, onTestFinished, test } from 'vitest'
import type { Briefing } from '../../../../src-main/contract/serving'
import { serveOverHttp } from '../../../../src-main/hosts/mcp/serve-http'
import { serveOverStdio } from '../../../../src-main/hosts/mcp/serve-stdio'
import { briefing } from '../../../fakes/briefing'

const ERAS = ['legacy', 'modern'] as const
type Era = (typeof ERAS)[number]

const ENVELOPE = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientInfo': { name: 'agent', version: '1' },
  'io.modelcontextprotocol/clientCapabilities': {},
}
const GREETING = {
  protocolVersion: '2025-11-25',
  capabilities: {},
  clientInfo: { name: 'agent', version: '1' },
}
/** What an agent of an era sends first. */
const first = (era: Era) =>
  era === 'legacy'
    ? { method: 'initialize', params: GREETING }
    : { method: 'server/discover', params: { _meta: ENVELOPE } }

/** Briefings that count how often one was read, until they cannot be read. */
function counting() {
  const now = { read: 0, isGone: false }
  const read = async (): Promise<Briefing> => {
    now.read += 1
    if (now.isGone) throw new Error('The folder is gone.')
    return { ...(await briefing()()), instructions: `Briefing ${now.read}.` }
  }
  const serving = {
    dispatch: async () => ({ ok: true as const, data: { tools: [] } }),
    version: '1.2.3',
    briefing: read,
    asked: { dir: '/tools' },
  }
  return { now, serving }
}

interface Answer {
  result: { instructions?: string; tools?: object[]; content?: { text: string }[] }
}

test.each(ERAS)('is in the first answer over stdio, of the %s era', async (era) => {
  const { serving, now } = counting()
  const stdin = new PassThrough()
  const stdout = new PassThrough()
  const stopped = Promise.withResolvers<undefined>()
  void serveOverStdio(serving, { stdin, stdout, stopped: stopped.promise.then(() => undefined) })
  onTestFinished(() => stopped.resolve(undefined))
  const answers = createInterface({ input: stdout })[Symbol.asyncIterator]()
  const ask = async (message: object) => {
    stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id: 1, ...message })}\n`)
    return JSON.parse((await answers.next()).value as string) as Answer
  }
  expect((await ask(first(era))).result.instructions).toBe('Briefing 1.')
  const params = era === 'legacy' ? {} : { _meta: ENVELOPE }
  expect((await ask({ method: 'tools/list', params })).result.tools).toHaveLength(2)
  expect(now.read).toBe(1)
})

test.each(ERAS)('is read by each who connects over HTTP, of the %s era', async (era) => {
  const { serving, now } = counting()
  const { url, close } = await serveOverHttp(serving, { port: 0, token: async () => 'swordfish' })
  onTestFinished(close)
  const ask = async ({ method, params }: { method: string; params: object }, name = '') => {
    const answered = await fetch(url, {
      method: 'POST',
      headers: {
        authorization: 'Bearer swordfish',
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        'mcp-protocol-version': era === 'legacy' ? '2025-11-25' : '2026-07-28',
        ...(era === 'modern' && { 'mcp-method': method, 'mcp-name': name }),
      },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
    })
    const body = await answered.text()
    return JSON.parse(/^data: (.*)$/m.exec(body)?.[1] ?? body) as Answer
  }
  const meta = era === 'legacy' ? {} : { _meta: ENVELOPE }
  const search = () =>
    ask(
      {
        method: 'tools/call',
        params: { ...meta, name: 'search_tools', arguments: { query: 'mail' } },
      },
      'search_tools',
    )
  // Once at the start, so that there is one in any case.
  expect((await search()).result.content?.[0]?.text).toBe('{"tools":[]}')
  expect(now.read).toBe(1)
  expect((await ask(first(era))).result.instructions).toBe('Briefing 2.')
  expect((await ask({ method: 'tools/list', params: meta })).result.tools).toHaveLength(2)
  expect((await ask(first(era))).result.instructions).toBe('Briefing 4.')
  await search()
  expect(now.read).toBe(4)
  now.isGone = true
  expect((await ask(first(era))).result.instructions).toBe('Briefing 4.')
})
