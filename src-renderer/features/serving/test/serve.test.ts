// @vitest-environment happy-dom
import { enableAutoUnmount } from '@vue/test-utils'
import { afterEach, expect, test, vi } from 'vitest'
import type { AllowedCalls, ServingState } from '../../../../src-main/contract/serving'
import type { ClientCutsAnswer } from '../../../../src-main/contract/client-cuts'
import type { McpClient } from '../../../../src-main/domain/agent/client-lines'
import type { ToolId } from '../../../../src-main/domain/tool/tool'
import ServeView from '../ServeView.vue'
import { useServingAsked } from '../useServingAsked'
import { failure, fakeBridge, type Answers } from '../../../../test/fakes/bridge'
import { mountInApp, settle } from '../../../../test/unit/renderer/in-app'

enableAutoUnmount(afterEach)

const DIR = '/home/ada/Pegboard/demo'
const TOKEN = 'a'.repeat(64)

/** Cursor cuts a name, Codex nothing; of others nothing is known. */
const cutsOf = (client: McpClient): ClientCutsAnswer => {
  const told = { source: 'https://example.com/limits', asOf: '2026-01' }
  const text = 'The name search_tools has 60 characters, and 59 are the most.'
  const isKnown = client === 'cursor' || client === 'codex'
  return {
    client,
    served:
      client === 'cursor'
        ? [{ of: 'name', tool: 'search_tools', size: 60, most: 59, text, ...told }]
        : [],
    limits: isKnown ? [{ text: 'A tool’s name: 59 characters.', ...told }] : [],
    direct: {
      tools: 90,
      longNames: 2,
      longDescriptions: 0,
      ...(client === 'cursor' && { most: 80 }),
    },
  }
}

/** The view, with an app that serves once it is told to. */
async function view({ answers = {}, prepare }: { answers?: Answers; prepare?: () => void } = {}) {
  const state: ServingState = { token: TOKEN }
  const bridge = fakeBridge({
    'serving.offer': () => ({
      instructions: 'Search first.\nHere are 60 tools.',
      tools: [],
      promptTokens: 200,
      instructionTokens: 8,
      tokenizer: 'o200k_base',
      command: 'node',
      args: ['pegboard.mjs', 'mcp', '--workspace', DIR],
    }),
    'serving.cuts': ({ client }) => cutsOf(client),
    'serving.state': () => state,
    'serving.start': ({ port }) => {
      state.served = { url: `http://127.0.0.1:${port ?? 0}/mcp`, since: new Date().toISOString() }
      return state
    },
    'serving.stop': () => {
      const stopped = state.served !== undefined
      delete state.served
      return { stopped }
    },
    ...answers,
  })
  const wrapper = await mountInApp(bridge, ServeView, prepare)
  await settle(10)
  const button = (name: string) => wrapper.findAll('button').find((each) => each.text() === name)
  const press = async (name: string) => {
    await button(name)?.trigger('click')
    await settle(10)
  }
  const lines = () => wrapper.get('[aria-label="Lines to paste"]').text()
  const choose = (client: string) => wrapper.get('select').setValue(client)
  return { wrapper, bridge, state, button, press, lines, choose }
}

test('serving over HTTP is started at a port, said, and stopped', async () => {
  const { wrapper, bridge, button, press } = await view()
  expect(wrapper.text()).toContain('Not serving over HTTP.')
  expect(wrapper.text()).not.toContain('Asks at the address')
  const port = wrapper.get('[aria-label=Port]')
  await port.setValue('7500')
  await port.trigger('change')
  await press('Start serving')
  expect(bridge.inputsOf('serving.start')).toEqual([{ dir: DIR, port: 7500, calls: false }])
  expect(wrapper.text()).toContain('Serving at http://127.0.0.1:7500/mcp since')
  expect(wrapper.find('[aria-label=Port]').exists()).toBe(false)
  expect(wrapper.said).toEqual(['Serving at http://127.0.0.1:7500/mcp'])
  await press('Stop serving')
  expect(wrapper.text()).toContain('Not serving over HTTP.')
  expect(button('Start serving')).toBeDefined()
})

test('a new token is made after a question, and requests that were refused are told', async () => {
  const { wrapper, bridge, state, press } = await view({
    answers: {
      'serving.renewToken': () => {
        state.token = 'b'.repeat(64)
        return state
      },
    },
  })
  await press('Start serving')
  expect(wrapper.text()).not.toContain('refused')
  if (state.served) {
    state.served.refused = { count: 6, why: 'token', at: new Date().toISOString() }
  }
  await press('Show token')
  await press('New token …')
  expect(bridge.inputsOf('serving.renewToken')).toEqual([])
  const dialog = document.querySelector('[role=alertdialog], [role=dialog]')
  expect(dialog?.textContent).toContain('Every client that asks at an address needs the new lines.')
  const confirm = [...(dialog?.querySelectorAll('button') ?? [])].find(
    (each) => each.textContent.trim() === 'Make a new token',
  )
  confirm?.click()
  await settle(10)
  expect(bridge.inputsOf('serving.renewToken')).toEqual([{ dir: DIR }])
  expect(wrapper.said.at(-1)).toBe('The token is a new one: clients need the new lines')
  expect(wrapper.text()).toMatch(
    /6 requests were refused, the last one .{1,20}: its token was missing or wrong\./,
  )
})

