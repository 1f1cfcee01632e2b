import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { askInPlayground, expectText, go, measuresOf, openDemo, unfold } from './window'

const recipeIn = (page: Page, label = 'Recipe') =>
  page.getByRole('combobox', { name: label, exact: true })
const chosen = (page: Page, label = 'Recipe') =>
  recipeIn(page, label).evaluate((select) => (select as HTMLSelectElement).selectedOptions[0]?.text)
const namesIn = (page: Page) =>
  page
    .getByRole('listbox', { name: 'Tool set' })
    .getByRole('option')
    .locator('.name')
    .allInnerTexts()

/** Saves the hybrid without clauses under a name. */
async function saveMine(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Options', exact: true }).click()
  const form = page.getByRole('group', { name: 'Options of Hybrid' })
  await form.getByRole('button', { name: /^Selection/ }).click()
  await form.getByRole('switch', { name: /clause/i }).click()
  await form.getByRole('button', { name: 'Save as a recipe of your own …' }).click()
  const panel = page.getByRole('dialog')
  await panel.getByRole('textbox', { name: 'Name' }).fill('whole requests')
  await panel.getByRole('button', { name: 'Save', exact: true }).click()
  await panel.waitFor({ state: 'detached' })
}

describe('a recipe of one’s own', () => {
  it('is saved in the playground, chosen by its name, and stands beside the one it is made of', async () => {
    const page = await openDemo()
    await askInPlayground(page, 'create an issue for the failing login and book a room')
    await expect.poll(() => namesIn(page)).not.toEqual([])
    const standard = await namesIn(page)
    await saveMine(page)
    await expect.poll(() => chosen(page)).toBe('whole requests')
    await expect.poll(() => namesIn(page)).not.toEqual(standard)
    const own = await namesIn(page)
    await recipeIn(page).selectOption({ label: 'Hybrid' })
    await expect.poll(() => chosen(page)).toBe('Hybrid')
    await expect.poll(() => namesIn(page)).toEqual(standard)
    await page.getByRole('button', { name: 'A | B' }).click()
    await recipeIn(page, 'Recipe B').selectOption({ label: 'whole requests' })
    const side = page.getByRole('region', { name: 'B: whole requests' })
    await side.waitFor()
    const set = page.getByRole('listbox', { name: 'Tool set of B' }).getByRole('option')
    await expect.poll(() => set.locator('.name').allInnerTexts()).toEqual(own)
  })

  it('is measured under its name, and deleted again', async () => {
    const page = await openDemo()
    await go(page, 'Playground')
    await saveMine(page)
    await go(page, 'Evaluate')
    await recipeIn(page, 'Recipe 2').selectOption({ label: 'whole requests' })
    await page.getByRole('button', { name: 'Run the evaluation' }).click()
    await unfold(page, 'Runs')
    await expectText(measuresOf(page), /whole requests/)
    await go(page, 'Playground')
    await page.getByRole('button', { name: 'Save as a recipe of your own …' }).click()
    await page.getByRole('button', { name: 'Delete the recipe whole requests' }).click()
    await page
      .getByRole('dialog', { name: /Delete the recipe/ })
      .getByRole('button', { name: 'Delete' })
      .click()
    await expect.poll(() => chosen(page)).toBe('Hybrid')
  })
})
