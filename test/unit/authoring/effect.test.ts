import { describe, expect, it } from 'vitest'
import { byWeight, countedChanges, placeEffects } from '../../../src-main/authoring/effect/effect'
import type { GoldenQuery } from '../../../src-main/domain/golden-set'

const query = (id: string, ...tools: string[]): GoldenQuery => ({
  ...{ id, text: id, tools, origin: 'human' },
})
const edited = { tool: 'mine', neighbours: new Set(['near', 'nearer']), k: 2 }

describe('places before and after an edit', () => {
  it.each([
    [['a', 'b', 'mine'], ['mine', 'a', 'b'], 'fixed', 3, 1],
    [['mine', 'a', 'b'], ['a', 'b', 'mine'], 'broken', 1, 3],
    [['a', 'mine'], ['mine', 'a'], 'better', 2, 1],
    [['a', 'b', 'c', 'mine'], ['a', 'b', 'mine'], 'better', 4, 3],
    [['mine', 'a'], ['a', 'mine'], 'worse', 1, 2],
    [['mine'], ['mine'], 'same', 1, 1],
  ] as const)('from %j to %j are %s', (before, after, change, was, is) => {
    const [effect] = placeEffects([{ query: query('q', 'mine'), before, after }], edited)
    expect(effect).toMatchObject({ tool: 'mine', change, before: was, after: is, isPassed: false })
  })

  it('have no number where the tool is not among those looked at', () => {
    const [effect] = placeEffects(
      [{ query: query('q', 'mine'), before: ['a'], after: ['b'] }],
      edited,
    )
    expect(effect).toEqual({
      query: query('q', 'mine'),
      tool: 'mine',
      change: 'same',
      isPassed: false,
    })
  })

  it('are those of the edited tool where it is right, and of its neighbours where it is not', () => {
    const asked = [query('own', 'mine', 'near'), query('theirs', 'near', 'far', 'nearer')].map(
      (each) => ({ query: each, before: ['near'], after: ['near'] }),
    )
    expect(placeEffects(asked, edited).map(({ query: { id }, tool }) => [id, tool])).toEqual([
      ['own', 'mine'],
      ['theirs', 'near'],
      ['theirs', 'nearer'],
    ])
  })

  it('say where the edited tool went past a neighbour', () => {
    const passing = { query: query('q', 'near'), before: ['near', 'mine'], after: ['mine', 'near'] }
    const ahead = { query: query('p', 'near'), before: ['mine', 'near'], after: ['mine', 'near'] }
    const without = { query: query('o', 'near'), before: ['near'], after: ['a', 'near'] }
    const effects = placeEffects([passing, ahead, without], edited)
    expect(effects.map(({ isPassed }) => isPassed)).toEqual([true, false, false])
  })

  it('are counted, and stand in the order of their weight', () => {
    const asked = [
      { query: query('same', 'mine'), before: ['mine'], after: ['mine'] },
      { query: query('fixed', 'mine'), before: ['a', 'b', 'mine'], after: ['mine'] },
      { query: query('broken', 'near'), before: ['near'], after: ['mine', 'a', 'near'] },
      { query: query('far', 'mine'), before: ['a', 'b', 'c', 'mine'], after: ['a', 'b', 'mine'] },
      { query: query('near', 'mine'), before: ['a', 'mine'], after: ['mine'] },
    ]
    const effects = placeEffects(asked, edited)
    expect(countedChanges(effects)).toEqual({ fixed: 1, broken: 1, better: 2, worse: 0, same: 1 })
    expect(effects.toSorted(byWeight).map(({ query: { id } }) => id)).toEqual([
      ...['broken', 'fixed', 'near', 'far', 'same'],
    ])
  })
})
