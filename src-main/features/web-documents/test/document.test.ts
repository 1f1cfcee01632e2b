import { describe, expect, it } from 'vitest'
import type { Origin } from '../../../domain/catalog/source'
import { openAppOn } from '../../../../test/app/open-app'
import { agree, withServer } from '../../../../test/app/sources'
import { shop, webServer } from '../../../../test/fixtures/web-server'

const at = (url: string, headers: Record<string, string> = {}): Origin => ({
  kind: 'address',
  as: 'document',
  url,
  headers,
})

/** A document of which parts stand elsewhere. */
const SPREAD = `
openapi: 3.1.0
info: {title: Shop, version: "1"}
paths:
  /orders:
    get:
      operationId: orders
      summary: Lists orders.
      parameters: [{$ref: 'https://example.com/size.yaml'}]
  /goods: {$ref: goods.yaml}
`

describe('a document at an address', () => {
  it('is followed: previewed and taken over as it changes', async () => {
    const { add, preview, refresh, ids, sources } = await withServer()
    let paths = ['orders', 'goods']
    const asked: string[] = []
    const address = await webServer((request, response) => {
      asked.push(`${request.method} ${request.url}`)
      response.setHeader('content-type', 'application/json; charset=utf-8').end(shop(...paths))
    })
    await add('shop', at(`${address}/openapi`))
    expect(asked).toEqual(['GET /openapi'])
    expect(await ids()).toEqual(['shop/goods', 'shop/orders'])
    paths = ['orders', 'prices']
    expect((await preview('shop')).change).toMatchObject({
      added: { total: 1 },
      removed: { total: 1 },
      unchanged: 1,
    })
    await refresh('shop')
    expect(await ids()).toEqual(['shop/orders', 'shop/prices'])
    expect(await sources()).toMatchObject([
      { kind: 'address', what: 'document', where: `${address}/openapi`, tools: 2 },
    ])
  })

  it.each([
    ['/openapi.yaml', 'text/plain'],
    ['/v1/openapi', 'application/yaml'],
    ['/docs', 'application/vnd.oai.openapi'],
  ])('may be OpenAPI in YAML at %s, of the type %s', async (path, type) => {
    const { app, dir } = await withServer()
    const asked: string[] = []
    const address = await webServer(({ url = '' }, response) => {
      asked.push(url)
      response.setHeader('content-type', type).end(SPREAD)
    })
    const source = { name: 'shop', origin: at(`${address}${path}`) }
    await agree(app, source, dir)
    const preview = await app.request('import.preview', { dir, source })
    expect(preview.change.added.first.map(({ id }) => id)).toEqual(['shop/orders'])
    const report = preview.report.map(({ why }) => why)
    expect(report).toEqual(
      expect.arrayContaining([
        expect.stringContaining('“https://example.com/size.yaml”'),
        expect.stringContaining('“goods.yaml”'),
      ]),
    )
    expect(new Set(asked)).toEqual(new Set([path]))
  })

  it('is not asked for before somebody agreed to just that', async () => {
    const { app, dir } = await withServer()
    let count = 0
    const address = await webServer((_, response) => {
      count += 1
      response.end(shop('orders'))
    })
    const source = { name: 'shop', origin: at(address) }
    await expect(app.request('import.preview', { dir, source })).rejects.toThrow(
      `Nobody has agreed yet to reading the document at ${address}`,
    )
    // An agreement to ask it as an MCP server is none to this.
    await agree(app, { name: 'shop', origin: { kind: 'http', url: address, headers: {} } }, dir)
    await expect(app.request('import.preview', { dir, source })).rejects.toThrow(
      `Nobody has agreed yet to reading the document at ${address}`,
    )
    expect(count).toBe(0)
  })

  it('is sent a token by the name of its variable, which no message tells', async () => {
    const { app, add, dir, ids } = await withServer({ variable: () => 'swordfish' })
    let token: string | undefined = 'Bearer swordfish'
    const address = await webServer((request, response) => {
      if (request.headers.authorization !== token) return void response.writeHead(401).end()
      response.end(shop('orders'))
    })
    const origin = at(address, { Authorization: 'Bearer ${TOKEN}' })
    await add('shop', origin)
    expect(await ids()).toEqual(['shop/orders'])
    token = 'another'
    const failed = app.request('import.preview', { dir, source: { name: 'shop' } })
    await expect(failed).rejects.toThrow(/wants to know who asks \(HTTP 401\)/)
  })

  it('whose host is filled in is called in messages as it is written', async () => {
    const { app, dir } = await withServer({ variable: () => '127.0.0.1' })
    const address = await webServer((_, response) => {
      response.writeHead(302, { location: 'https://127.0.0.1/secret' }).end()
    })
    const origin = at(address.replace('127.0.0.1', '${TENANT}'))
    await agree(app, { name: 'shop', origin }, dir)
    const failed = app.reply('import.preview', { dir, source: { name: 'shop', origin } })
    const { error } = (await failed) as { error: { message: string; fix: string } }
    expect(error.message).toContain('${TENANT}')
    expect(`${error.message} ${error.fix}`).not.toContain('127.0.0.1')
  })

  it('has no tools that agents can call', async () => {
    const { app, add, dir } = await withServer()
    const address = await webServer((_, response) => void response.end(shop('orders')))
    await add('shop', at(address))
    await expect(
      app.request('serving.allowCalls', { dir, source: 'shop', calls: 'all', mark: 'any' }),
    ).rejects.toThrow('is no MCP server')
  })

  it.each([
    ['a page to sign in', 'text/html', '<html>Sign in</html>', 'gave a web page'],
    ['no tools', 'application/json', '[1, 2]', 'holds no catalog of a known format'],
  ])('that is %s changes nothing, and is told', async (_, type, body, message) => {
    const { add, ids, sources } = await withServer()
    const address = await webServer((_request, response) => {
      response.setHeader('content-type', type).end(body)
    })
    await expect(add('shop', at(`${address}/docs`))).rejects.toThrow(message)
    expect(await ids()).toEqual([])
    expect(await sources()).toEqual([])
  })

  it('of a kind that nothing here reads is refused before anybody is asked to agree', async () => {
    const { app, dir } = await withServer()
    const origin: Origin = {
      kind: 'address',
      as: 'registry',
      url: 'https://a.example',
      headers: {},
    }
    await expect(
      app.request('sources.look', { dir, source: { name: 'shop', origin } }),
    ).rejects.toThrow('Nothing here reads a “registry” from an address.')
  })

  it('of a kind that nothing here reads any more is kept and listed, and is read again once it is known', async () => {
    const { add, ids, folder } = await withServer()
    const address = await webServer((_, response) => void response.end(shop('orders')))
    await add('shop', at(address))
    expect(await ids()).toEqual(['shop/orders'])
    const without = await openAppOn(folder, {}, { addresses: [] })
    const [{ dir = '' } = {}] = await without.request('workspace.list', {})
    expect(await without.request('sources.list', { dir })).toMatchObject([
      { name: 'shop', what: 'document', where: address, tools: 1 },
    ])
    await expect(
      without.request('import.preview', { dir, source: { name: 'shop' } }),
    ).rejects.toThrow('Nothing here reads a “document” from an address.')
    const again = await openAppOn(folder)
    await expect(again.request('import.preview', { dir, source: { name: 'shop' } }))
      .resolves //
      .toMatchObject({ change: { unchanged: 1 } })
  })

  it('files tools under its own name, so that two of one title stand beside each other', async () => {
    const { add, ids } = await withServer()
    const address = await webServer((_, response) => void response.end(shop('orders')))
    await add('staging', at(`${address}/staging`))
    await add('production', at(`${address}/production`))
    expect(await ids()).toEqual(['production/orders', 'staging/orders'])
  })
})
