import { expect, test } from 'vitest'
import { MATCH, matchRank } from '../../../../src-main/domain/value/match-rank'

const rank = (typed: string, name: string, rest?: string) => matchRank(typed)(name, rest)

test('the same name is exact, whatever stands between its words', () => {
  for (const name of ['send_message', 'sendMessage', 'send-message', 'Send message']) {
    expect(rank('send message', name)).toBe(MATCH.exact)
    expect(rank('SEND_MESSAGE', name)).toBe(MATCH.exact)
  }
})

test('a beginning comes before beginnings of words, those before what is within, that before the rest', () => {
  expect(rank('send', 'send_message')).toBe(MATCH.prefix)
  expect(rank('mess', 'send_message')).toBe(MATCH.words)
  expect(rank('mess se', 'send_message')).toBe(MATCH.words)
  expect(rank('essage', 'send_message')).toBe(MATCH.within)
  expect(rank('send chat', 'send_message', 'Writes into a chat.')).toBe(MATCH.elsewhere)
})

test('a word that occurs nowhere matches nothing', () => {
  expect(rank('send fax', 'send_message', 'Writes into a chat.')).toBeUndefined()
})

test('signs without a letter are looked for as they are', () => {
  expect(rank('?', 'what?')).toBe(MATCH.within)
  expect(rank('?', 'what')).toBeUndefined()
})

test('names in other scripts have words too', () => {
  expect(rank('отправить', 'отправить_письмо')).toBe(MATCH.prefix)
  expect(rank('письмо', 'отправить_письмо')).toBe(MATCH.words)
})
