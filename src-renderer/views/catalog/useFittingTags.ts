import { sharedState } from '../../composables/shared-state'

/** Padding and gap of a tag, and of the cell, in pixels. */
const AROUND_TAG = 16
const AROUND_CELL = 16
/** Room for "+12". */
const MORE = 26
/** As much as one tag may take; longer ones are cut off. */
const WIDEST = 150
/** Where a text cannot be measured: an average letter of the size of a tag. */
const LETTER = 6.5
/** Enough for the tags of any catalog; forgotten together once there are more. */
const MOST_REMEMBERED = 5_000

/** Measures tags, each once, to show as many as fit. */
export const useFittingTags = sharedState('widths of tags', () => {
  const widths = new Map<string, number>()
  const context = document.createElement('canvas').getContext('2d')
  if (context) context.font = `12px ${getComputedStyle(document.body).fontFamily}`

  function widthOf(tag: string): number {
    const known = widths.get(tag)
    if (known !== undefined) return known
    const text = context?.measureText(tag).width ?? tag.length * LETTER
    const width = Math.min(WIDEST, text + AROUND_TAG)
    if (widths.size >= MOST_REMEMBERED) widths.clear()
    widths.set(tag, width)
    return width
  }

  /**
   * How many of the tags fit into a cell of so many pixels, the first of them in any case, with
   * room to count the others.
   */
  function fitting(tags: readonly string[], pixels: number): number {
    let room = pixels - AROUND_CELL
    let count = 0
    for (const tag of tags) {
      const isLast = count === tags.length - 1
      const width = widthOf(tag)
      if (count > 0 && width + (isLast ? 0 : MORE) > room) break
      room -= width
      count += 1
    }
    return count
  }

  return { fitting }
})
