import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { splitIdentifier } from '../../../../src-main/pipeline/knowledge-base/split-identifier'

describe('splitting identifiers', () => {
  it.each([
    ['getTeamStats', 'get Team Stats'],
    ['GetTeamStats', 'Get Team Stats'],
    ['get_record', 'get record'],
    ['GET_RECORD_BY_ID', 'GET RECORD BY ID'],
    ['list-open-issues', 'list open issues'],
    ['HTTPServer2', 'HTTP Server 2'],
    ['parseXMLDocument', 'parse XML Document'],
    ['users.list.all', 'users list all'],
    ['repos/pulls/create', 'repos pulls create'],
    ['mcp__github__create_issue', 'mcp github create issue'],
    ['find_flights_v2', 'find flights v2'],
    ['top10Songs', 'top 10 Songs'],
    ['größeÄndern', 'größe Ändern'],
    ['найтиРейс', 'найти Рейс'],
    ['查询天气_v2', '查询天气 v2'],
    ['_private', '_private'],
    ['', ''],
  ])('writes %s as “%s”', (identifier, words) => {
    expect(splitIdentifier(identifier)).toBe(words)
  })

  it.each([
    'Sends an e mail to one or more people, with files if wanted.',
    'What is the weather in Paris (France) today?',
    'Costs 5 EUR; see below: “terms”.',
    'Ελληνικά και 日本語 text.',
    'line one\nline two',
  ])('leaves prose as it is: %s', (prose) => {
    expect(splitIdentifier(prose)).toBe(prose)
  })

  it('changes nothing when done twice', () => {
    const identifier = fc.string({ unit: fc.constantFrom(...'aZbQ9_-./ äÖ日') })
    fc.assert(
      fc.property(identifier, (text) => {
        expect(splitIdentifier(splitIdentifier(text))).toBe(splitIdentifier(text))
      }),
    )
  })

  it('loses no letter and no digit', () => {
    const bare = (text: string) => text.replace(/[^\p{L}\p{N}]/gu, '')
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        expect(bare(splitIdentifier(text))).toBe(bare(text))
      }),
    )
  })
})
