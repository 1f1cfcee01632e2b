import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, test } from 'vitest'
import {
  desktopConfiguration,
  whyNoElectron,
  whyUnsigned,
} from '../../../resources/packaging/desktop.mjs'
import { whyNotVersion, withRelease } from '../../../resources/packaging/release.mjs'
import { homepage } from '../../../resources/packaging/stage.mjs'

describe('the desktop packages', () => {
  const configured = (env: Record<string, string> = {}) =>
    desktopConfiguration({ output: 'out', icons: 'icons', electronVersion: '45.4.1', env })

  it('are signed where an identity is given, and say in one line where none is', () => {
    expect(whyUnsigned({}, 'linux')).toBeUndefined()
    expect(whyUnsigned({ CSC_LINK: 'a.p12' }, 'darwin')).toBeUndefined()
    expect(whyUnsigned({ WIN_CSC_LINK: 'a.p12' }, 'win32')).toBeUndefined()
    expect(whyUnsigned({}, 'darwin')).toBe(
      'The packages are not signed: neither CSC_LINK nor CSC_NAME is set.',
    )
    expect(whyUnsigned({}, 'win32')).toMatch('WIN_CSC_LINK')
    expect(configured({}).mac?.identity).toBeNull()
    expect(configured({ CSC_LINK: 'a.p12' }).mac).not.toHaveProperty('identity')
  })

  it('are notarised where all of an account is given', () => {
    expect(configured({ APPLE_ID: 'ada', APPLE_TEAM_ID: 't' }).mac?.notarize).toBe(false)
    const key = { APPLE_API_KEY: 'k', APPLE_API_KEY_ID: 'i', APPLE_API_ISSUER: 's' }
    expect(configured(key).mac?.notarize).toBe(true)
  })

  it('hold no deb where no address of the project is known, which a deb must name', () => {
    expect(configured({}).linux?.target).toEqual(['AppImage'])
    expect(configured({ PEGBOARD_HOMEPAGE: 'https://example.org' }).linux?.target).toEqual([
      'AppImage',
      'deb',
    ])
  })

  it('name a folder without Electron’s program', () => {
    const folder = mkdtempSync(join(tmpdir(), 'pegboard-electron-'))
    expect(whyNoElectron({}, 'linux')).toBeUndefined()
    const env = { ELECTRON_OVERRIDE_DIST_PATH: folder }
    expect(whyNoElectron(env, 'win32')).toBe(
      `ELECTRON_OVERRIDE_DIST_PATH holds no electron.exe: ${folder}`,
    )
    writeFileSync(join(folder, 'electron'), '')
    expect(whyNoElectron(env, 'linux')).toBeUndefined()
  })
})

describe('where the project is', () => {
  it('is told by whoever packs, or by the forge', () => {
    expect(homepage({})).toBeUndefined()
    const forge = {
      GITHUB_SERVER_URL: 'https://forge.example',
      GITHUB_REPOSITORY: 'ada/pegboard',
    }
    expect(homepage(forge)).toBe('https://forge.example/ada/pegboard')
    expect(homepage({ ...forge, PEGBOARD_HOMEPAGE: 'https://example.org' })).toBe(
      'https://example.org',
    )
  })
})

test.each([
  ['0.2.0', undefined],
  ['0.1.1', undefined],
  ['1.0.0', undefined],
  ['0.1.0', '0.1.0 is not newer than 0.1.0.'],
  ['0.0.9', '0.0.9 is not newer than 0.1.0.'],
  ['0.2', '“0.2” is no version of three numbers, such as 0.2.0.'],
  ['', '“” is no version of three numbers, such as 0.2.0.'],
])('after 0.1.0, %s is refused with: %s', (version, why) => {
  expect(whyNotVersion(version, '0.1.0')).toBe(why)
})

describe('the list of changes', () => {
  it('puts what was not released under its version', () => {
    expect(withRelease('# New\n\n## Not released\n\n- A\n', '0.2.0', '2026-11-27')).toBe(
      '# New\n\n## Not released\n\n## 0.2.0 · 2026-11-27\n\n- A\n',
    )
  })

  it('refuses a release that changes nothing', () => {
    expect(() =>
      withRelease('## Not released\n\n## 0.1.0 · 2026-11-01\n\n- A\n', '0.2.0', '2026-11-27'),
    ).toThrow('lists no change')
  })
})
