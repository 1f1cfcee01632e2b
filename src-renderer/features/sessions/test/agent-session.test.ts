// @vitest-environment happy-dom
import { enableAutoUnmount } from '@vue/test-utils'
import { afterEach, describe, expect, it } from 'vitest'
import type { FoundTools, SessionStep } from '../../../../src-main/contract/agent'
import { ToolId } from '../../../../src-main/domain/tool/tool'
import { failure, type Answers } from '../../../../test/fakes/bridge'
import { settle } from '../../../../test/unit/renderer/in-app'
import { ask, more, playground, QUERY } from '../../../../test/unit/renderer/playground/playground'

enableAutoUnmount(afterEach)

const found = (query: string, name: string, more: Partial<FoundTools> = {}): FoundTools => ({
  query,
  tools: [
    {
      tool: ToolId.parse(`desk/${name}`),
      name,
      server: 'desk',
      description: 'Does.',
      score: 1,
      rank: 1,
      witnesses: [],
      promptTokens: 40,
      definition: {},
    },
  ],
  already: [ToolId.parse('mail/send_email')],
  promptTokens: 40,
  latencyMs: 1.2,
  degraded: [],
  trace: [],
  names: {},
  ...more,
})
const step = (more: Partial<SessionStep>): SessionStep => ({
  by: 'clauses',
  searches: [],
  refused: [],
  done: false,
  searchToolTokens: 80,
  ...more,
})

const STARTS_WITH = ['mail/send_email', 'mail/list_mails', 'files/read_file', 'files/write_file']

async function opened(answers: Answers) {
  const shown = await playground(answers)
  await ask(shown.wrapper)
  await more(shown.wrapper, 'Begin a session')
  const panel = shown.wrapper.get('[aria-label="Agent session"]')
  const button = (text: string) =>
    panel.findAll('button').find((one) => one.text().startsWith(text))
  const press = async (text: string) => {
    await button(text)?.trigger('click')
    await settle(10)
  }
  const search = async (text: string) => {
    await panel.get('form input').setValue(text)
    await panel.get('form').trigger('submit')
    await settle(10)
  }
  return { ...shown, panel, press, search, button }
}

describe('an agent’s session', () => {
  it('begins with the tools of the answer, and asks nothing by itself', async () => {
    const { panel, bridge } = await opened({})
    expect(panel.text()).toMatch(/The agent holds 4 of \d+ tools/)
    expect(panel.text()).toContain('after 0 of at most 10 searches')
    expect(panel.findAll('.tools .name').map((name) => name.text())).toHaveLength(4)
    expect(bridge.inputsOf('agent.step')).toHaveLength(0)
  })

  it('sends with each step what is held and what was searched by then', async () => {
    const answers = [
      step({ searches: [found('open an issue', 'create_issue')] }),
      step({ searches: [found('book a room', 'book_room')], done: true }),
    ]
    const { panel, bridge, press, button } = await opened({
      'agent.step': () => answers.shift() ?? step({ done: true }),
    })
    await press('Next step')
    await press('Next step')
    const [first, second] = bridge.inputsOf('agent.step')
    expect(first).toMatchObject({ text: QUERY, by: 'clauses', held: STARTS_WITH, searched: [] })
    expect(second).toMatchObject({
      held: [...STARTS_WITH, 'desk/create_issue'],
      searched: ['open an issue'],
    })
    expect(panel.text()).toContain('Search 2: “book a room”')
    expect(panel.text()).toContain('1 tool joined · 1 tool held already · +40 tokens · 1.2 ms')
    expect(panel.text()).toContain('The agent holds 6 of')
    expect(panel.text()).toContain('Every part of the request is searched.')
    expect(button('Next step')?.attributes()).toHaveProperty('disabled')
  })

  it('searches what is typed, as many tools as chosen, and says why nothing joined', async () => {
    const bound = 'The session holds 128 tools, the most there may be: go on with these.'
    const { panel, bridge, search } = await opened({
      'agent.search': ({ query }) => found(query, 'x', { tools: [], promptTokens: 0, bound }),
    })
    await search('  who is on call ')
    expect(bridge.inputsOf('agent.search')[0]).toMatchObject({
      query: 'who is on call',
      k: 3,
      held: STARTS_WITH,
      withTrace: true,
    })
    expect(panel.text()).toContain(bound)
    await search('   ')
    expect(bridge.inputsOf('agent.search')).toHaveLength(1)
  })

  it('shows what a model would call, what it read, and which searches were refused', async () => {
    const call = { name: 'send_email', tool: ToolId.parse('mail/send_email'), arguments: { to: 7 } }
    const model = {
      calls: [{ ...call, faults: [{ path: 'to', why: 'is a number, not an array' }] }],
      model: 'ollama:talker',
      more: 0,
      dropped: 0,
      said: '',
      promptTokens: 512,
      answerTokens: 40,
      estimatedTokens: 480,
      tokenizer: 'o200k_base',
      latencyMs: 900,
      firstCallMs: 300,
    }
    const refused = [{ query: '', why: 'it says nothing to search for' }]
    const { panel, press, bridge } = await opened({
      'agent.step': () => step({ by: 'model', model, refused, done: true }),
    })
    await panel.get('input[value=model]').setValue(true)
    await press('Next step: 1 model call, about')
    expect(bridge.inputsOf('agent.step')[0]).toMatchObject({ by: 'model' })
    expect(panel.text()).toContain('ollama:talker read 512 tokens and wrote 40, in 900 ms')
    expect(panel.text()).toContain('its first call came after 300 ms')
    expect(panel.text()).toContain('Not searched: it says nothing to search for.')
    expect(panel.text()).toMatch(/It would make 1 call[^]*to is a number, not an array/)
    expect(panel.text()).toContain('The chat model searches for nothing more.')
  })

  it('ends with the answer that it began with', async () => {
    const { wrapper, press } = await opened({
      'agent.step': () => step({ searches: [found('a', 'b')] }),
    })
    await press('Next step')
    await ask(wrapper, 'Something else')
    await settle(10)
    const panel = wrapper.get('[aria-label="Agent session"]')
    expect(panel.text()).not.toContain('Search 1')
  })

  it('shows an error with its fix, and goes on from where it was', async () => {
    const missing = failure({
      code: 'unavailable',
      message: 'No chat model is chosen.',
      fix: 'Choose one.',
    })
    const { panel, press } = await opened({ 'agent.step': () => missing })
    await press('Next step')
    expect(panel.text()).toMatch(/No chat model is chosen\.\s*Choose one\./)
    expect(panel.text()).toContain('after 0 of at most 10 searches')
  })
})
