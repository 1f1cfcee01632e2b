import { describe, expect, it } from 'vitest'
import { randomNumbers } from '../../../../src-main/evaluation/statistics/random'
import {
  readSlots,
  recipeKeyOf,
  slotKeys,
  withSlots,
  type Slots,
} from '../../../../src-renderer/runs/recipe-slots'
import { sampleRun } from './sample-runs'

const keys = (...names: string[]) => names.map((recipe) => `of ${recipe}`)

describe('the colour of a recipe', () => {
  it('is given once, and kept in whatever order and beside whatever it is shown', () => {
    const first = withSlots({}, keys('a', 'b', 'c'))
    expect(Object.values(first)).toEqual([0, 1, 2])
    const alone = withSlots(first, keys('c'))
    const turned = withSlots(alone, keys('d', 'c', 'b', 'a'))
    expect(keys('a', 'b', 'c', 'd').map((key) => turned[key])).toEqual([0, 1, 2, 3])
    expect(withSlots(readSlots(JSON.stringify(turned)), keys('d', 'b'))).toEqual(turned)
  })

  it('is one that nothing on show has, also where all were given to some recipe', () => {
    let slots: Slots = withSlots({}, keys('a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'))
    slots = withSlots(slots, keys('a', 'b', 'new', 'newer'))
    const colours = keys('a', 'b', 'new', 'newer').map((key) => (slots[key] ?? 0) % 8)
    expect(new Set(colours).size).toBe(4)
    // With the same colour a line still has another marker or dash.
    expect(new Set(Object.values(slots)).size).toBe(10)
  })

  it('never changes, and no two recipes are drawn alike, however many come', () => {
    const random = randomNumbers(3)
    let slots: Slots = {}
    const given = new Map<string, number>()
    for (let step = 0; step < 300; step++) {
      const size = 1 + Math.floor(random() * 12)
      const shown = Array.from({ length: size }, () => `of ${Math.floor(random() * 40)}`)
      slots = withSlots(slots, shown)
      for (const key of shown) {
        const slot = slots[key] as number
        expect(given.get(key) ?? slot).toBe(slot)
        given.set(key, slot)
      }
      expect(new Set(Object.values(slots)).size).toBe(Object.keys(slots).length)
    }
  })

  it('is forgotten of the oldest alone, once very many were given', () => {
    let slots: Slots = {}
    for (let at = 0; at < 230; at++) slots = withSlots(slots, keys('own', String(at)))
    expect(Object.keys(slots)).toHaveLength(200)
    expect(slots['of own']).toBe(0)
    expect(slots).not.toHaveProperty('of 0')
    expect(slots).toHaveProperty('of 229')
  })

  it('is read as none where what was kept is damaged', () => {
    for (const text of ['', '{', 'null', '"a"', '{"a":-1,"b":"1","c":0.5}']) {
      expect(readSlots(text)).toEqual({})
    }
  })
})

describe('what a run is drawn by', () => {
  const run = (more: Parameters<typeof sampleRun>[0] = {}) =>
    sampleRun({ options: { b: 0.4, k1: 1 }, ...more })
  const later = '2026-11-25T10:00:00.000Z'

  it('is its recipe with its options, whatever it was measured on', () => {
    const again = run({
      id: 'again',
      options: { k1: 1, b: 0.4 },
      startedAt: later,
      k: [3],
      goldenSet: 'other',
      embedder: 'ollama:other',
      catalog: { tools: 9, revision: 7 },
    })
    expect(slotKeys([run()])).toEqual(slotKeys([again]))
    expect(recipeKeyOf(run({ options: { b: 0.5, k1: 1 } }))).not.toBe(recipeKeyOf(run()))
    expect(recipeKeyOf(run({ leftOut: 'without questions' }))).not.toBe(recipeKeyOf(run()))
  })

  it('is told apart where several runs of one recipe are on show, and stays where one is measured again', () => {
    const one = run({ id: 'a', embedder: 'a' })
    const other = run({ id: 'b', embedder: 'b' })
    const both = slotKeys([one, other])
    expect(both[0]).toBe(recipeKeyOf(one))
    expect(new Set(both).size).toBe(2)
    expect(slotKeys([other, one])).toEqual(both.toReversed())
    const again = run({ id: 'c', embedder: 'b', startedAt: later })
    expect(slotKeys([one, again])).toEqual(both)
    // The newest has the colour, beside one from before.
    const since = run({ id: 'd', embedder: 'a', startedAt: later })
    expect(slotKeys([one, since])[1]).toBe(recipeKeyOf(one))
    expect(new Set(slotKeys([one, since, again])).size).toBe(3)
  })
})
