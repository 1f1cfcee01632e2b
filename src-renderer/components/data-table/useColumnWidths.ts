import { useLocalStorage, type UseStorageOptions } from '@vueuse/core'
import { computed, shallowRef, type ComputedRef } from 'vue'
import type { TableColumn } from '../table-column'

/** What a column is drawn as where neither it nor a person says how wide. */
const UNSAID = 'minmax(80px, 1fr)'
/** Narrower, and not even the header could be read; in pixels. */
const NARROWEST = 48
const WIDEST = 1600

type Widths = Readonly<Record<string, number>>

export interface ColumnWidths {
  /** The columns as CSS grid tracks. */
  tracks: ComputedRef<string>
  /** Pixels that the columns take at least. */
  least: ComputedRef<number>
  /** The pixels that a person gave a column. */
  chosen(key: string): number | undefined
  resize(key: string, pixels: number): void
  /** Back to what the column says of itself. */
  reset(key: string): void
}

/**
 * How wide columns are: as a person dragged them, remembered in this window under `storageKey`,
 * else as they say. Rows never widen a column, whatever stands in them.
 */
export function useColumnWidths(
  columns: () => readonly Pick<TableColumn<never>, 'key' | 'width'>[],
  storageKey: () => string | undefined,
): ColumnWidths {
  const widths =
    storageKey() === undefined
      ? shallowRef<Widths>({})
      : useLocalStorage<Widths>(() => `pegboard.columns.${storageKey()}`, {}, STORED)

  const trackOf = ({ key, width = UNSAID }: { key: string; width?: string }): string => {
    const chosen = widths.value[key]
    return chosen === undefined ? width : `${chosen}px`
  }
  const tracks = computed(() => columns().map(trackOf))
  return {
    tracks: computed(() => tracks.value.join(' ')),
    least: computed(() => tracks.value.reduce((sum, track) => sum + leastOf(track), 0)),
    chosen: (key) => widths.value[key],
    resize: (key, pixels) => void (widths.value = { ...widths.value, [key]: held(pixels) }),
    reset(key) {
      const { [key]: _, ...others } = widths.value
      widths.value = others
    },
  }
}

const held = (pixels: number): number => Math.round(Math.min(WIDEST, Math.max(NARROWEST, pixels)))

/** The first length of a track: `80px` of `minmax(80px, 1fr)`. */
const leastOf = (track: string): number => Number(/(\d+)px/.exec(track)?.[1] ?? NARROWEST)

/** What is kept may be of another version, or touched by hand. */
function readWidths(text: string): Widths {
  try {
    const kept: unknown = JSON.parse(text)
    if (typeof kept !== 'object' || kept === null) return {}
    return Object.fromEntries(
      Object.entries(kept).flatMap(([column, pixels]) =>
        Number.isFinite(pixels) ? [[column, held(Number(pixels))] as const] : [],
      ),
    )
  } catch {
    return {}
  }
}

const STORED: UseStorageOptions<Widths> = {
  flush: 'sync',
  // Hearing of its own change, it would miss the next one.
  listenToStorageChanges: false,
  shallow: true,
  writeDefaults: false,
  serializer: { read: readWidths, write: (widths) => JSON.stringify(widths) },
}
