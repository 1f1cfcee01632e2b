import type { ModelRef, Ref } from 'vue'

interface Drawn {
  viewport: Ref<HTMLElement | null>
  /** Pixels of the table on show, its header included, and of one row. */
  height: Ref<number>
  row: number
  total: () => number
}

/** The row that the keyboard stands on. */
export function rowCursor(active: ModelRef<number>, { viewport, height, row, total }: Drawn) {
  /** Brings a row into sight: to the nearest edge, or to the middle where it is far away. */
  function reveal(index: number): void {
    const element = viewport.value
    if (!element) return
    const top = index * row
    const room = height.value - row
    const below = top + row - element.scrollTop - room
    if (Math.max(element.scrollTop - top, below) > room) element.scrollTop = top - room / 2
    else if (top < element.scrollTop) element.scrollTop = top
    else if (below > 0) element.scrollTop += below
  }

  /**
   * Moves to the row or the one nearest to it, which it gives; the model itself is only then on its
   * way there.
   */
  function moveTo(index: number): number {
    const to = Math.min(total() - 1, Math.max(0, index))
    active.value = to
    if (to >= 0) reveal(to)
    return to
  }

  /** Where a key leads to, if anywhere. */
  function placeOf(key: string): number | undefined {
    const page = Math.max(1, Math.floor(height.value / row) - 2)
    const places: Record<string, number> = {
      ArrowDown: active.value + 1,
      ArrowUp: active.value - 1,
      PageDown: active.value + page,
      PageUp: active.value - page,
      Home: 0,
      End: total() - 1,
    }
    return places[key]
  }

  return { reveal, moveTo, placeOf }
}
