import { describe, expect, it } from 'vitest'
import type { Bundle } from '../../../src-main/domain/query/bundle'
import { heldOutOf } from '../../../src-main/evaluation/samples/held-out'
import { randomNumbers } from '../../../src-main/evaluation/statistics/random'
import { id } from '../../fakes/catalog-tool'

const logged = (queries: string[]): Bundle[] =>
  queries.map((query, at) => ({ id: `b${at}`, query, tools: [id('mail')] }))
const find = (queries: string[]) => heldOutOf(logged(queries), () => Promise.resolve())

const LONG = 'book flight zurich oslo monday morning window seat vegetarian meal'

describe('held-out logged queries', () => {
  it('are those of the same words, whatever their case, spaces, stop words and endings', async () => {
    const heldOut = await find(['Send the  MAIL to Ann', 'sending mails to Ann!', 'send it to Bob'])
    expect(heldOut('send the mail to ann')).toEqual(['b0', 'b1'])
  })

  it('are those that share nine terms of ten, and no others', async () => {
    const ten = LONG.split(' ')
    const nine = ten.slice(1).join(' ')
    const eight = ten.slice(2).join(' ')
    const heldOut = await find([nine, eight, `${LONG} tomorrow evening`])
    expect(heldOut(LONG)).toEqual(['b0'])
  })

  it('are told by their text alone where a query has no term', async () => {
    const heldOut = await find(['what is it', 'who are you'])
    expect(heldOut('What is it')).toEqual(['b0'])
  })

  it('are the same as if every pair had been compared', async () => {
    const random = randomNumbers(3)
    const words = ['mail', 'send', 'find', 'oven', 'heat', 'bread', 'road', 'bike', 'tree', 'lamp']
    const sentence = () => words.filter(() => random() < 0.8).join(' ') || 'mail'
    const queries = Array.from({ length: 200 }, sentence)
    const heldOut = await find(queries)
    for (const query of queries.slice(0, 50)) {
      const own = new Set(query.split(' '))
      const expected = queries.flatMap((other, at) => {
        const others = new Set(other.split(' '))
        const both = [...own].filter((word) => others.has(word)).length
        return both / (own.size + others.size - both) >= 0.9 ? [`b${at}`] : []
      })
      expect(heldOut(query)).toEqual(expected.sort())
    }
  })

  it('let others have their turn between two logged queries', async () => {
    let pauses = 0
    await heldOutOf(logged(['a b', 'c d', 'e f']), () => Promise.resolve(pauses++))
    expect(pauses).toBe(6)
  })
})
