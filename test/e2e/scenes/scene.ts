import type { Locator, Page } from 'playwright-core'

/** Brings a freshly loaded window into a state worth looking at, and waits until it is there. */
export type Scene = (page: Page) => Promise<unknown>

/**
 * Scenes by name, shown in this order on one data folder: what a scene writes is there for those
 * after it. The window is loaded anew before each.
 */
export type Scenes = Record<string, Scene>

/** Waits until it is seen. */
export const seen = (locator: Locator): Promise<void> => locator.first().waitFor()

/** Presses the button of this name. */
export const press = (within: Page | Locator, name: string | RegExp): Promise<void> =>
  within
    .getByRole('button', { name, exact: typeof name === 'string' })
    .first()
    .click()

/** Opens the tab of this name. */
export const openTab = (within: Page | Locator, name: string | RegExp): Promise<void> =>
  within.getByRole('tab', { name }).first().click()

/** Opens the menu of the button and chooses from it. */
export async function choose(page: Page, menu: string | RegExp, item: string): Promise<void> {
  await press(page, menu)
  await page.getByRole('menuitem', { name: item }).first().click()
}
