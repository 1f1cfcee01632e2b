// @vitest-environment happy-dom
import { enableAutoUnmount } from '@vue/test-utils'
import { afterEach, describe, expect, it } from 'vitest'
import type { ActionAnswer } from '../../../../src-main/features/actions'
import { ToolId } from '../../../../src-main/domain/tool/tool'
import { failure, type Answers } from '../../../fakes/bridge'
import { settle } from '../in-app'
import { ask, more, playground, QUERY } from './playground'

enableAutoUnmount(afterEach)

const call = { name: 'send_email', tool: ToolId.parse('mail/send_email'), arguments: { to: 7 } }
const tried: ActionAnswer<'query.tryModel'> = {
  model: 'ollama:talker',
  calls: [
    { ...call, faults: [{ path: 'to', why: 'is a number, not an array' }] },
    { ...call, arguments: { to: ['ann'] }, faults: [] },
    { ...call, faults: [], unchecked: 'its schema takes too long to check' },
  ],
  more: 0,
  dropped: 2,
  said: 'Here you <b>are</b>.',
  promptTokens: 512,
  answerTokens: 40,
  estimatedTokens: 480,
  tokenizer: 'o200k_base',
  latencyMs: 900,
}

async function opened(answers: Answers) {
  const shown = await playground(answers)
  await ask(shown.wrapper)
  await more(shown.wrapper, 'Try it')
  const panel = shown.wrapper.get('[aria-label="Try it with a model"]')
  const press = async (text: string) => {
    await panel
      .findAll('button')
      .find((one) => one.text().startsWith(text))
      ?.trigger('click')
    await settle(10)
  }
  return { ...shown, panel, press }
}

describe('trying the tools with a model', () => {
  it('says what it costs and that nothing is executed, and asks nothing by itself', async () => {
    const { panel, bridge } = await opened({ 'query.tryModel': () => tried })
    expect(panel.text()).toContain('No tool is ever executed.')
    expect(panel.text()).toContain('Try it: 1 model call, about 400 tokens')
    expect(bridge.inputsOf('query.tryModel')).toHaveLength(0)
  })

  it('says that an answer is not whole, rather than that no tool would be called', async () => {
    const fault = 'it was longer than a model may write here, and was cut'
    const { panel, press } = await opened({
      'query.tryModel': () => ({
        ...tried,
        calls: [],
        fault,
        wholeCatalog: { ...tried, calls: [], tools: 9, fault },
      }),
    })
    await press('Try it')
    expect(panel.text()).toContain('Its answer holds no call.')
    expect(panel.text().split(`Its answer is not whole: ${fault}.`)).toHaveLength(4)
  })

  it('shows each call with what is wrong with its arguments, and both counts of tokens', async () => {
    const { panel, press, bridge } = await opened({ 'query.tryModel': () => tried })
    await press('Try it')
    expect(bridge.inputsOf('query.tryModel')[0]).toMatchObject({
      text: QUERY,
      tools: ['mail/send_email', 'mail/list_mails', 'files/read_file', 'files/write_file'],
    })
    expect(panel.text()).toContain('It would make 3 calls; arguments fit in 1 of 3.')
    const calls = panel.findAll('.call').map((each) => each.text())
    expect(calls[0]).toMatch(/1 fault\s*to is a number, not an array/)
    expect(calls[1]).toContain('fits its schema')
    expect(calls[2]).toContain('not checked: its schema takes too long to check')
    expect(panel.text()).toContain('2 more calls of tools that were not offered')
    expect(panel.text()).toContain('Here you <b>are</b>.')
    expect(panel.text()).toMatch(/counted 512 tokens[^]*o200k_base counts 480/)
  })

  it('forgets what it showed once other tools are on show', async () => {
    const { wrapper, panel, press } = await opened({ 'query.tryModel': () => tried })
    await press('Try it')
    await ask(wrapper, 'Something else')
    await settle(10)
    expect(panel.text()).not.toContain('It would make')
  })

  it('says what to do where no model is there, and can be stopped', async () => {
    const missing = {
      code: 'unavailable' as const,
      message: 'No chat model is chosen.',
      fix: 'Choose one.',
    }
    const failed = await opened({ 'query.tryModel': () => failure(missing) })
    await failed.press('Try it')
    expect(failed.panel.text()).toMatch(/No chat model is chosen\.\s*Choose one\./)
    const waiting = await opened({ 'query.tryModel': () => new Promise(() => undefined) })
    await waiting.press('Try it')
    await waiting.press('Stop')
    expect(waiting.panel.text()).toContain('Try it: 1 model call')
  })
})
