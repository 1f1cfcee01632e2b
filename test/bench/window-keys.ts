import type { Page } from 'playwright-core'
import { milliseconds, percentile, printFigure } from './print'

const TYPED = ['get weather', 'search flight', 'retrieve user account', 'convert']
const SECTIONS = ['Playground', 'Catalog', 'Queries', 'Improve', 'Evaluate', 'Settings']
const ROUNDS = 6

/**
 * How long from a key in the command palette until what it finds is drawn: the median and the
 * longest of some fifty.
 */
export async function paletteKeystrokes(page: Page): Promise<void> {
  const took: number[] = []
  for (const text of TYPED) {
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox', { name: 'Search commands and tools' }).waitFor()
    for (const letter of text) {
      await page.evaluate(watchNextKey, { selector: '[role=listbox]:not([aria-busy=true])' })
      await page.keyboard.type(letter)
      took.push(await page.evaluate(drawnAfter))
    }
    await page.keyboard.press('Escape')
  }
  printFigure('the palette, a keystroke: median', milliseconds(percentile(took, 0.5)), '≤ 40 ms')
  printFigure('the palette, a keystroke: longest', milliseconds(percentile(took, 1)), '≤ 80 ms')
}

/**
 * How long from Ctrl and a digit until the section is drawn, its first time apart from the others.
 */
export async function sectionSwitches(page: Page): Promise<void> {
  const first: number[] = []
  const later: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    for (const [at, section] of SECTIONS.entries()) {
      await page.evaluate(watchNextKey, { selector: 'main h1', text: section })
      await page.keyboard.press(`Control+${at + 1}`)
      ;(round === 0 ? first : later).push(await page.evaluate(drawnAfter))
      await page.waitForTimeout(300)
    }
  }
  printFigure('a section shown for the first time: longest', milliseconds(percentile(first, 1)))
  printFigure('a section shown again: median', milliseconds(percentile(later, 0.5)), '≤ 50 ms')
  printFigure('a section shown again: longest', milliseconds(percentile(later, 1)))
}

/**
 * Runs in the page: notes the time from the next key until such an element is there, and a frame
 * has been drawn.
 */
function watchNextKey({ selector, text = '' }: { selector: string; text?: string }): void {
  const page = globalThis as typeof globalThis & { drawn?: Promise<number> }
  page.drawn = new Promise((resolve) => {
    const isDrawn = () => document.querySelector(selector)?.textContent?.includes(text)
    const onKey = (): void => {
      const from = performance.now()
      const look = (): void => {
        if (isDrawn()) resolve(performance.now() - from)
        else requestAnimationFrame(look)
      }
      // What answers the key is there from the frame after it on.
      requestAnimationFrame(() => requestAnimationFrame(look))
    }
    addEventListener('keydown', onKey, { once: true, capture: true })
  })
}

const drawnAfter = (): Promise<number> =>
  (globalThis as typeof globalThis & { drawn: Promise<number> }).drawn
