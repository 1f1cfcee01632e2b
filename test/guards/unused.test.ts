import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const root = resolve(import.meta.dirname, '../..')

const files = {
  'package.json': '{ "name": "pegboard", "type": "module" }',
  'src-main/hosts/cli/main.ts':
    "import { shipped } from '../../domain/names'\nconsole.log(shipped)\n",
  'src-main/domain/names.ts': ['shipped', 'tested', 'forgotten']
    .map((name) => `export const ${name} = 1\n`)
    .join(''),
  'src-main/domain/test-only.ts': 'export const a = 1\n',
  'test/unit/names.test.ts':
    "import { tested } from '../../src-main/domain/names'\n" +
    "import { a } from '../../src-main/domain/test-only'\nconsole.log(tested, a)\n",
}

let folder: string

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'pegboard-unused-'))
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
  cpSync(join(root, 'test/config/knip.json'), join(folder, 'test/config/knip.json'))
})

afterAll(() => rmSync(folder, { recursive: true, force: true }))

function unused(...flags: string[]) {
  const knip = join(root, 'node_modules/knip/bin/knip.js')
  const args = [knip, '--config', 'test/config/knip.json', '--no-progress', ...flags]
  const { status, stdout } = spawnSync(process.execPath, args, { cwd: folder, encoding: 'utf8' })
  return { status, stdout }
}

describe('the check for unused code', () => {
  it('refuses an export that nothing imports, and accepts one that a test imports', () => {
    const { status, stdout } = unused()
    expect(status).toBe(1)
    expect(stdout).toContain('forgotten')
    expect(stdout).not.toMatch(/shipped|tested|test-only/)
  })

  it('refuses an export and a file that only tests import', () => {
    const { status, stdout } = unused('--production')
    expect(status).toBe(1)
    expect(stdout).toMatch(/tested .*names\.ts/)
    expect(stdout).toContain('test-only.ts')
    expect(stdout).not.toContain('shipped')
  })
})
