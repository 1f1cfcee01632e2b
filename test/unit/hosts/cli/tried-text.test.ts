import { describe, expect, it } from 'vitest'
import { costText } from '../../../../src-main/hosts/cli/trace-text'
import { triedLines } from '../../../../src-main/hosts/cli/tried-text'
import { ToolId } from '../../../../src-main/domain/tool/tool'

it('what a model would do is told call by call, with what is wrong and both counts', () => {
  const tool = ToolId.parse('send_email')
  const call = { name: 'send_email', tool, arguments: { to: 1 } }
  const lines = triedLines({
    model: 'ollama:talker',
    calls: [
      { ...call, faults: [{ path: 'to', why: 'is a number, not a string' }] },
      { ...call, arguments: {}, faults: [] },
      { ...call, faults: [], unchecked: 'its schema takes too long to check' },
    ],
    more: 2,
    dropped: 1,
    said: 'Done.\n',
    promptTokens: 200,
    answerTokens: 30,
    estimatedTokens: 180,
    tokenizer: 'o200k_base',
    latencyMs: 1200.4,
  })
  expect(lines).toEqual([
    'ollama:talker would make 5 calls. No tool was executed.',
    '  send_email {"to":1}',
    '    to: is a number, not a string',
    '  send_email {}',
    '    fits its schema',
    '  send_email {"to":1}',
    '    not checked: its schema takes too long to check',
    '  … and 2 more',
    '1 calls of tools that were not offered, or that could not be read.',
    'It said: Done.',
    '200 + 30 tokens as the server counts, 180 for the prompt by o200k_base; 1200 ms.',
  ])
})

describe('with the whole catalog', () => {
  const call = { name: 'send_email', tool: ToolId.parse('send_email'), arguments: {}, faults: [] }
  const tried = {
    model: 'talker',
    calls: [call],
    more: 0,
    dropped: 0,
    said: '',
    answerTokens: 30,
    promptTokens: 200,
    estimatedTokens: 180,
    tokenizer: 'o200k_base',
    latencyMs: 1200.4,
    firstCallMs: 400,
  }

  it('what few tools save is told beside it', () => {
    const wholeCatalog = {
      tools: 107,
      calls: [],
      promptTokens: 15_000,
      estimatedTokens: 14_900,
      latencyMs: 9000,
    }
    expect(triedLines({ ...tried, wholeCatalog }).slice(-3)).toEqual([
      'tools    input tokens  first call, ms  whole answer, ms  calls',
      'these             200             400              1200  send_email',
      'all 107         15000               –              9000  none',
    ])
  })

  it('that an answer is not whole is told of both', () => {
    const fault = 'it was cut'
    const whole = { tools: 107, calls: [], promptTokens: 9, estimatedTokens: 9, latencyMs: 9 }
    const lines = triedLines({ ...tried, fault, wholeCatalog: { ...whole, fault } })
    expect(lines).toContain('Its answer is not whole: it was cut.')
    expect(lines.at(-1)).toBe('With the whole catalog: Its answer is not whole: it was cut.')
  })

  it('why it could not be had is told instead', () => {
    const problem = { code: 'bad-input' as const, message: 'Too much.', fix: 'Choose another.' }
    const lines = triedLines({ ...tried, wholeCatalog: { problem } })
    expect(lines.at(-1)).toBe('With the whole catalog: Too much. Choose another.')
  })
})

it('what models were asked is summed in one line', () => {
  const cost = { calls: 3, cached: 1, repaired: 1, promptTokens: 1200, answerTokens: 80 }
  expect(costText(cost)).toBe('3 model calls (1 cached, 1 repaired), 1200 + 80 tokens')
  expect(costText({ ...cost, calls: 1, cached: 0, repaired: 0 })).toBe(
    '1 model call, 1200 + 80 tokens',
  )
})
