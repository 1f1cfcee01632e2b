import { describe, expect, it } from 'vitest'
import { catalogNouns, nounsOf } from '../../../../src-main/authoring/words/nouns'
import { airlineTool } from '../../../app/airline'

describe('nouns of names', () => {
  it('are what a name is of, without its verb', () => {
    expect(nounsOf('list_channel_messages')).toEqual(['messages'])
    expect(nounsOf('addLabelToIssue')).toEqual(['label', 'issue'])
    expect(nounsOf('trigger_build')).toEqual(['build'])
    expect(nounsOf('customer-create')).toEqual(['customer'])
    expect(nounsOf('get_data')).toEqual([])
    expect(nounsOf('WeatherTool')).toEqual(['weather'])
  })

  it('belong to all tools that have them, in one form or the other', () => {
    const tools = ['find_channel', 'list_channels', 'list_channel_messages', 'send_mail'].map(
      (name) => ({ tool: { ...airlineTool(name, 'Any.').function, id: name }, layer: {} }),
    ) as never
    const nouns = catalogNouns(tools)
    expect(nouns.get('channel')).toEqual({
      noun: 'channel',
      tools: ['find_channel', 'list_channels', 'list_channel_messages'],
    })
    expect([...nouns.values()].map(({ noun }) => noun)).toEqual(['channel', 'messages', 'mail'])
  })
})
