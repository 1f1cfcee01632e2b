import { expect, it } from 'vitest'
import { costText } from '../../../../src-main/hosts/cli/cost-text'
import { triedLines } from '../../../../src-main/hosts/cli/tried-text'
import { ToolId } from '../../../../src-main/domain/tool'

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
    ...{ more: 2, dropped: 1, said: 'Done.\n', promptTokens: 200, answerTokens: 30 },
    ...{ estimatedTokens: 180, tokenizer: 'o200k_base', latencyMs: 1200.4 },
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

it('what models were asked is summed in one line', () => {
  const cost = { calls: 3, cached: 1, repaired: 1, promptTokens: 1200, answerTokens: 80 }
  expect(costText(cost)).toBe('3 model calls (1 cached, 1 repaired), 1200 + 80 tokens')
  expect(costText({ ...cost, calls: 1, cached: 0, repaired: 0 })).toBe(
    '1 model call, 1200 + 80 tokens',
  )
})
