import { describe, expect, it } from 'vitest'
import { httpAddresses } from '../../../src-main/adapters/addresses'
import { freePort } from '../../fixtures/free-port'
import { webServer } from '../../fixtures/web-server'

const limits = { bytes: 1_000, allMs: 15_000, redirects: 3 }
const get = (url: string, headers = {}, changed = {}) =>
  httpAddresses({ ...limits, ...changed }).get(
    { url, headers },
    { signal: new AbortController().signal, called: 'the shop' },
  )

describe('an address', () => {
  it('gives its bytes and their type, and is sent the headers', async () => {
    const address = await webServer((request, response) => {
      response.setHeader('content-type', 'Application/YAML; charset=utf-8')
      response.end(`key: ${String(request.headers['x-key'])}`)
    })
    const { bytes, type } = await get(address, { 'x-key': 'one' })
    expect(Buffer.from(bytes).toString()).toBe('key: one')
    expect(type).toBe('application/yaml')
  })

  it('may lead on within its origin, and nowhere else: no other is sent the headers', async () => {
    const sent: unknown[] = []
    const other = await webServer((request, response) => {
      sent.push(request.headers)
      response.end('{}')
    })
    const address = await webServer((request, response) => {
      if (request.url === '/there') return void response.end('here')
      const location = request.url === '/away' ? `${other}/there` : '/there'
      response.writeHead(302, { location }).end()
    })
    expect(Buffer.from((await get(`${address}/near`)).bytes).toString()).toBe('here')
    await expect(get(`${address}/away`, { 'x-key': 'secret' })).rejects.toThrow(
      `it leads on to ${other}/there`,
    )
    expect(sent).toEqual([])
  })

  it('that leads on without end, sends too much or never ends is given up', async () => {
    const address = await webServer((request, response) => {
      if (request.url === '/round')
        return void response.writeHead(302, { location: '/round' }).end()
      if (request.url === '/much') return void response.end('x'.repeat(1_001))
      if (request.url === '/most') return void response.end('x'.repeat(1_000))
      response.write('{')
    })
    await expect(get(`${address}/round`)).rejects.toThrow('leads on without end')
    await expect(get(`${address}/much`)).rejects.toThrow('sends more than')
    expect((await get(`${address}/most`)).bytes).toHaveLength(1_000)
    await expect(get(`${address}/slow`, {}, { allMs: 200 })).rejects.toThrow('did not end in time')
  })

  it('that answers with an error, or not at all, is told with what to do', async () => {
    const address = await webServer((request, response) => {
      response.writeHead(request.url === '/secret' ? 403 : 404).end()
    })
    await expect(get(`${address}/gone`)).rejects.toMatchObject({
      code: 'unavailable',
      message: expect.stringContaining('HTTP 404'),
    })
    await expect(get(`${address}/secret`)).rejects.toMatchObject({
      fix: expect.stringContaining('token'),
    })
    const free = await freePort()
    await expect(get(`http://127.0.0.1:${free}/`)).rejects.toThrow(
      'the shop did not give its document: nothing answers there.',
    )
  })

  it('tells nothing that is sent along, whatever the network says of it', async () => {
    const failed = get('http://127.0.0.1:1', { 'x-key': 'swordfish\nsecond' })
    await expect(failed).rejects.toThrow('the shop did not give its document')
    await expect(failed).rejects.not.toThrow(/swordfish|second/)
  })

  it('stops where nobody waits any more', async () => {
    const address = await webServer((_, response) => void response.write('{'))
    const stop = new AbortController()
    const asking = httpAddresses(limits).get(
      { url: address, headers: {} },
      { signal: stop.signal, called: 'the shop' },
    )
    setTimeout(() => stop.abort(), 50)
    await expect(asking).rejects.toMatchObject({ name: 'AbortError' })
  })
})
