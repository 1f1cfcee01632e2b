import type { Page } from 'playwright-core'
import { milliseconds, percentile, printFigure } from './print'

const TYPED = ['get weather', 'search flight', 'retrieve user account', 'convert']

/** How long from a key in the command palette until what it finds is drawn: the median and the longest of some fifty. */
export async function paletteKeystrokes(page: Page): Promise<void> {
  const took: number[] = []
  for (const text of TYPED) {
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox', { name: 'Search commands and tools' }).waitFor()
    for (const letter of text) {
      await page.evaluate(watchNextKey)
      await page.keyboard.type(letter)
      took.push(await page.evaluate(drawnAfter))
    }
    await page.keyboard.press('Escape')
  }
  const asked = 'at most 50 ms'
  printFigure('the palette, a keystroke: median', milliseconds(percentile(took, 0.5)), asked)
  printFigure('the palette, a keystroke: longest', milliseconds(percentile(took, 1)))
}

/** Runs in the page: notes the time from the next key until nothing is looked for any more and a frame has been drawn. */
function watchNextKey(): void {
  const page = globalThis as typeof globalThis & { drawn?: Promise<number> }
  page.drawn = new Promise((resolve) => {
    const isBusy = () => document.querySelector('[role=listbox][aria-busy=true]') !== null
    const onKey = (): void => {
      const from = performance.now()
      const look = (): void => {
        if (isBusy()) requestAnimationFrame(look)
        else resolve(performance.now() - from)
      }
      // The list is busy from the frame after the key on.
      requestAnimationFrame(() => requestAnimationFrame(look))
    }
    addEventListener('keydown', onKey, { once: true, capture: true })
  })
}

const drawnAfter = (): Promise<number> =>
  (globalThis as typeof globalThis & { drawn: Promise<number> }).drawn
