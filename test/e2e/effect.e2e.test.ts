import { describe, expect, it } from 'vitest'
import { go, openDemo, toolRow } from './window'

describe('an edit of a tool', () => {
  it('shows what it does to golden queries while it is typed, and saves nothing', async () => {
    const page = await openDemo()
    await go(page, 'Catalog')
    await page.getByPlaceholder('Search tools').fill('create_event')
    await toolRow(page, 'create_event').first().click()
    await page.locator('form.layer footer').scrollIntoViewIfNeeded()
    const effect = page.getByRole('region', { name: 'Effect on golden queries' })
    await effect.getByRole('heading', { name: /Effect on \d+ golden/ }).waitFor()
    const counts = () => effect.locator('.side strong').allInnerTexts()
    const unchanged = /^0 fixed, 0 broken, \d+ the same$/
    await expect.poll(async () => (await counts())[0]).toMatch(unchanged)

    const description = page.getByRole('textbox', { name: 'Retrieval description' })
    await description.fill('nothing in particular')
    await expect.poll(async () => (await counts())[0]).toMatch(/2 broken, 2 worse/)
    await expect.poll(() => effect.locator('[data-change=broken]').count()).toBe(2)
    await effect.getByText(/What is matched: \d+ → \d+ tokens/).waitFor()

    await page.getByRole('button', { name: 'Revert' }).click()
    await expect.poll(async () => (await counts())[0]).toMatch(unchanged)
  })
})
