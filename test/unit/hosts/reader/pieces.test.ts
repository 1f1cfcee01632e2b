import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { JsonValue } from '../../../../src-main/domain/tool/tool'
import { inPieces, joinPieces } from '../../../../src-main/hosts/reader/pieces'

function putTogether(pieces: Iterable<string>): JsonValue | undefined {
  const joined = joinPieces()
  for (const piece of pieces) joined.add(piece)
  return joined.value()
}

const json = (value: JsonValue): JsonValue => JSON.parse(JSON.stringify(value)) as JsonValue

it('puts together again what was taken apart', () => {
  const { value } = fc.letrec<{ value: JsonValue }>((tie) => ({
    value: fc.oneof(
      { maxDepth: 4 },
      fc.jsonValue() as fc.Arbitrary<JsonValue>,
      fc.string({ unit: 'binary' }).map((text) => text.repeat(20_000)),
      fc.array(tie('value'), { maxLength: 5 }),
      fc.dictionary(fc.oneof(fc.string(), fc.constant('__proto__')), tie('value'), { maxKeys: 5 }),
    ),
  }))
  fc.assert(
    fc.property(value, (given) => {
      expect(putTogether(inPieces(given))).toEqual(json(given))
    }),
    { numRuns: 60 },
  )
})

it('makes no piece much larger than the others, whatever is how large', () => {
  const list = Array.from({ length: 30_000 }, (_, at) => ({ id: `tool ${at}`, tags: ['a', 'b'] }))
  const keys = Object.fromEntries(list.map(({ id, tags }) => [id, tags]))
  const pieces = [...inPieces({ list, inner: [{ list, keys }] })]
  expect(pieces.length).toBeGreaterThan(10)
  expect(Math.max(...pieces.map((piece) => piece.length))).toBeLessThan(400_000)
  expect(putTogether(pieces)).toEqual({ list, inner: [{ list, keys }] })
})

it('leaves out what JSON leaves out', () => {
  const given = { fix: undefined, long: 'x'.repeat(50_000) } as unknown as JsonValue
  expect(putTogether(inPieces(given))).toEqual({ long: 'x'.repeat(50_000) })
})
