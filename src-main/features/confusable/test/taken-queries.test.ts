import { describe, expect, it } from 'vitest'
import { takenQueries } from '../taken-queries'
import { id } from '../../../../test/fakes/catalog-tool'

const asked = (text: string, golden: string, given: string) => ({
  text,
  golden: golden.split(' ').filter(Boolean).map(id),
  given: given.split(' ').filter(Boolean).map(id),
})
const pause = () => Promise.resolve()
const nothingAlike = () => 0
const sameLetter = (one: string, other: string) => (one[0] === other[0] ? 0.5 : 0)

describe('queries that are taken', () => {
  it('are those where a tool stands on the place of a right one', async () => {
    const answers = [
      asked('first', 'a', 'a b c'),
      asked('second', 'a', 'b a c'),
      asked('third', 'b', 'a c d'),
      asked('fourth', 'a', 'b c'),
    ]
    expect((await takenQueries(answers, nothingAlike, pause)).pairs).toEqual([
      {
        one: 'a',
        other: 'b',
        byOne: 1,
        byOther: 2,
        examples: [
          { text: 'second', by: 'b' },
          { text: 'third', by: 'a' },
          { text: 'fourth', by: 'b' },
        ],
      },
    ])
  })

  it('are taken, of several right tools that are missing, from the one that the taker is like', async () => {
    const answers = [asked('both', 'mail_a book_a', 'book_b mail_b'), asked('odd', 'x y', 'z w')]
    const { pairs } = await takenQueries(answers, sameLetter, pause)
    expect(pairs.map(({ one, other, byOne, byOther }) => [one, other, byOne, byOther])).toEqual([
      ['book_a', 'book_b', 0, 1],
      ['mail_a', 'mail_b', 0, 1],
    ])
  })

  it('count for each tool how often it is given, unasked, and golden', async () => {
    const answers = [asked('first', 'a', 'a b'), asked('second', 'c', 'b a')]
    const { standings } = await takenQueries(answers, nothingAlike, pause)
    expect([...standings.values()].toSorted((a, b) => (a.tool < b.tool ? -1 : 1))).toEqual([
      { tool: 'a', given: 2, unwanted: 1, golden: 1 },
      { tool: 'b', given: 2, unwanted: 2, golden: 0 },
      { tool: 'c', given: 0, unwanted: 0, golden: 1 },
    ])
  })
})
