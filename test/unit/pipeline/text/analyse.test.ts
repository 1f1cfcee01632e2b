import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  analyser,
  ANALYSER_STEPS,
  writtenWords,
  splitIdentifier,
  type AnalyserStep,
} from '../../../../src-main/pipeline/text/analyse'

const plain = analyser([])

describe('the plain analyser', () => {
  it('lower-cases and cuts into words of two characters and more', () => {
    expect(plain('Send a Mail, to ALL!')).toEqual(['send', 'mail', 'to', 'all'])
  })

  it('keeps order and repetitions', () => {
    expect(plain('mail the mail')).toEqual(['mail', 'the', 'mail'])
  })

  it('cuts at underscores and hyphens, but leaves camel case together', () => {
    expect(plain('get_record list-issues getTeamStats')).toEqual([
      'get',
      'record',
      'list',
      'issues',
      'getteamstats',
    ])
  })

  it('takes words of any script, Chinese characters one by one', () => {
    expect(plain('Größe und 天气 в Москве')).toEqual(['größe', 'und', '天', '气', 'москве'])
    expect(plain('東京タワー')).toEqual(['東', '京', 'タワー'])
  })

  it('finds no words in marks and blanks', () => {
    expect(plain('')).toEqual([])
    expect(plain(' \n — … 🙂 <>')).toEqual([])
  })
})

describe('a step of the analyser', () => {
  it('splits identifiers', () => {
    expect(analyser(['split-identifiers'])('getTeamStats HTTPServer')).toEqual([
      'get',
      'team',
      'stats',
      'http',
      'server',
    ])
  })

  it('drops stop words', () => {
    expect(analyser(['stop-words'])('Please send it to the team')).toEqual(['send', 'team'])
  })

  it('brings words to their stem', () => {
    expect(analyser(['stemming'])('sending messages sends message')).toEqual([
      'send',
      'messag',
      'send',
      'messag',
    ])
  })

  it('works with the others whatever the order they are named in', () => {
    const text = 'What are the sendingOptions of getMessages?'
    const terms = ['send', 'option', 'get', 'messag']
    expect(analyser(ANALYSER_STEPS)(text)).toEqual(terms)
    expect(analyser([...ANALYSER_STEPS].reverse())(text)).toEqual(terms)
  })

  it('gives the same terms each time', () => {
    const analyse = analyser(ANALYSER_STEPS)
    expect(analyse('sending')).toEqual(analyse('sending'))
  })
})

describe('words as written', () => {
  const wordsOf = (texts: string[], steps: readonly AnalyserStep[] = ANALYSER_STEPS) =>
    Object.fromEntries(writtenWords(texts, steps))

  it('are found by the terms they are matched as', () => {
    expect(wordsOf(['Notifying Customers'])).toEqual({ notifi: 'Notifying', custom: 'Customers' })
    expect(wordsOf(['Notifying Customers'], [])).toEqual({
      notifying: 'Notifying',
      customers: 'Customers',
    })
  })

  it('leave out what the analyser drops', () => {
    expect(wordsOf(['What is a 🙂 mail?'])).toEqual({ mail: 'mail' })
    expect(wordsOf([''])).toEqual({})
  })

  it('stand for a term in the first form written', () => {
    expect(wordsOf(['Mails, mailing', 'MAIL'])).toEqual({ mail: 'Mails' })
  })

  it('are the parts of what the analyser cuts, so that each stands for one term', () => {
    expect(wordsOf(['send-mail getTeamStats'])).toEqual({
      send: 'send',
      mail: 'mail',
      get: 'get',
      team: 'Team',
      stat: 'Stats',
    })
    expect(wordsOf(['getTeamStats'], [])).toEqual({ getteamstats: 'getTeamStats' })
    expect(wordsOf(['天气'])).toEqual({ 天: '天', 气: '气' })
  })

  it('name every term of the texts and no other', () => {
    const steps = fc.subarray([...ANALYSER_STEPS])
    const text = fc.string({ unit: fc.constantFrom(...'aZbQsing92_-./ äÖİ日本\n') })
    fc.assert(
      fc.property(text, text, steps, (one, other, chosen) => {
        const analyse = analyser(chosen)
        const written = writtenWords([one, other], chosen)
        expect(new Set(written.keys())).toEqual(new Set([...analyse(one), ...analyse(other)]))
        for (const word of written.values()) expect(`${one} ${other}`).toContain(word)
      }),
    )
  })
})

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
