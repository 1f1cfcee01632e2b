import { describe, expect, it } from 'vitest'
import { analyser } from '../../../../src-main/pipeline/knowledge-base/analyse'
import { clauses } from '../../../../src-main/pipeline/planning/clauses'

const clausesOf = clauses(analyser(['stop-words']))

describe('the clauses of a request', () => {
  it.each([
    [
      'Heat the oven, list the food and start a timer for ten minutes.',
      ['Heat the oven', 'list the food', 'start a timer for ten minutes'],
    ],
    [
      'Find the last invoice; then mail it to Ann. Finally book a room!',
      ['Find the last invoice', 'mail it to Ann', 'book a room'],
    ],
    ['check the weather\nplan a route', ['check the weather', 'plan a route']],
    ['查询北京天气，预订机票', ['查询北京天气', '预订机票']],
  ])('of %j are each of its wishes', (text, expected) => {
    expect(clausesOf(text)).toEqual(expected)
  })

  it.each([
    'book a table for two',
    'Set the alarm to 6.30 at example.com/alarm',
    'Please, could you book a table?',
    'salt and pepper shakers',
    'book a table, book a table',
    'android phones in brandenburg',
    '',
    '. , ; and and',
  ])('are none for %j, which asks for one thing', (text) => {
    expect(clausesOf(text)).toEqual([])
  })

  it('are found once, however often they stand there, and not in a long text', () => {
    const text = 'open the door and close the window, '.repeat(200)
    expect(clausesOf(text)).toEqual(['open the door', 'close the window'])
    expect(clausesOf(text.repeat(10))).toEqual([])
  })

  it.each([' ', '-', ',', ' -', ', '])('are looked for in no more time in many %j', (text) => {
    expect(clausesOf(`${text.repeat(5_000 / text.length)}x`)).toEqual([])
  })
})
