import { describe, expect, it } from 'vitest'
import { clausesOf } from '../../../../src-main/pipeline/planning/clauses'

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
  ])('of %j are each of its wishes', (text, clauses) => {
    expect(clausesOf(text)).toEqual(clauses)
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

  it('are found in a text of a hundred thousand characters at once', () => {
    const text = 'open the door and close the window, '.repeat(3_000)
    expect(clausesOf(text)).toEqual(['open the door', 'close the window'])
    expect(clausesOf(' '.repeat(100_000))).toEqual([])
    expect(clausesOf('-'.repeat(100_000))).toEqual([])
  })
})
