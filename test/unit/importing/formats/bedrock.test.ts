import { describe, expect, it } from 'vitest'
import { exportCatalog } from '../../../../src-main/exporting/formats'
import { importJson } from '../../../fixtures/importing/files'

const json = { type: 'object', properties: { to: { type: 'string' } } }
const tool = {
  toolSpec: { name: 'send_mail', description: 'Sends a mail.', inputSchema: { json } },
}

describe('Bedrock tools', () => {
  it.each<[string, unknown]>([
    ['a list', [tool]],
    ['a toolConfig', { tools: [tool], toolChoice: { auto: {} } }],
    ['a request', { modelId: 'm', messages: [], toolConfig: { tools: [tool] } }],
  ])('are read from %s', (_, file) => {
    const { format, tools, report } = importJson(file)
    expect(format).toBe('bedrock')
    expect(tools).toMatchObject([{ id: 'send_mail', parameters: json, source: { entry: tool } }])
    expect(report).toEqual([])
  })

  it('leave out cache points and tools of Bedrock’s own, with a notice', () => {
    const { tools, report } = importJson([tool, { cachePoint: { type: 'default' } }])
    expect(tools).toHaveLength(1)
    expect(report).toMatchObject([{ outcome: 'skipped', entry: 'cachePoint' }])
  })

  it('are written with the author’s words in their place, and without a description that is empty', () => {
    const { tools } = importJson([
      tool,
      { toolSpec: { ...tool.toolSpec, name: 'b', description: '' } },
    ])
    const [first, second] = tools.map((each) => ({ tool: each, layer: {} }))
    const edited = first && {
      ...first,
      layer: { modelDescription: 'For models.', parameters: { to: 'Whom.' } },
    }
    const { text } = exportCatalog(edited && second ? [edited, second] : [], {
      format: 'bedrock',
      withAuthorLayer: true,
    })
    const described = { ...json, properties: { to: { type: 'string', description: 'Whom.' } } }
    expect(JSON.parse(text)).toEqual({
      tools: [
        {
          toolSpec: {
            name: 'send_mail',
            description: 'For models.',
            inputSchema: { json: described },
          },
        },
        { toolSpec: { name: 'b', inputSchema: { json } } },
      ],
    })
  })
})
