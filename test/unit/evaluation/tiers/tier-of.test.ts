import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { tierFaults, partOfId, idOfPart } from '../../../../src-main/domain/query/tier'
import { isOtherLanguage } from '../../../../src-main/evaluation/tiers/other-language'
import { tierReader } from '../../../../src-main/evaluation/tiers/tier-of'
import { catalogTool, id } from '../../../fakes/catalog-tool'

const TOOLS = [
  catalogTool('mail/send_email', {
    description: 'Sends an email to one or more people.',
    parameters: { properties: { subject: { description: 'What it is about' } } },
  }),
  catalogTool('sky/forecast', { description: 'Tells the weather of the next days for a place.' }),
]
const tierOf = tierReader((of) => TOOLS.find(({ tool }) => tool.id === of))
const tier = (text: string, tools: string[], tags?: string[]) =>
  tierOf({ text, tools: tools.map((each) => id(each)), ...(tags && { tags }) }).tier

describe('the tier of a query', () => {
  it.each([
    ['Send an email to Ann', ['mail/send_email'], 'exact'],
    ['What is the weather like next weekend?', ['sky/forecast'], 'paraphrased'],
    ['Do I need an umbrella on Sunday morning?', ['sky/forecast'], 'vague'],
    ['Write to Ann and tell me how the weather will be', ['sky/forecast'], 'compound'],
    ['Tell Ann how it will be outside', ['mail/send_email', 'sky/forecast'], 'compound'],
    ['Wie wird das Wetter morgen in Oslo?', ['sky/forecast'], 'other-language'],
    ['Sing me a song', [], 'none'],
  ])('of “%s” is told by rule', (text, tools, expected) => {
    expect(tier(text, tools)).toBe(expected)
  })

  it('is what a person says by a tag, whatever the rule says', () => {
    const query = { text: 'Send an email', tools: [id('mail/send_email')] }
    expect(tierOf({ ...query, tags: ['work', 'tier:vague'] })).toEqual({
      tier: 'vague',
      isByHand: true,
    })
    expect(tierOf({ ...query, tags: ['tier:magic'] })).toEqual({ tier: 'exact', isByHand: false })
  })

  it.each([
    ['Send an email', ['mail/send_email'], ['tier:none'], 'exact'],
    ['Send an email', ['mail/send_email'], ['tier:vague', 'tier:compound'], 'exact'],
    ['Sing me a song', [], ['tier:vague'], 'none'],
  ])(
    'of “%s” with the tools %j is told by rule where it is tagged %j',
    (text, tools, tags, told) => {
      const found = tierOf({ text, tools: tools.map((each) => id(each)), tags })
      expect(found).toEqual({ tier: told, isByHand: false })
    },
  )

  it('of a tool that is gone is told by the words that are left', () => {
    expect(tier('Feed the cat', ['zoo/feed'])).toBe('vague')
  })
})

describe('another language', () => {
  const Row = z.record(z.string(), z.string())
  const rows = z
    .array(Row)
    .parse(JSON.parse(readFileSync('test/bench/five-languages.json', 'utf8')))

  it.each(['German', 'French', 'Spanish', 'Chinese'])('is told where it is %s', (language) => {
    const told = rows.filter((row) => isOtherLanguage(row[language] ?? ''))
    expect(told.length / rows.length).toBeGreaterThan(0.9)
  })

  it('is not told where it is English', () => {
    expect(rows.filter((row) => isOtherLanguage(row['English'] ?? ''))).toEqual([])
    for (const text of ['', '42', 'create_event', 'Convert 10 EUR']) {
      expect(isOtherLanguage(text)).toBe(false)
    }
  })

  it.each([
    'Save image as PNG',
    'Los Angeles weather forecast',
    'Las Vegas to El Paso',
    'Rio de Janeiro weather in São Paulo',
    'Check example.com whois',
    'Open https://für.de/der/die/das',
    'Generate résumé',
    'Find café résumé template',
  ])('is not told by names, addresses and borrowed words: %s', (text) => {
    expect(isOtherLanguage(text)).toBe(false)
  })
})

describe('tiers that contradict what a query names', () => {
  it.each([
    [['tier:none'], ['a'], /no tool fits/],
    [['tier:vague'], [], /its tier is tier:none/],
    [['tier:vague', 'tier:exact'], ['a'], /one tier, not vague and exact/],
    [['tier:magic'], ['a'], /names no tier; there are exact, /],
  ])('%j with %j', (tags, tools, why) => {
    expect(tierFaults(tags, tools).join(' ')).toMatch(why)
  })

  it('are no fault where they fit', () => {
    expect(tierFaults(['tier:none'], [])).toEqual([])
    expect(tierFaults(['tier:compound', 'other'], ['a'])).toEqual([])
    expect(tierFaults(undefined, [])).toEqual([])
  })
})

describe('a part of a run', () => {
  it('is named by its id and the tier', () => {
    expect(idOfPart('5f0c', 'other-language')).toBe('5f0c:other-language')
    expect(partOfId('5f0c:other-language')).toEqual({ run: '5f0c', tier: 'other-language' })
    for (const whole of ['5f0c', '5f0c:magic', ':vague', '']) {
      expect(partOfId(whole)).toEqual({ run: whole })
    }
  })
})
