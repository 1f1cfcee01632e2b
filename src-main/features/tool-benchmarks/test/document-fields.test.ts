import { describe, expect, it } from 'vitest'
import { parametersSchema } from '../formats/document-fields'

const propertiesOf = (parameters: string): unknown => {
  const schema = parametersSchema({ parameters })
  return typeof schema === 'object' && schema !== null && 'properties' in schema
    ? schema.properties
    : schema
}

describe('a signature', () => {
  it('is read with its types, whatever its defaults hold', () => {
    expect(
      propertiesOf('(who: str, ids: List[int] = [1, 2], map: Dict[str, List[int]], more)'),
    ).toEqual({
      who: { type: 'string' },
      ids: { type: 'array', items: { type: 'integer' } },
      map: { type: 'object' },
      more: {},
    })
  })

  it.each(['(a b)', 'Gives a list of names.'])('is not seen in %s', (text) => {
    expect(propertiesOf(text)).toBe(text)
  })

  // Squared or worse, these would take from twenty seconds to hours.
  it.each([
    ['commas', `(${','.repeat(80_000)})`],
    ['commas before brackets', `(${'a: x[,'.repeat(15_000)})`],
    ['spaces', `(a: b${' '.repeat(80_000)}!)`],
    ['commas, as many as are read', `(${','.repeat(19_998)})`],
    ['spaces, as many as are read', `(a: b${' '.repeat(19_900)}!)`],
  ])('of very many %s takes no time', (_, text) => {
    expect(propertiesOf(text)).not.toBeUndefined()
  })
})
