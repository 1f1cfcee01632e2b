import { describe, expect, it, test } from 'vitest'
import { chooseHost, isWindowFlag } from '../../../../src-main/hosts/launch/choose-host.mjs'

type Surroundings = Parameters<typeof chooseHost>[0]

const unreachable = (): never => {
  throw new Error('looked for Electron without need')
}

const surroundings = (own: Partial<Surroundings>): Surroundings => ({
  platform: 'linux',
  env: { DISPLAY: ':0' },
  args: [],
  findElectron: () => '/electron',
  fetchElectron: unreachable,
  ...own,
})

describe('chooseHost', () => {
  it('opens the desktop window where there are a display and a binary', async () => {
    expect(await chooseHost(surroundings({}))).toEqual({
      host: 'desktop',
      executable: '/electron',
    })
  })

  it('accepts a Wayland display', async () => {
    const choice = await chooseHost(surroundings({ env: { WAYLAND_DISPLAY: 'wayland-0' } }))
    expect(choice.host).toBe('desktop')
  })

  it.each(['darwin', 'win32'])('takes a display for granted on %s', async (platform) => {
    expect((await chooseHost(surroundings({ platform, env: {} }))).host).toBe('desktop')
  })

  it('says that there is no display without looking for a binary', async () => {
    const choice = await chooseHost(
      surroundings({ env: {}, findElectron: unreachable, fetchElectron: unreachable }),
    )
    expect(choice).toEqual({
      host: 'browser',
      reason: 'No display: neither DISPLAY nor WAYLAND_DISPLAY is set.',
    })
  })

  it.each(['darwin', 'win32'])('opens no window in an SSH session on %s', async (platform) => {
    const env = { SSH_CONNECTION: '10.0.0.1 22' }
    expect(await chooseHost(surroundings({ platform, env }))).toEqual({
      host: 'browser',
      reason: 'No display: this is an SSH session.',
    })
  })

  it('fetches a missing binary and opens the window with it', async () => {
    let fetched = false
    const choice = await chooseHost(
      surroundings({
        findElectron: () => (fetched ? '/fetched' : undefined),
        fetchElectron: () => {
          fetched = true
          return Promise.resolve(undefined)
        },
      }),
    )
    expect(choice).toEqual({ host: 'desktop', executable: '/fetched' })
  })

  it('says why the binary could not be fetched', async () => {
    const choice = await chooseHost(
      surroundings({
        findElectron: () => undefined,
        fetchElectron: () => Promise.resolve('it took longer than 60 s'),
      }),
    )
    expect(choice).toEqual({
      host: 'browser',
      reason: "Electron's binary could not be fetched: it took longer than 60 s.",
    })
  })

  it('serves the browser without a word where Electron is not installed', async () => {
    const choice = await chooseHost(
      surroundings({ findElectron: () => undefined, fetchElectron: undefined }),
    )
    expect(choice).toEqual({ host: 'browser' })
  })

  it('trusts no installer that leaves no binary', async () => {
    const choice = await chooseHost(
      surroundings({
        findElectron: () => undefined,
        fetchElectron: () => Promise.resolve(undefined),
      }),
    )
    expect(choice.host).toBe('browser')
  })

  it('serves the browser when asked to, and gives no reason', async () => {
    const env = { DISPLAY: ':0', PEGBOARD_HOST: 'browser' }
    expect(await chooseHost(surroundings({ env, findElectron: unreachable }))).toEqual({
      host: 'browser',
    })
  })

  it.each([['--port', '4000'], ['--port=4000'], ['--no-open'], ['--browser']])(
    'takes %s as asking for the browser',
    async (...args) => {
      expect(await chooseHost(surroundings({ args }))).toEqual({ host: 'browser' })
    },
  )
})

test.each([
  ['--port', true],
  ['--port=4000', true],
  ['--no-sandbox', true],
  ['query', false],
  ['--version', false],
])('%s is for the window: %s', (argument, is) => {
  expect(isWindowFlag(argument)).toBe(is)
})
