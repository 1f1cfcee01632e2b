import { describe, expect, it } from 'vitest'
import { analyser, ANALYSER_STEPS } from '../../../../src-main/pipeline/knowledge-base/analyse'

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
      ...['get', 'record', 'list', 'issues', 'getteamstats'],
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
      ...['get', 'team', 'stats', 'http', 'server'],
    ])
  })

  it('drops stop words', () => {
    expect(analyser(['stop-words'])('Please send it to the team')).toEqual(['send', 'team'])
  })

  it('brings words to their stem', () => {
    expect(analyser(['stemming'])('sending messages sends message')).toEqual([
      ...['send', 'messag', 'send', 'messag'],
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
