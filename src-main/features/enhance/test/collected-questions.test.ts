import { describe, expect, it } from 'vitest'
import { collectedQuestions, queriesOfTools } from '../collected-questions'
import { newTexts, sayTheSame } from '../new-texts'
import type { JsonObject, Tool, ToolId } from '../../../domain/tool/tool'
import { catalogTool } from '../../../../test/fakes/catalog-tool'

const parameters = (properties: JsonObject): Partial<Tool> => ({
  parameters: { type: 'object', properties },
})
const ofParameters = (description: string, properties: JsonObject) =>
  collectedQuestions(catalogTool('a', { description, ...parameters(properties) }), []).parameters

describe('questions of parameters', () => {
  it('say the purpose once with each value, three of a parameter at most', () => {
    const units = { tempUnit: { enum: ['celsius', 'fahrenheit', 'kelvin', 'rankine', 7, null] } }
    expect(ofParameters('Tells the weather. Needs a key.', units)).toEqual([
      'Tells the weather, temp unit celsius',
      'Tells the weather, temp unit fahrenheit',
      'Tells the weather, temp unit kelvin',
    ])
  })

  it('are none where nothing is known of values, or of the purpose', () => {
    expect(ofParameters('Tells the weather.', { city: { type: 'string' } })).toEqual([])
    expect(ofParameters('', { unit: { enum: ['celsius'] } })).toEqual([])
    expect(ofParameters(`${'x'.repeat(300)}.`, { unit: { enum: ['celsius'] } })).toEqual([])
  })
})

describe('logged queries of a tool', () => {
  const [a, b] = ['a', 'b'] as ToolId[] as [ToolId, ToolId]
  it('are those that it solved alone, the newest first', () => {
    const found = queriesOfTools([
      { id: '1', query: 'old', tools: [a], loggedAt: '2026-01-01T00:00:00Z' },
      { id: '2', query: 'new', tools: [a], loggedAt: '2026-02-01T00:00:00Z' },
      { id: '3', query: 'undated', tools: [a] },
      { id: '4', query: 'of both', tools: [a, b] },
    ])
    expect(found.get(a)).toEqual(['new', 'old', 'undated'])
    expect(found.has(b)).toBe(false)
  })
})

describe('texts that say something new', () => {
  it('differ by more than case, endings, small words and a word in four', () => {
    expect(sayTheSame('Book a room for the team', 'booking rooms, for team')).toBe(true)
    expect(sayTheSame('Weather in Oslo', 'Weather in Paris')).toBe(false)
    expect(sayTheSame('天气预报', '天气预报')).toBe(true)
    expect(sayTheSame('?', '!')).toBe(false)
  })

  it('follow in order, up to as many as there is room for', () => {
    const texts = ['Book a room', 'book the ROOM', ' ', 'Cancel it', 'Move the meeting']
    expect(newTexts(texts, [], 5)).toEqual(['Book a room', 'Cancel it', 'Move the meeting'])
    expect(newTexts(texts, ['cancel it!'], 1)).toEqual(['Book a room'])
    expect(newTexts(texts, [], 0)).toEqual([])
  })
})
