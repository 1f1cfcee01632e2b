import fc from 'fast-check'
import { expect, test } from 'vitest'
import { highlight } from '../../../../src-renderer/components/trace/highlight'

const matched = (text: string, ...terms: string[]) =>
  highlight(text, new Set(terms))
    .filter((segment) => segment.matched)
    .map((segment) => segment.text)

test('words are marked by the stems they were matched as', () => {
  expect(matched('Look up customers; query the payments', 'custom', 'payment', 'queri')).toEqual([
    'customers',
    'query',
    'payments',
  ])
})

test('a word that only begins like a term is not marked', () => {
  expect(matched('Information within an inbox', 'in', 'mail')).toEqual([])
})

test('identifiers are marked by their words', () => {
  expect(matched('refundPayment', 'payment')).toEqual(['Payment'])
  expect(matched('send_HTTPRequest', 'http', 'send')).toEqual(['send', 'HTTP'])
})

test('words of unsplit identifiers are marked whole', () => {
  expect(matched('getTeamStats', 'getteamstats')).toEqual(['getTeamStats'])
})

test('the segments together are the text, whatever is in it', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.array(fc.string()), (text, terms) => {
      const segments = highlight(text, new Set(terms))
      expect(segments.map((segment) => segment.text).join('')).toBe(text)
    }),
  )
})
