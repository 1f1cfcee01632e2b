import { describe, expect, it } from 'vitest'
import type { AgentEndpoint } from '../../../../src-main/app/agent-endpoint'
import type { AppContext } from '../../../../src-main/app/context'
import { endpointsOf, type OpenEndpoint } from '../../../../src-main/app/serving/endpoints'
import {
  renewToken,
  servingState,
  startServing,
  stopServing,
} from '../../../../src-main/app/serving/serve-over-http'
import { NO_PROMPT_OVERRIDES } from '../../../../src-main/pipeline/ask'
import { catalogTool } from '../../../fakes/catalog-tool'
import { call, servedPlace } from './served-place'

/** An app that serves one folder, in which workspaces may take each other’s place. */
function app(changed: Partial<AppContext> = {}) {
  const outdated: string[] = []
  const closers: (() => Promise<void>)[] = []
  const here = { workspace: 'first', variables: {} as Record<string, string> }
  const changes = new Map<string, string>()
  const opened: { port: number; isClosed: boolean }[] = []
  const { context: served } = servedPlace([catalogTool('mail/send')])
  const context = {
    ...served,
    about: { version: '1.2.3' },
    variable: (name: string) => here.variables[name],
    agreements: { markOf: async (what: unknown) => JSON.stringify(what) },
    servingTokens: {
      changeOf: async (workspace: string) => changes.get(workspace),
      change: async (workspace: string) =>
        void changes.set(workspace, `${changes.get(workspace) ?? ''}again`),
    },
    sessions: {
      of: async (dir: string) => ({
        ...(await served.sessions.of(dir)),
        promptOverrides: async () => NO_PROMPT_OVERRIDES,
        store: {
          ...(await served.sessions.of(dir)).store,
          state: async () => ({ id: here.workspace }),
        },
      }),
    },
    outdate: (_: string, action: string) => void outdated.push(action),
    onClose: (close: () => Promise<void>) => void closers.push(close),
    async serveAgents(_: unknown, { port }: { port: number }): Promise<AgentEndpoint> {
      const own = { port, isClosed: false }
      opened.push(own)
      return { url: `http://127.0.0.1:${port}`, close: async () => void (own.isClosed = true) }
    },
    ...changed,
  } as unknown as AppContext
  const at = { dir: '/tools' }
  return {
    context,
    here,
    opened,
    outdated,
    state: () => servingState(context, at),
    start: (port = 1) => startServing(context, { ...at, port, calls: false }, call),
    stop: () => stopServing(context, at),
    renew: () => renewToken(context, at),
    close: () => Promise.all(closers.map((close) => close())),
  }
}

describe('a workspace that is served', () => {
  it('is served once, and says where until it is stopped', async () => {
    const { start, state, stop, opened } = app()
    expect(await state()).not.toHaveProperty('served')
    await start(1)
    expect(await start(2)).toMatchObject({ served: { url: 'http://127.0.0.1:1' } })
    expect(opened).toHaveLength(1)
    expect(await stop()).toEqual({ stopped: true })
    expect(opened[0]?.isClosed).toBe(true)
    expect(await state()).not.toHaveProperty('served')
    expect(await stop()).toEqual({ stopped: false })
  })

  it('is another where another was put into its folder, and then serves that', async () => {
    const { here, start, state, opened } = app()
    await start(1)
    here.workspace = 'second'
    expect(await state()).not.toHaveProperty('served')
    expect(await start(2)).toMatchObject({ served: { url: 'http://127.0.0.1:2' } })
    expect(opened.map(({ isClosed }) => isClosed)).toEqual([true, false])
  })

  it('is closed with the app', async () => {
    const { start, close, opened } = app()
    await start()
    await close()
    expect(opened[0]?.isClosed).toBe(true)
  })

  it('is told of when it opens and when it closes', async () => {
    const { start, stop, outdated } = app()
    await start()
    await stop()
    expect(outdated).toEqual(['serving.state', 'serving.state'])
  })

  it('is served by no program that ends with its answer', async () => {
    const { start } = app({ serveAgents: undefined })
    await expect(start()).rejects.toMatchObject({ code: 'unavailable' })
  })
})

describe('a token', () => {
  it('is the workspace’s own, the same each time until it is renewed', async () => {
    const { here, state, renew } = app()
    const { token } = await state()
    expect((await state()).token).toBe(token)
    const renewed = await renew()
    expect(renewed.token).not.toBe(token)
    expect((await state()).token).toBe(renewed.token)
    here.workspace = 'second'
    expect([token, renewed.token]).not.toContain((await state()).token)
  })

  it('is that of the variable where one sets it, and is then not renewed', async () => {
    const { here, state, renew } = app()
    const { token } = await state()
    here.variables['PEGBOARD_TOKEN'] = 'mine'
    expect(await state()).toEqual({ token: 'mine', tokenFrom: 'PEGBOARD_TOKEN' })
    await expect(renew()).rejects.toMatchObject({ code: 'bad-input' })
    here.variables['PEGBOARD_TOKEN'] = ''
    expect(await state()).toEqual({ token })
  })
})

describe('an endpoint that is being opened', () => {
  const endpoint = (close = async () => undefined) => ({ close }) as unknown as OpenEndpoint

  it('is shared by those who open it at once, and is not there before it is open', async () => {
    const endpoints = endpointsOf(app().context)
    const gate = Promise.withResolvers<OpenEndpoint>()
    const first = endpoints.open('/a', () => gate.promise)
    const second = endpoints.open('/a', () => Promise.reject(new Error('It is opened twice.')))
    expect(endpoints.at('/a')).toBeUndefined()
    gate.resolve(endpoint())
    expect(await first).toBe(await second)
    expect(endpoints.at('/a')).toBe(await first)
    expect(endpoints.at('/b')).toBeUndefined()
  })

  it('that fails is forgotten: the next one tries again', async () => {
    const endpoints = endpointsOf(app().context)
    const failing = endpoints.open('/a', () => Promise.reject(new Error('The port is in use.')))
    await expect(failing).rejects.toThrow('in use')
    expect(await endpoints.stop('/a')).toBe(false)
    const open = endpoint()
    expect(await endpoints.open('/a', async () => open)).toBe(open)
  })

  it('is told to stop, and closed where it opens all the same', async () => {
    const endpoints = endpointsOf(app().context)
    let isClosed = false
    const gate = Promise.withResolvers<OpenEndpoint>()
    const signals: AbortSignal[] = []
    void endpoints.open('/a', (stopped) => {
      signals.push(stopped)
      return gate.promise
    })
    const stopping = endpoints.stop('/a')
    expect(signals[0]?.aborted).toBe(true)
    gate.resolve(endpoint(async () => void (isClosed = true)))
    expect(await stopping).toBe(true)
    expect(isClosed).toBe(true)
  })
})
