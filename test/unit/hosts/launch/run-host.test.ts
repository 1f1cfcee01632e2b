import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { runDesktop } from '../../../../src-main/hosts/launch/run-host.mjs'

let root: string

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'pegboard-desktop-'))
})

afterEach(() => {
  vi.unstubAllEnvs()
  rmSync(root, { recursive: true, force: true })
})

function electronThat(does: string) {
  const executable = join(root, 'electron')
  writeFileSync(executable, `#!${process.execPath}\n${does}\n`)
  chmodSync(executable, 0o755)
  return { executable, root, args: ['--flag'], sandbox: true }
}

describe('runDesktop', () => {
  it('starts Electron with the app folder and the arguments', async () => {
    const expected = JSON.stringify([root, '--flag'])
    const check = `process.exit(JSON.stringify(process.argv.slice(2)) === '${expected}' ? 0 : 1)`
    expect(await runDesktop(electronThat(check))).toEqual({ exitCode: 0, neverOpened: false })
  })

  it('takes the sandbox away where it is told to', async () => {
    const desktop = electronThat("process.exit(process.argv[2] === '--no-sandbox' ? 0 : 1)")
    expect((await runDesktop({ ...desktop, sandbox: false })).exitCode).toBe(0)
  })

  it('hands no address of a development server on', async () => {
    vi.stubEnv('ELECTRON_RENDERER_URL', 'http://localhost:5173')
    const desktop = electronThat("process.exit('ELECTRON_RENDERER_URL' in process.env ? 1 : 0)")
    expect((await runDesktop(desktop)).exitCode).toBe(0)
  })

  it('reports a window that never opened', async () => {
    expect(await runDesktop(electronThat('process.exit(3)'))).toEqual({
      exitCode: 3,
      neverOpened: true,
    })
  })

  it('reports an executable that cannot run', async () => {
    const desktop = { ...electronThat(''), executable: join(root, 'absent') }
    expect(await runDesktop(desktop)).toEqual({ exitCode: 127, neverOpened: true })
  })
})
