import { describe, expect, it } from 'vitest'
import {
  byWeight,
  countedChanges,
  placeEffects,
  type RankedTools,
} from '../../../src-main/authoring/gate/effect'
import type { GoldenQuery } from '../../../src-main/domain/query/golden-set'
import { id } from '../../fakes/catalog-tool'

const query = (name: string, ...tools: string[]): GoldenQuery => ({
  id: name,
  text: name,
  tools: tools.map(id),
  origin: 'human',
})
/** Of tools named with blanks between them two are given. */
function given(text: string): RankedTools {
  const listed = text.split(' ').map(id)
  return { set: listed.slice(0, 2), listed }
}
/** A golden query asked twice. */
const asked = (of: GoldenQuery, before: string, after: string) => ({
  query: of,
  before: given(before),
  after: given(after),
})
const edited = id('mine')

describe('places before and after an edit', () => {
  it.each([
    { before: 'a b mine', after: 'mine a b', change: 'fixed', places: [3, 1] },
    { before: 'a b mine', after: 'a mine b', change: 'fixed', places: [3, 2] },
    { before: 'mine a b', after: 'a b mine', change: 'broken', places: [1, 3] },
    { before: 'a mine b', after: 'a b mine', change: 'broken', places: [2, 3] },
    { before: 'a mine', after: 'mine a', change: 'better', places: [2, 1] },
    { before: 'a b c mine', after: 'a b mine', change: 'better', places: [4, 3] },
    { before: 'mine a', after: 'a mine', change: 'worse', places: [1, 2] },
    { before: 'mine', after: 'mine', change: 'same', places: [1, 1] },
  ])('from $before to $after are $change', ({ before, after, change, places: [was, is] }) => {
    const [effect] = placeEffects([asked(query('q', 'mine'), before, after)], edited)
    expect(effect).toMatchObject({ tool: 'mine', change, before: was, after: is, isPassed: false })
  })

  it('have no number where the tool is not among those looked at', () => {
    const [effect] = placeEffects([asked(query('q', 'mine'), 'a', 'b')], edited)
    expect(effect).toEqual({
      query: query('q', 'mine'),
      tool: 'mine',
      change: 'same',
      isPassed: false,
    })
  })

  it('are below all that is given where a recipe gives others for a smaller k', () => {
    const before = { set: ['a', 'b'].map(id), listed: ['mine', 'a', 'b'].map(id) }
    const after = { set: ['mine', 'a'].map(id), listed: ['mine', 'a', 'b'].map(id) }
    const [effect] = placeEffects([{ query: query('q', 'mine'), before, after }], edited)
    expect(effect).toMatchObject({ before: 3, after: 1, change: 'fixed' })
  })

  it('are those of all right tools, also beside the edited one', () => {
    const both = [query('own', 'mine', 'near'), query('theirs', 'near', 'far')]
    const effects = placeEffects(
      both.map((each) => asked(each, 'near', 'near')),
      edited,
    )
    expect(effects.map(({ query: { id: name }, tool }) => [name, tool])).toEqual([
      ['own', 'mine'],
      ['own', 'near'],
      ['theirs', 'near'],
      ['theirs', 'far'],
    ])
  })

  it('say where the edited tool went past another', () => {
    const passing = asked(query('q', 'near'), 'near mine', 'mine near')
    const ahead = asked(query('p', 'near'), 'mine near', 'mine near')
    const without = asked(query('o', 'near'), 'near', 'a near')
    const effects = placeEffects([passing, ahead, without], edited)
    expect(effects.map(({ isPassed }) => isPassed)).toEqual([true, false, false])
  })

  it('are counted, and stand in the order of their weight', () => {
    const effects = placeEffects(
      [
        asked(query('same', 'mine'), 'mine', 'mine'),
        asked(query('fixed', 'mine'), 'a b mine', 'mine'),
        asked(query('broken', 'near'), 'near', 'mine a near'),
        asked(query('far', 'mine'), 'a b c mine', 'a b mine'),
        asked(query('close', 'mine'), 'a mine', 'mine'),
      ],
      edited,
    )
    expect(countedChanges(effects)).toEqual({ fixed: 1, broken: 1, better: 2, worse: 0, same: 1 })
    expect(effects.toSorted(byWeight).map(({ query: { id: name } }) => name)).toEqual([
      'broken',
      'fixed',
      'close',
      'far',
      'same',
    ])
  })
})
