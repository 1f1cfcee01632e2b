import { screen, type BrowserWindow, type Rectangle } from 'electron'
import { readFileSync, writeFileSync } from 'node:fs'
import { z } from 'zod'

/**
 * Where a window is on the screens and how large, as it is when it does not fill one, in pixels of
 * the system.
 */
const Place = z.object({
  x: z.number().int(),
  y: z.number().int(),
  width: z.number().int(),
  height: z.number().int(),
  isMaximized: z.boolean(),
})
type Place = z.infer<typeof Place>

/** What of a window must be on a screen, so that it can be taken hold of. */
const SEEN = 100

/**
 * The place that the window had when it was closed; nothing where none was kept, or where no screen
 * is by now.
 */
export function storedPlace(file: string): Place | undefined {
  try {
    const place = Place.parse(JSON.parse(readFileSync(file, 'utf8')))
    return screen.getAllDisplays().some(({ workArea }) => isSeen(place, workArea))
      ? place
      : undefined
  } catch {
    return undefined
  }
}

const isSeen = (place: Rectangle, area: Rectangle): boolean =>
  shared([place.x, place.width], [area.x, area.width]) >= SEEN &&
  shared([place.y, place.height], [area.y, area.height]) >= SEEN

const shared = ([start, length]: [number, number], [from, most]: [number, number]): number =>
  Math.min(start + length, from + most) - Math.max(start, from)

/** Keeps the place of a window as it is closed. */
export function keepPlace(window: BrowserWindow, file: string): void {
  window.on('close', () => {
    const place: Place = { ...window.getNormalBounds(), isMaximized: window.isMaximized() }
    try {
      writeFileSync(file, JSON.stringify(place))
    } catch {
      // Then it opens in its usual place.
    }
  })
}
