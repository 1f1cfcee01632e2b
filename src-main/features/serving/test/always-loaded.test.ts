import { expect, test } from 'vitest'
import { requestLog } from '../../../adapters/files/request-log'
import { ToolId } from '../../../domain/tool/tool'
import { openApp } from '../../../../test/app/open-app'
import { servedRequest } from '../../../../test/fixtures/served-request'

const WEATHER = ToolId.parse('get_weather')
const EMAIL = ToolId.parse('send_email')
const GONE = ToolId.parse('gone')

async function workspace() {
  const app = await openApp()
  const dir = await app.smallWorkspace()
  const log = requestLog()
  let count = 0
  const add = (session: string, did: 'search' | 'get' | 'call', tool: ToolId, fault?: string) =>
    log.add(
      dir,
      servedRequest({
        id: `r${(count += 1)}`,
        session,
        did,
        tools: [tool],
        ...(fault !== undefined && { fault }),
      }),
    )
  const always = (more: object = {}) => app.request('served.always', { dir, ...more })
  return { ...app, dir, add, always }
}

test('the tools that most sessions use are named, with what each prompt would hold', async () => {
  const { add, always, request, dir } = await workspace()
  for (const session of ['a', 'b', 'c', 'd']) {
    await add(session, 'search', EMAIL)
    await add(session, 'call', WEATHER)
    await add(session, 'get', WEATHER)
  }
  expect(await always()).toMatchObject({ sessions: 4, tools: [] })
  await add('e', 'call', EMAIL)
  await add('e', 'call', GONE)
  await add('f', 'call', EMAIL, 'refused')
  const { tools, tokens, sessions } = await always()
  expect(sessions).toBe(5)
  expect(tools.map(({ tool, ofSessions }) => [tool.name, ofSessions])).toEqual([
    ['get_weather', 0.8],
    ['send_email', 0.2],
  ])
  const { promptTokens } = await request('catalog.tool', { dir, id: WEATHER })
  expect(tools[0]?.tokens).toBe(promptTokens)
  expect(tokens).toBe((tools[0]?.tokens ?? 0) + (tools[1]?.tokens ?? 0))
  expect((await always({ share: 0.5 })).tools).toHaveLength(1)
  expect((await always({ most: 1 })).tools).toHaveLength(1)
})

test('golden queries count where they are many, those of test sets never', async () => {
  const { always, request, dir, file } = await workspace()
  const queries = Array.from({ length: 20 }, (_, at) => ({
    query: `what is it like outside, ${at}`,
    tools: [at < 12 ? 'get_weather' : 'send_email'],
  }))
  await request('golden.import', { dir, path: await file('many.json', queries), name: 'Many' })
  const { tools, queries: counted } = await always()
  expect(counted).toBeGreaterThanOrEqual(20)
  expect(tools.map(({ tool }) => tool.name)).toEqual(['get_weather', 'send_email'])
  expect(tools[0]).not.toHaveProperty('ofSessions')
  await request('golden.use', { dir, set: 'Many', purpose: 'test' })
  expect((await always()).queries).toBe(counted - 20)
  expect((await always()).tools).toEqual([])
})
