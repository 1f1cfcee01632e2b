import {
  chmodSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { openInBrowser } from '../../../../src-main/hosts/browser/run-server'
import { eventually } from '../../../fixtures/eventually'

const url = 'http://127.0.0.1:4747/#token=secret'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'pegboard-test-'))
  // A program of the opener's name that writes down what it was given.
  const opener = join(folder, 'xdg-open')
  writeFileSync(
    opener,
    `#!/bin/sh\necho "$@" > '${folder}/asked.part'\nmv '${folder}/asked.part' '${folder}/asked'\n`,
  )
  chmodSync(opener, 0o700)
  vi.stubEnv('PATH', `${folder}${delimiter}${process.env['PATH']}`)
  vi.stubEnv('DISPLAY', ':0')
})
afterEach(() => {
  vi.unstubAllEnvs()
  rmSync(folder, { recursive: true, force: true })
})

describe.skipIf(process.platform !== 'linux')('opening the link in a browser', () => {
  it('puts it into no program’s arguments, but into a page that only the user may read', async () => {
    const remove = await openInBrowser(url)
    await eventually(() => expect(existsSync(join(folder, 'asked'))).toBe(true))
    const asked = readFileSync(join(folder, 'asked'), 'utf8').trim()
    expect(asked).not.toContain('secret')
    const page = fileURLToPath(asked)
    expect(readFileSync(page, 'utf8')).toContain(`content="0; url=${url}"`)
    expect(statSync(page).mode & 0o777).toBe(0o600)
    expect(statSync(dirname(page)).mode & 0o777).toBe(0o700)
    await remove()
    expect(existsSync(dirname(page))).toBe(false)
  })

  it('leaves nothing behind where there is no display', async () => {
    vi.stubEnv('DISPLAY', '')
    vi.stubEnv('WAYLAND_DISPLAY', '')
    await (
      await openInBrowser(url)
    )()
    expect(existsSync(join(folder, 'asked'))).toBe(false)
  })
})
