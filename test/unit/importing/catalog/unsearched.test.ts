import { describe, expect, it } from 'vitest'
import { unsearchedParts } from '../../../../src-main/importing/catalog/unsearched'
import type { Tool } from '../../../../src-main/domain/tool/tool'
import { catalogTool } from '../../../fakes/catalog-tool'

const tool = (more: Partial<Tool> = {}): Tool => catalogTool('find_train', more).tool
const taking = (schema: Tool['parameters']) =>
  tool({ parameters: { type: 'object', properties: { town: schema } } })

describe('what of a tool is not searched', () => {
  it.each<[string, Tool[], string | undefined]>([
    ['nothing else', [tool()], undefined],
    [
      'what they return',
      [tool({ response: { description: 'A timetable' } }), tool({ response: { properties: {} } })],
      '2 tools say what they return; that is kept, and not searched',
    ],
    ['that an object comes back', [tool({ response: { type: 'object' } })], undefined],
    [
      'an example call',
      [tool({ examples: [{ intent: 'A train to Bergen', arguments: {} }] }), tool()],
      '1 tool shows calls by example; they are kept, and not searched',
    ],
    [
      'hints',
      [tool({ annotations: { readOnly: false } })],
      '1 tool hints at what a call changes; that is kept, and not searched',
    ],
    ['no hint', [tool({ annotations: {} })], undefined],
    [
      'allowed words',
      [taking({ enum: ['Bergen', 'Oslo'] }), taking({ items: { enum: ['Bergen'] } })],
      '2 tools list allowed values of parameters; they are searched only where a recipe is told to',
    ],
    ['allowed numbers', [taking({ enum: [1, 2] })], undefined],
    [
      'several of these',
      [tool({ response: { properties: {} }, annotations: { destructive: true } })],
      '1 tool says what it returns; that is kept, and not searched. 1 tool hints at what a call changes; that is kept, and not searched',
    ],
  ])('is told of tools that say %s', (_what, tools, why) => {
    const expected = why === undefined ? [] : [{ outcome: 'notice', where: 'tools', why }]
    expect(unsearchedParts(tools)).toMatchObject(expected)
    expect(unsearchedParts(tools)).toHaveLength(expected.length)
  })
})