test('shows what agents read first, and leads to where it is worded', async () => {
  const { wrapper, press } = await view()
  const fold = wrapper
    .findAll('button')
    .find((each) => each.text().startsWith('What an agent is given'))
  await fold?.trigger('click')
  await settle(10)
  const shown = wrapper.get('[aria-label=Instructions]')
  expect(shown.get('h3').text()).toMatch(/^Instructions\s+8 tokens$/)
  expect(shown.get('p').text()).toBe('Search first.\nHere are 60 tools.')
  await press('Settings')
  expect(location.hash).toBe('#/settings/general')
})

test('the workspace is published to an address, and an older snapshot has its turn again', async () => {
  const snapshot = {
    name: 'Demo',
    at: '2026-01-01T00:00:00Z',
    program: '1.0.0',
    tools: 3,
    worksWith: { recipe: 'hybrid', options: {}, k: 5 },
  }
  const listWith = (current: number) => ({
    address: '/srv/tools',
    snapshots: [2, 1].map((number) => ({
      ...snapshot,
      number,
      isCurrent: number === current,
      isNewest: number === 2,
    })),
  })
  const { wrapper, bridge, press } = await view({
    answers: {
      'publishing.publish': () => ({
        address: '/srv/tools',
        vectors: 3,
        removed: [],
        elapsedMs: 1,
        snapshot: { ...snapshot, number: 2, isCurrent: true, isNewest: true },
      }),
      'publishing.list': () => listWith(2),
      'publishing.rollback': ({ number }) => listWith(number),
    },
  })
  const fold = wrapper.findAll('button').find((each) => each.text().startsWith('Publish'))
  await fold?.trigger('click')
  await settle()
  const section = wrapper.get('section[aria-label=Publish]')
  await section.get('input').setValue('/srv/tools')
  await section.get('form').trigger('submit')
  await settle(10)
  expect(bridge.inputsOf('publishing.publish')).toEqual([{ dir: DIR, address: '/srv/tools' }])
  expect(section.findAll('tbody tr').map((row) => row.text())).toEqual([
    expect.stringMatching(/^2\s*answers/),
    expect.stringMatching(/^1\s*2026.*Roll back$/s),
  ])
  await press('Roll back')
  expect(bridge.inputsOf('publishing.rollback')).toEqual([{ address: '/srv/tools', number: 1 }])
  expect(section.text()).toContain('answers (rolled back)')
  expect(wrapper.said).toEqual(['Published as snapshot 2', 'Snapshot 1 answers now'])
})

test('calls are agreed to for each server, and agents are given the tool that calls', async () => {
  let calls: AllowedCalls = 'none'
  const { wrapper, bridge, press } = await view({
    answers: {
      'serving.calls': () => [{ source: 'files', calls, where: 'starting files', mark: 'seen' }],
      'serving.allowCalls': ({ source, calls: wanted }) => {
        calls = wanted
        return { source, calls }
      },
    },
  })
  expect(bridge.inputsOf('serving.offer').at(-1)).toEqual({ dir: DIR, calls: false })
  const fold = wrapper.findAll('button').find((each) => each.text().startsWith('Calls'))
  await fold?.trigger('click')
  await wrapper.get('[role=switch]').trigger('click')
  await settle(10)
  expect(bridge.inputsOf('serving.offer').at(-1)).toEqual({ dir: DIR, calls: true })
  expect(wrapper.text()).toContain('A call means starting files.')
  await wrapper.get('select[aria-label="Calls of files"]').setValue('read-only')
  await settle(10)
  const allowed = { dir: DIR, source: 'files', calls: 'read-only', mark: 'seen' }
  expect(bridge.inputsOf('serving.allowCalls')).toEqual([allowed])
  await press('Start serving')
  expect(bridge.inputsOf('serving.start').at(-1)).toMatchObject({ calls: true })
})

test('the lines have a client ask at the address, their token hidden until it is wanted', async () => {
  const writeText = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
  const { press, lines, choose, wrapper } = await view()
  await press('Start serving')
  // Claude Desktop comes first, and can be told no address.
  expect(lines()).toContain('"command": "node"')
  expect(wrapper.text()).toContain('Claude Desktop can send no token to an address.')
  await choose('cursor')
  expect(lines()).toContain('"url": "http://127.0.0.1:7417/mcp"')
  expect(lines()).not.toContain(TOKEN)
  expect(wrapper.text()).not.toContain(TOKEN)
  await press('Copy')
  expect(writeText.mock.lastCall?.[0]).toContain(`Bearer ${TOKEN}`)
  await press('Show token')
  expect(lines()).toContain(`Bearer ${TOKEN}`)
  await press('Hide token')
  expect(lines()).not.toContain(TOKEN)
  await wrapper.get('input[value=starts]').setValue()
  expect(lines()).toContain('"command": "node"')
})

