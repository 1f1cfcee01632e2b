import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { product } from '../../../../src-main/hosts/product/product'

const root = join(import.meta.dirname, '../../../..')

it('finds the parts of the product beside its package.json', () => {
  const { version, resourcesFolder, workerFile } = product()
  const description: unknown = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  expect(description).toMatchObject({ name: 'pegboard', version })
  expect(resourcesFolder).toBe(join(root, 'resources'))
  expect(workerFile).toBe(join(root, 'out', 'main', 'worker.js'))
})

it('names what the build is configured to make', () => {
  const config = readFileSync(join(root, 'electron.vite.config.ts'), 'utf8')
  expect(config).toMatch(/worker: source\('src-main\/hosts\/worker\/worker\.ts'\)/)
  expect(config).toMatch(/preload: source\('src-main\/hosts\/desktop\/preload\.ts'\)/)
  expect(existsSync(join(root, 'src-main/hosts/worker/worker.ts'))).toBe(true)
  expect(existsSync(join(root, 'src-main/hosts/desktop/preload.ts'))).toBe(true)
})
