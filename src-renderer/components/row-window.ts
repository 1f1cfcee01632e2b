/** Rows drawn beyond what is seen, so that a fast wheel does not outrun the drawing. */
const OVERSCAN = 4

export interface RowWindow {
  first: number
  last: number
  /** How many rows are drawn at most; stays the same while scrolling. */
  size: number
  indices: number[]
}

/** Which of `total` rows of equal height are to be drawn; all lengths in pixels. */
export function rowWindow(view: {
  scrollTop: number
  height: number
  row: number
  total: number
}): RowWindow {
  const size = Math.ceil(view.height / view.row) + 2 * OVERSCAN + 1
  const top = Math.floor(view.scrollTop / view.row) - OVERSCAN
  const first = Math.max(0, Math.min(top, view.total - size))
  const last = Math.min(view.total, first + size) - 1
  return {
    first,
    last,
    size,
    indices: Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => first + index),
  }
}