test('what the chosen client cuts is told, with its limits and who says so', async () => {
  const { wrapper, bridge, choose } = await view()
  expect(wrapper.text()).toContain('What this client takes at most is not known.')
  await choose('cursor')
  await settle(10)
  expect(bridge.inputsOf('serving.cuts').at(-1)).toEqual({
    dir: DIR,
    client: 'cursor',
    calls: false,
  })
  expect(wrapper.get('[aria-label="What Cursor cuts"]').text()).toBe(
    'The name search_tools has 60 characters, and 59 are the most.',
  )
  expect(wrapper.text()).toContain('90 tools are more than the 80 that it takes; 2 have too long')
  await choose('codex')
  await settle(10)
  expect(wrapper.text()).toContain('Nothing of what agents are given is beyond what Codex')
  const fold = wrapper.findAll('button').find((each) => each.text().startsWith('What Codex takes'))
  await fold?.trigger('click')
  const limits = wrapper.get('section[aria-label="What Codex takes"]')
  expect(limits.text()).toContain('A tool’s name: 59 characters.')
  expect(limits.get('a').attributes('href')).toBe('https://example.com/limits')
})

test('tools to load always are named once they are looked for', async () => {
  const tool = { tool: 'get_weather' as ToolId, name: 'get_weather', isInCatalog: true }
  const { wrapper, bridge } = await view({
    answers: {
      'served.always': () => ({
        sessions: 10,
        queries: 3,
        fewest: { sessions: 5, queries: 20 },
        share: 0.2,
        tools: [{ tool, ofSessions: 0.8, tokens: 120 }],
        tokens: 120,
        tokenizer: 'o200k_base',
      }),
    },
  })
  expect(bridge.inputsOf('served.always')).toEqual([])
  const fold = wrapper.findAll('button').find((each) => each.text().startsWith('Tools to load'))
  await fold?.trigger('click')
  await settle(10)
  const section = wrapper.get('section[aria-label="Tools to load always"]')
  expect(section.get('tbody').text()).toMatch(/get_weather\s*80\.0 %\s*–\s*120/)
  expect(section.text()).toContain('In every prompt they cost 120 tokens')
})

test('what another window starts or stops is shown', async () => {
  const { wrapper, bridge, state } = await view()
  state.served = { url: 'http://127.0.0.1:7600/mcp', since: '2026-01-02T03:04:05Z' }
  bridge.outdate({ dir: '/another', action: 'serving.state' })
  await settle(10)
  expect(wrapper.text()).toContain('Not serving over HTTP.')
  bridge.outdate({ dir: DIR, action: 'serving.state' })
  await settle(10)
  expect(wrapper.text()).toContain('Serving at http://127.0.0.1:7600/mcp')
  expect(wrapper.text()).toMatch(/2026/)
})

test('why it cannot be started stands where it was', async () => {
  const { wrapper, press } = await view({
    answers: {
      'serving.start': () =>
        failure({ code: 'busy', message: 'Port 7417 is already in use.', fix: 'Choose another.' }),
    },
  })
  await press('Start serving')
  expect(wrapper.get('[role=alert]').text()).toContain('Port 7417 is already in use.')
})

test('while everything is made ready that is said, and can be stopped', async () => {
  const { wrapper, press } = await view({
    answers: {
      'serving.start': (_, { onProgress }) => {
        onProgress?.({ what: 'Embedding tool documents', done: 1, total: 2 })
        return new Promise(() => undefined)
      },
    },
  })
  await press('Start serving')
  expect(wrapper.text()).toContain('Embedding tool documents')
  await press('Stop')
  expect(wrapper.text()).toContain('Not serving over HTTP.')
  expect(wrapper.find('[role=alert]').exists()).toBe(false)
})

test('the palette starts and stops it', async () => {
  let asked: ReturnType<typeof useServingAsked> | undefined
  const { wrapper } = await view({ prepare: () => void (asked = useServingAsked()) })
  if (asked) asked.value = 'start'
  await settle(20)
  expect(wrapper.text()).toContain('Serving at http://127.0.0.1:7417/mcp')
  if (asked) asked.value = 'stop'
  await settle(20)
  expect(wrapper.said.at(-1)).toBe('Stopped serving over HTTP')
  if (asked) asked.value = 'stop'
  await settle(20)
  expect(wrapper.said.at(-1)).toBe('Nothing is served over HTTP')
})

test('what serves an emptied catalog can be stopped', async () => {
  const everything = { tools: 0, promptTokens: 0 }
  const facets = { tools: 0, edited: 0, promptTokens: 0, servers: [], tags: [], visibilities: [] }
  const { wrapper, bridge, state, button } = await view({
    answers: { 'catalog.facets': () => ({ ...facets, everything }) },
  })
  expect(wrapper.text()).toContain('No tools to serve yet')
  state.served = { url: 'http://127.0.0.1:7600/mcp', since: '2026-01-02T03:04:05Z' }
  bridge.outdate({ dir: DIR, action: 'serving.state' })
  await settle(10)
  expect(button('Stop serving')).toBeDefined()
})
