import { describe, expect, it } from 'vitest'
import { Problem } from '../../../src-main/domain/problem'
import type { AuthorLayer } from '../../../src-main/domain/tool/tool'
import { exportCatalog } from '../../../src-main/exporting/formats'
import { readColumns } from '../../../src-main/importing/formats/csv'
import { errorOf, importJson, textFile } from '../../fixtures/importing/files'

const entry = {
  name: 'send',
  title: 'Send',
  description: 'Imported.',
  inputSchema: { type: 'object', properties: { to: { type: 'string' }, cc: {} } },
  annotations: { readOnlyHint: false },
}
const layer: AuthorLayer = {
  description: 'Retrieval text.',
  parameters: { to: 'Whom.', unknown: 'x' },
  tags: ['mail'],
}

function written(format: string, withAuthorLayer: boolean, extra: AuthorLayer = {}) {
  const tools = importJson([entry], { server: 'office' }).tools
  const edited = tools.map((tool) => ({ tool, layer: { ...layer, ...extra } }))
  return exportCatalog(edited, { format, withAuthorLayer }).text
}

describe('exportCatalog', () => {
  it('writes the author’s retrieval text only when asked', () => {
    expect(written('anthropic', false)).not.toMatch(/Retrieval|Whom/)
    expect(JSON.parse(written('anthropic', true))).toEqual([
      {
        name: 'send',
        description: 'Retrieval text.',
        input_schema: {
          type: 'object',
          properties: { to: { type: 'string', description: 'Whom.' }, cc: {} },
        },
      },
    ])
  })

  it('writes when to use a tool and what it does not do below its description, also below an imported one', () => {
    const extra = { whenToUse: 'For post.', limits: 'No faxes.' }
    const described = (description?: string) =>
      JSON.parse(written('anthropic', true, { ...extra, description })) as unknown
    const told = 'When to use it: For post.\n\nWhat it does not do: No faxes.'
    expect(described('Own.')).toMatchObject([{ description: `Own.\n\n${told}` }])
    expect(described()).toMatchObject([{ description: `Imported.\n\n${told}` }])
    expect(written('anthropic', false, extra)).not.toMatch(/post|faxes/)
  })

  it('always writes the model-facing description, even over the retrieval text', () => {
    const extra = { modelDescription: 'For models.' }
    for (const asked of [true, false]) {
      const [tool] = JSON.parse(written('openai-functions', asked, extra)) as [unknown]
      expect(tool).toMatchObject({ description: 'For models.' })
    }
  })

  it('puts a description over the imported one, leaving the rest of the entry alone', () => {
    const text = written('mcp', false, { modelDescription: 'For models.' })
    expect(JSON.parse(text)).toEqual({
      'office.json': { tools: [{ ...entry, description: 'For models.' }] },
    })
  })

  it('builds namespaces of servers, and MCP hints of annotations', () => {
    expect(JSON.parse(written('openai-responses', false))).toMatchObject([
      { type: 'namespace', name: 'office', tools: [{ type: 'function', name: 'send' }] },
    ])
    const tools = importJson({
      'servers/a.json': {
        server: null,
        tools: [{ name: 'x', description: 'X.', annotations: { destructive: true } }],
      },
    }).tools.map((tool) => ({ tool, layer: {} }))
    expect(
      JSON.parse(exportCatalog(tools, { format: 'mcp', withAuthorLayer: false }).text),
    ).toEqual({
      tools: [
        {
          name: 'x',
          description: 'X.',
          inputSchema: { type: 'object', properties: {} },
          annotations: { destructiveHint: true },
        },
      ],
    })
  })

  it('carries the author’s layers beside the tools in a Pegboard folder, and brings them back', () => {
    const folder = JSON.parse(written('pegboard', true)) as Record<string, unknown>
    expect(folder['layers.json']).toEqual({ 'office/send': layer })
    expect(importJson(folder).layers).toEqual({ 'office/send': layer })
    expect(JSON.parse(written('pegboard', false))).not.toHaveProperty('layers.json')
  })

  it('keeps spreadsheets from running a cell', () => {
    const tools = importJson([{ ...entry, description: '=HYPERLINK("http://example.com")' }]).tools
    const { text } = exportCatalog(
      tools.map((tool) => ({ tool, layer: {} })),
      { format: 'csv', withAuthorLayer: false },
    )
    expect(text).toContain(`"'=HYPERLINK(""http://example.com"")"`)
    expect(readColumns([textFile('t.csv', text)]).rows[0]?.[1]).toBe(
      '=HYPERLINK("http://example.com")',
    )
  })

  it('refuses a format there is not, naming those there are', () => {
    const error = errorOf(() => exportCatalog([], { format: 'xml', withAuthorLayer: false }))
    expect(error).toBeInstanceOf(Problem)
    expect(error).toMatchObject({ fix: expect.stringContaining('openai') as string })
  })
})
