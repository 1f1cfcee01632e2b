import { describe, expect, it } from 'vitest'
import { callsInText, withoutThoughts } from '../../../../src-main/adapters/ollama/chat-stream'

const call = { name: 'get_weather', arguments: { city: 'Bern' } }
const other = { name: 'send_mail', arguments: {} }
const json = JSON.stringify

describe('calls that came as text', () => {
  it.each([
    ['as Ollama leaves them', json(call)],
    ['with parameters', '{"name": "get_weather", "parameters": {"city": "Bern"}}'],
    ['as a tool_name', '{"tool_name": "get_weather", "parameters": {"city": "Bern"}}'],
    ['inside a function', json({ type: 'function', function: call })],
    ['between marks', `<tool_call>\n${json(call)}\n</tool_call>`],
    ['behind a mark', `<|python_tag|>${json(call)}`],
    ['in a fence', `\`\`\`json\n${JSON.stringify(call, null, 2)}\n\`\`\``],
    ['in a list', `[TOOL_CALLS] [${json(call)}]`],
  ])('are read: %s', (_, text) => {
    expect(callsInText(text)).toEqual([call])
  })

  it('keep the digits of integers beyond 2^53', () => {
    expect(callsInText('{"name": "read", "arguments": {"id": 1234567890123456789}}')).toEqual([
      { name: 'read', arguments: { id: 1234567890123456789n } },
    ])
  })

  it('are read where there are several', () => {
    expect(callsInText(`${json(call)}\n${json(other)}`)).toEqual([call, other])
    expect(callsInText(json([call, other]))).toEqual([call, other])
    const marked = [call, other].map((each) => `<tool_call>\n${json(each)}\n</tool_call>`)
    expect(callsInText(marked.join('\n'))).toEqual([call, other])
  })

  it.each([
    ['nothing', ''],
    ['words', 'I would call get_weather.'],
    ['words around one', `I call ${json(call)} now.`],
    ['a name alone', '{"name": "Bern"}'],
    ['half of one', json(call).slice(0, -4)],
    ['one and something else', `${json(call)}\nThat is all.`],
    ['another value', '{"name": 1, "arguments": {}}'],
    ['a number', '12'],
  ])('are none in %s', (_, text) => {
    expect(callsInText(text)).toEqual([])
  })
})

describe('what was thought aloud', () => {
  it.each([
    ['<think>\nHm\n</think>\n\nYes.', 'Yes.'],
    ['<think>Hm, and then it was cut', ''],
    ['  Yes. <think> is a mark.', 'Yes. <think> is a mark.'],
  ])('is left out of %j', (text, left) => {
    expect(withoutThoughts(text)).toBe(left)
  })
})
