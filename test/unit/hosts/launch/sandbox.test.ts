import { describe, expect, it } from 'vitest'
import { sandboxAdvice, whyNoSandbox } from '../../../../src-main/hosts/launch/sandbox.mjs'

const user = { platform: 'linux', userId: 1000, args: [] }
const root = { ...user, userId: 0 }
const asked = ['--no-sandbox']

describe('the sandbox of the window', () => {
  it('is taken away from root alone, and said to be', () => {
    expect(whyNoSandbox(root)).toMatch(/^The window runs without .* root .*\.$/)
    expect(whyNoSandbox(user)).toBeUndefined()
    expect(whyNoSandbox({ ...root, platform: 'darwin' })).toBeUndefined()
    expect(whyNoSandbox({ ...root, platform: 'win32', userId: undefined })).toBeUndefined()
  })

  it('needs no word where the user took it away', () => {
    expect(whyNoSandbox({ ...root, args: asked })).toBeUndefined()
  })

  it('is what may keep a window from opening, but not where there is none', () => {
    expect(sandboxAdvice(user)).toContain('npm start -- --no-sandbox')
    expect(sandboxAdvice(root)).toBeUndefined()
    expect(sandboxAdvice({ ...user, args: asked })).toBeUndefined()
    expect(sandboxAdvice({ ...user, platform: 'darwin' })).toBeUndefined()
  })
})
