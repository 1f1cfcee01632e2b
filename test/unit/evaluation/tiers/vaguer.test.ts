import { describe, expect, it } from 'vitest'
import type { GoldenQuery } from '../../../../src-main/domain/query/golden-set'
import { vaguer } from '../../../../src-main/evaluation/tiers/vaguer'
import { catalogTool, id } from '../../../fakes/catalog-tool'

const TOOLS = [catalogTool('sky/get_weather_forecast', { description: 'Tells the weather.' })]
const query = (text: string, more: Partial<GoldenQuery> = {}): GoldenQuery => ({
  id: 'q1',
  text,
  tools: [id('sky/get_weather_forecast')],
  origin: 'human',
  ...more,
})
const made = (given: GoldenQuery, seed = 1) =>
  vaguer(given, (of) => TOOLS.find(({ tool }) => tool.id === of), seed)

describe('a vaguer query', () => {
  it('lacks words of its tools’ names and the values of arguments, and says common words', () => {
    const before = query(
      'Retrieve the weather forecast in Zurich for 3 days at 10:30, please tell me before I leave the house',
    )
    const { query: after, by } = made(before) ?? {}
    expect(after?.text).not.toMatch(/weather forecast|Zurich|3|10|Retrieve/)
    expect(after?.text).toMatch(/^Get the .*please tell me before I leave the house$/)
    expect(by).toEqual(['arguments dropped', 'names dropped', 'common words for rare ones'])
  })

  it('lacks the values of its expected calls, and what leads to them', () => {
    const arguments_ = { at: { place: 'old town' } }
    const calls = [{ tool: id('sky/get_weather_forecast'), arguments: arguments_ }]
    const text = made(query('will it be dry at night in “old town” this week', { calls }))?.query
      .text
    expect(text).toBe('will it be dry at night this week')
  })

  it('keeps words in which a value of its expected calls stands', () => {
    const calls = [
      { tool: id('sky/get_weather_forecast'), arguments: { language: 'en', unit: 'a+b' } },
    ]
    const text = made(query('Retrieve an a+b for my friends in the garden, en', { calls }))?.query
      .text
    expect(text).toBe('Get for my friends in the garden,')
  })

  it('is marked as made by rule, and of no tier by hand', () => {
    const given = query('Retrieve how warm it will get outside', {
      tags: ['work', 'tier:exact'],
      calls: [],
    })
    const { query: after } = made(given) ?? {}
    expect(after).toMatchObject({
      id: 'q1 (vaguer)',
      origin: 'synthetic',
      tools: given.tools,
      tags: ['work'],
      extra: { vaguerThan: 'q1' },
    })
    expect(after).not.toHaveProperty('calls')
  })

  it('is the same for the same seed', () => {
    const given = query('Please get me a weather forecast for the weekend trip')
    expect(made(given, 7)).toEqual(made(given, 7))
    const all = Array.from({ length: 10 }, (_, seed) => made(given, seed)?.query.text)
    expect(new Set(all).size).toBeGreaterThan(1)
  })

  it('is not made of one without right tools, and of a text longer than queries are', () => {
    const text = 'Retrieve how warm it will get outside'
    expect(made(query(text))).toBeDefined()
    expect(made(query(text, { tools: [] }))).toBeUndefined()
    expect(made(query(`${text} ${'“'.repeat(60_000)}`))).toBeUndefined()
  })

  it.each([
    [20, 'Get how warm it will be outside'],
    [600, `Get how warm it will be outside “${'x'.repeat(600)}”`],
  ])('lacks a quote of %i characters, unless that is a page', (length, expected) => {
    const text = `Retrieve how warm it will be outside “${'x'.repeat(length)}”`
    expect(made(query(text))?.query.text).toBe(expected)
  })

  it.each(['weather forecast', 'Will it rain?', '42', '   '])(
    'is not made where nothing could be dropped, or hardly a word would stay: %s',
    (text) => {
      expect(made(query(text))).toBeUndefined()
    },
  )
})
