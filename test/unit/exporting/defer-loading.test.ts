import { describe, expect, it } from 'vitest'
import type { CatalogTool } from '../../../src-main/domain/tool/tool'
import { checkCatalogExport, exportCatalog } from '../../../src-main/exporting/formats'
import { catalogTool } from '../../fakes/catalog-tool'
import { errorOf, importJson } from '../../fixtures/importing/files'

const choice = (format: string, deferLoading = true) => ({
  format,
  withAuthorLayer: false,
  deferLoading,
})
const written = (tools: CatalogTool[], format: string) =>
  JSON.parse(exportCatalog(tools, choice(format)).text) as Record<string, unknown>[]
const found = (tools: CatalogTool[], format: string) =>
  checkCatalogExport(tools, choice(format)).findings.map(({ kind, why }) => `${kind}: ${why}`)
const toolsOf = (server: string, count: number) =>
  Array.from({ length: count }, (_, at) => catalogTool(`${server}/tool${at}`))

describe('an export with defer_loading', () => {
  it('marks each tool, and adds OpenAI’s tool search', () => {
    expect(
      written([catalogTool('crm/find'), catalogTool('send')], 'openai-responses'),
    ).toMatchObject([
      { type: 'namespace', name: 'crm', tools: [{ name: 'find', defer_loading: true }] },
      { type: 'function', name: 'send', defer_loading: true },
      { type: 'tool_search' },
    ])
    const [namespace] = written([catalogTool('crm/find')], 'openai-responses')
    expect(namespace).not.toHaveProperty('defer_loading')
  })

  it('marks each tool, and adds Anthropic’s tool search', () => {
    expect(written([catalogTool('send')], 'anthropic')).toMatchObject([
      { type: 'tool_search_tool_bm25_20251119', name: 'tool_search_tool_bm25' },
      { name: 'send', defer_loading: true },
    ])
  })

  it.each(['openai-responses', 'anthropic'])(
    'comes back without the tool search, for %s',
    (format) => {
      const { tools, report } = importJson(
        written([catalogTool('send', { description: 'Sends a mail.' })], format),
      )
      expect(tools.map(({ name }) => name)).toEqual(['send'])
      expect(report).toMatchObject([
        { outcome: 'skipped', entry: expect.stringContaining('tool_search') as string },
      ])
    },
  )

  it('advises namespaces of fewer than ten tools', () => {
    const tools = [...toolsOf('small', 9), ...toolsOf('large', 10)]
    expect(found(tools, 'openai-responses')).toEqual([
      'hint: The namespace large has 10 tools; fewer than 10 are searched best',
    ])
    const { findings } = checkCatalogExport(tools, choice('openai-responses', false))
    expect(findings).toEqual([])
  })

  it('tells which tools are sent in part all the same', () => {
    expect(found([catalogTool('crm/find'), catalogTool('send')], 'openai-responses')).toEqual([
      expect.stringContaining('hint: 1 of these tools are in no namespace'),
    ])
  })

  it('tells that Anthropic takes no tool that is deferred and cached', () => {
    const entry = { name: 'send', description: 'Sends.', input_schema: { type: 'object' } }
    const { tools } = importJson([{ ...entry, cache_control: { type: 'ephemeral' } }])
    const entries = tools.map((tool) => ({ tool, layer: {} }))
    expect(found(entries, 'anthropic')).toEqual([
      'refused: It has both defer_loading and cache_control',
    ])
    expect(checkCatalogExport(entries, choice('anthropic', false)).findings).toEqual([])
  })

  it('advises to load the tools used most at once, where there are many', () => {
    expect(found(toolsOf('crm', 9), 'anthropic')).toEqual([])
    expect(found(toolsOf('crm', 10), 'anthropic')).toEqual([
      expect.stringContaining('hint: All tools are found by search alone'),
    ])
  })

  it('tells more tools than Anthropic searches', () => {
    expect(found(toolsOf('crm', 10_001), 'anthropic')[0]).toBe(
      'refused: These are 10001 tools; its search takes 10000',
    )
  })

  it('is refused for formats that do not have it, naming those that do', () => {
    expect(errorOf(() => exportCatalog([], choice('openai')))).toMatchObject({
      code: 'bad-input',
      message: 'The format “openai” has no “defer_loading”.',
      fix: 'Leave it out, or use one of: openai-responses, anthropic.',
    })
  })
})
