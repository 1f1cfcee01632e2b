import { describe, expect, it } from 'vitest'
import {
  countsText,
  placeHeight,
  placeText,
} from '../../../../src-renderer/views/catalog/effect/effect-words'

describe('the effect of an edit, drawn and said', () => {
  it('draws the first place highest, and what is not looked at lowest', () => {
    const heights = [1, 2, 5, 30, undefined].map((place) => placeHeight(place, 30))
    expect(heights).toEqual(heights.toSorted((a, b) => a - b))
    expect([heights[0], heights.at(-1)]).toEqual([3, 17])
  })

  it('says a place by its number, and one too far down as such', () => {
    expect([placeText(14, 30), placeText(undefined, 30)]).toEqual(['#14', '>30'])
  })

  it('counts what moves only where something does', () => {
    const none = { fixed: 0, broken: 0, better: 0, worse: 0, same: 0 }
    expect(countsText(none)).toBe('0 fixed, 0 broken')
    expect(countsText({ ...none, fixed: 2, worse: 1, same: 4 })).toBe(
      '2 fixed, 0 broken, 1 worse, 4 the same',
    )
  })
})
