import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  arrowTable,
  numbersOf,
  textsOf,
  vectorColumn,
  vectorsOf,
} from '../../../../src-main/adapters/lancedb/tables/arrow-tables'

describe('an Arrow table', () => {
  it('gives back the columns it was made of', () => {
    const rows = fc.array(fc.record({ text: fc.string({ unit: 'grapheme' }), number: fc.nat() }))
    fc.assert(
      fc.property(rows, (given) => {
        const texts = given.map(({ text }) => text)
        const numbers = Int32Array.from(given, ({ number }) => number)
        const vectors = given.map(({ number }) => Float32Array.of(number % 7, 0.5))
        const table = arrowTable({ texts, numbers, vectors: vectorColumn(vectors, 2) })
        expect(table.numRows).toBe(given.length)
        expect(textsOf(table, 'texts')).toEqual(texts)
        expect(numbersOf(table, 'numbers')).toEqual([...numbers])
        expect(vectorsOf(table, 'vectors')).toEqual(vectors)
      }),
    )
  })

  it('holds halves of characters apart, as replacement characters', () => {
    const table = arrowTable({ texts: ['\ud83d', '\ude00'] })
    expect(textsOf(table, 'texts')).toEqual(['\ufffd', '\ufffd'])
  })
})
