import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { expectText, expectValue, go, openDemo } from './window'

const sentence = (page: Page) => page.getByRole('button', { name: /^Works with/ })
const panel = (page: Page) => page.getByRole('dialog')

describe('what a workspace works with', () => {
  it('stands under its name, is changed there, and counts in every section and window', async () => {
    const page = await openDemo()
    await expectText(sentence(page), /Hybrid · Instant, k = 5\s+judged on demo/)
    await sentence(page).click()
    await panel(page).getByLabel('k', { exact: true }).fill('3')
    await page.keyboard.press('Tab')
    await expectText(sentence(page), 'Hybrid · Instant, k = 3')
    await page.keyboard.press('Escape')
    await go(page, 'Playground')
    await expectValue(page.getByLabel('k, tools handed to the agent'), '3')
    const other = await page.context().newPage()
    await other.goto(page.url())
    await expectText(sentence(other), 'Hybrid · Instant, k = 3')
    await sentence(page).click()
    await panel(page).getByLabel('Recipe').selectOption({ label: 'BM25' })
    await expectText(sentence(other), 'BM25, k = 3')
    await panel(page).getByRole('button', { name: 'Undo' }).click()
    await expectText(sentence(other), 'Hybrid · Instant, k = 3')
  })

  it('is judged on a development set, never on the test set that was set apart', async () => {
    const page = await openDemo()
    await go(page, 'Queries', 'Golden queries')
    await page.getByRole('button', { name: 'Set 30 % apart as a test set' }).click()
    const set = page.getByLabel('Golden set', { exact: true })
    await set.selectOption({ label: 'demo test · 36 queries · test' })
    await expectText(page.getByRole('region', { name: 'Golden queries' }), 'Test set: locked.')
    await sentence(page).click()
    const choices = panel(page).getByLabel('Judged on').locator('option')
    expect((await choices.allTextContents()).map((text) => text.trim())).toEqual([
      expect.stringContaining('fits best'),
      'demo',
      expect.stringContaining('nothing'),
    ])
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Undo', exact: false }).first().click()
    await expectText(page.getByRole('region', { name: 'Golden queries' }), '120 queries')
  })
})
