import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { windowFile } from '../../../../src-main/hosts/product/window-file'

let outer: string
let folder: string

beforeAll(async () => {
  outer = await mkdtemp(join(tmpdir(), 'pegboard-window-'))
  folder = join(outer, 'renderer')
  await mkdir(join(folder, 'assets'), { recursive: true })
  await mkdir(join(outer, 'renderer-private'))
  await writeFile(join(outer, 'secret.txt'), 'secret')
  await writeFile(join(outer, 'renderer-private', 'secret.txt'), 'secret')
  await writeFile(join(folder, 'index.html'), '<!doctype html>')
  await writeFile(join(folder, 'assets', 'index-abc.js'), 'export {}')
  await writeFile(join(folder, 'assets', 'unknown.xyz'), '')
  await symlink(join(outer, 'secret.txt'), join(folder, 'linked.txt'))
})
afterAll(() => rm(outer, { recursive: true }))

it('gives index.html for the root, never from the cache unchecked', async () => {
  const file = await windowFile(folder, '/')
  expect(file?.bytes.toString()).toBe('<!doctype html>')
  expect(file?.headers).toEqual({
    'Content-Type': 'text/html; charset=utf-8',
    'Cache-Control': 'no-cache',
  })
})

it('lets the browser keep hashed assets', async () => {
  const file = await windowFile(folder, '/assets/index-abc.js')
  expect(file?.headers['Content-Type']).toBe('text/javascript; charset=utf-8')
  expect(file?.headers['Cache-Control']).toContain('immutable')
})

it('gives a file of unknown type as bytes that no browser executes', async () => {
  const file = await windowFile(folder, '/assets/unknown.xyz')
  expect(file?.headers['Content-Type']).toBe('application/octet-stream')
})

it.each([
  '/../secret.txt',
  '/..%2fsecret.txt',
  '/%2e%2e/secret.txt',
  '/assets/../../secret.txt',
  '/..%5csecret.txt',
  '/../renderer-private/secret.txt',
  '/linked.txt',
  '/index.html%00.js',
  '/%',
  '/assets',
  '/missing.js',
])('gives nothing for %s', async (path) => {
  expect(await windowFile(folder, path)).toBeUndefined()
})
