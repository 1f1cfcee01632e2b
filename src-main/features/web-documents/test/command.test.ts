import { expect, it } from 'vitest'
import { shop, webServer } from '../../../../test/fixtures/web-server'
import { terminalInFolder } from '../../../../test/unit/hosts/cli/terminal-in-folder'

const { pegboard } = terminalInFolder()
const inShop = ['--workspace', 'shop']

it('pegboard sources add follows a document at an address', async () => {
  let paths = ['orders']
  const address = await webServer((_, response) => void response.end(shop(...paths)))
  const added = await pegboard(
    'sources',
    'add',
    'shop',
    '--url',
    address,
    '--as',
    'document',
    ...inShop,
  )
  expect(added.code).toBe(0)
  expect(added.out).toContain('Format openapi: 1 tools added')
  paths = ['orders', 'prices']
  expect((await pegboard('sources', 'refresh', ...inShop)).out).toContain('1 tools added')
  const { out } = await pegboard('sources', 'list', ...inShop)
  expect(out).toMatch(/shop +document +http:/)
})

it('pegboard sources add takes no kind for what is no address', async () => {
  const { code, err } = await pegboard(
    ...['sources', 'add', 'shop', '--path', 'tools.json', '--as', 'document', ...inShop],
  )
  expect(code).toBeGreaterThan(0)
  expect(err).toContain('--as is for --url ADDRESS')
})
