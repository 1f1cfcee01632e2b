import type { Page } from 'playwright-core'

/**
 * Controls that cannot be brought wholly on screen: cut off, or outside of the window with nothing
 * to scroll. And the page itself, where it is larger than the window: no bar would bring back what
 * focus or a script scrolls away.
 */
export const outOfReach = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const CONTROLS =
      'button, a[href], input, select, textarea, [role=tab], [role=option], [role=menuitem]'
    const SLACK = 2

    const isSeen = (element: Element): boolean => {
      const { width, height } = element.getBoundingClientRect()
      const isClipped = getComputedStyle(element).clipPath !== 'none'
      return (
        element.checkVisibility({ visibilityProperty: true }) &&
        width > 1 &&
        height > 1 &&
        !isClipped
      )
    }
    const isWithin = (inner: DOMRect, outer: DOMRect): boolean =>
      inner.left >= outer.left - SLACK &&
      inner.right <= outer.right + SLACK &&
      inner.top >= outer.top - SLACK &&
      inner.bottom <= outer.bottom + SLACK

    function isReachable(control: Element): boolean {
      let rectangle = control.getBoundingClientRect()
      for (let at = control.parentElement; at && at !== document.body; at = at.parentElement) {
        const { overflowX, overflowY, position } = getComputedStyle(at)
        const frame = at.getBoundingClientRect()
        const scrolls = [overflowX, overflowY].some((value) => /auto|scroll/.test(value))
        if (scrolls) rectangle = frame
        else if (/hidden|clip/.test(overflowX) && !isWithin(rectangle, frame)) return false
        if (position === 'fixed') break
      }
      const { clientWidth, clientHeight } = document.documentElement
      return isWithin(rectangle, new DOMRect(0, 0, clientWidth, clientHeight))
    }

    const { scrollHeight, clientHeight, scrollWidth, clientWidth } = document.documentElement
    const isLarger = scrollHeight > clientHeight || scrollWidth > clientWidth
    const controls = [...document.querySelectorAll(CONTROLS)]
      .filter((control) => isSeen(control) && !isReachable(control))
      .map(
        (control) =>
          `${control.tagName} ${control.className}: ${control.textContent.trim().slice(0, 80)}`,
      )
    return isLarger ? [`the page, ${scrollWidth} x ${scrollHeight}`, ...controls] : controls
  })
