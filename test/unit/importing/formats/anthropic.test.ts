import { describe, expect, it } from 'vitest'
import { importJson } from '../../../fixtures/importing/files'

const tool = {
  name: 'send_mail',
  description: 'Sends a mail.',
  input_schema: { type: 'object', properties: { to: { type: 'string' } } },
  input_examples: [{ to: 'ann@example.com' }],
  cache_control: { type: 'ephemeral' },
}

describe('Anthropic tools', () => {
  it('are read with their examples, unknown fields kept in the source', () => {
    const { format, tools, report } = importJson({ model: 'm', tools: [tool] })
    expect(format).toBe('anthropic')
    expect(tools).toMatchObject([
      {
        id: 'send_mail',
        parameters: tool.input_schema,
        examples: [{ arguments: { to: 'ann@example.com' } }],
        source: { entry: tool },
      },
    ])
    expect(report).toEqual([])
  })

  it('of type custom are tools, versioned server tools are skipped', () => {
    const { tools, report } = importJson([
      { ...tool, type: 'custom' },
      { type: 'web_search_20250305', name: 'web_search' },
    ])
    expect(tools).toHaveLength(1)
    expect(report).toMatchObject([{ outcome: 'skipped', entry: 'web_search_20250305' }])
  })
})
