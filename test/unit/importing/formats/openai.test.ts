import { describe, expect, it } from 'vitest'
import { namedEntries } from '../../../../src-main/domain/catalog/report-entries'
import { importJson, importText } from '../../../fixtures/importing/files'

const parameters = { type: 'object', properties: { to: { type: 'string' } }, required: ['to'] }
const legacy = { name: 'send_mail', description: 'Sends a mail.', parameters }
const chat = { type: 'function', function: { ...legacy, strict: true } }
const responses = { type: 'function', ...legacy, defer_loading: true }

describe('OpenAI tools', () => {
  it.each([
    ['the chat shape', [chat], 'chat'],
    ['the responses shape', [responses], 'responses'],
    ['legacy functions', [legacy], 'legacy'],
    ['a wrapper of tools', { tools: [chat] }, 'chat'],
    ['a wrapper of functions', { functions: [legacy] }, 'legacy'],
    ['a request body', { model: 'm', messages: [], tools: [responses] }, 'responses'],
    ['a line of a batch', { custom_id: '1', body: { tools: [chat] } }, 'chat'],
    ['a single tool', chat, 'chat'],
  ])('are read from %s', (_what, value, shape) => {
    const { format, tools, report } = importJson(value)
    expect(format).toBe('openai')
    expect(tools).toMatchObject([
      {
        id: 'send_mail',
        description: 'Sends a mail.',
        parameters,
        source: { format: 'openai', context: { shape } },
      },
    ])
    expect(report).toEqual([])
  })

  it('are told by the first fifty entries; later ones of another kind are left out and named', () => {
    const own = Array.from({ length: 50 }, (_, at) => ({ ...responses, name: `tool_${at}` }))
    const foreign = Array.from({ length: 2_000 }, (_, at) => ({ query: `find note ${at}` }))
    const lines = [...own, ...foreign].map((entry) => JSON.stringify(entry))
    const { format, tools, report } = importText('tools.jsonl', lines.join('\n'))
    expect(format).toBe('openai')
    expect(tools).toHaveLength(50)
    expect(report[0]).toMatchObject({
      outcome: 'skipped',
      where: 'tools.jsonl, line 51',
      why: 'The entry is not in the format "OpenAI tools" (it has query)',
    })
  })

  it('of a namespace belong to the server of its name', () => {
    const namespace = { type: 'namespace', name: 'crm', description: 'Customers.' }
    const { tools } = importJson([{ ...namespace, tools: [responses] }, chat])
    expect(tools.map(({ id }) => id)).toEqual(['crm/send_mail', 'send_mail'])
    expect(tools[0]?.source.context).toEqual({ shape: 'responses', namespace })
  })

  it('that the provider hosts are skipped, each with a row', () => {
    const hosted = [
      { type: 'mcp', server_label: 'x', server_url: 'https://example.com' },
      { type: 'tool_search' },
      { type: 'web_search' },
    ]
    const { tools, report } = importJson([chat, ...hosted])
    expect(tools).toHaveLength(1)
    expect(report.map(({ outcome, entry, where }) => [outcome, entry, where])).toEqual([
      ['skipped', 'mcp', 'catalog.json, entry 2'],
      ['skipped', 'tool_search', 'catalog.json, entry 3'],
      ['skipped', 'web_search', 'catalog.json, entry 4'],
    ])
  })

  it('with free text instead of arguments take one input', () => {
    const { tools } = importJson([chat, { type: 'custom', name: 'run_sql', description: 'Runs.' }])
    expect(tools[1]?.parameters).toMatchObject({ required: ['input'] })
  })

  it('may stand one a line, broken lines being skipped', () => {
    const lines = [JSON.stringify(chat), '{"type":', JSON.stringify({ ...responses, name: 'b' })]
    const { tools, report } = importText('tools.jsonl', lines.join('\n'))
    expect(tools.map(({ id }) => id)).toEqual(['send_mail', 'b'])
    expect(report).toMatchObject([{ outcome: 'skipped', where: 'tools.jsonl, line 2' }])
  })

  it('are filed under the server given', () => {
    expect(importJson([chat], { server: 'mail' }).tools[0]?.id).toBe('mail/send_mail')
  })

  it('that are not objects or not tools are skipped', () => {
    const { tools, report } = importJson([chat, 7, null, { foo: 1 }])
    expect(tools).toHaveLength(1)
    expect(report.every(({ outcome }) => outcome === 'skipped')).toBe(true)
    expect(report.flatMap(namedEntries)).toHaveLength(3)
  })
})
